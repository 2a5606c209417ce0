import { citationsOfMissingFiles } from '../../scripts/citations/citationsOfMissingFiles.ts';
import { citationsOfMissingNames } from '../../scripts/citations/citationsOfMissingNames.ts';
import { linksToMissingHeadings } from '../../scripts/citations/linksToMissingHeadings.ts';

const tracked = [
  'docs/operations.md',
  'docs/decisions/034-two-versions-on-one-store.md',
  'bot/src/services/runs/planNextRun.ts',
  'tab/build/splitTexts.ts',
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
    ['the end of a path', '// The plan of services/runs/planNextRun.ts.'],
    ['a source by its name alone', '// The plan of planNextRun.ts. See instanceRacesAndStoreFaults.test.ts, too.'],
    ['a folder', '// Tests in tests/jobs and docs/decisions.'],
    ['what a build makes', '// The manifest of tab/dist, and build/manifest.dev.json.'],
    ['a source of the web app’s build', '// The sets of build/splitTexts.ts.'],
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
    ['a source of the web app’s build', '// The sets of build/oldTexts.ts.', 'build/oldTexts.ts'],
    ['a source by its name alone', '// The rows of plans.ts.', 'plans.ts'],
    ['a test by its name alone', ' * The cases of plans.test.ts fail.', 'plans.test.ts'],
    ['a component by its name alone', '/** Drawn by Plans.tsx */', 'Plans.tsx'],
    ['a module imported by a program in a text', `run("import('./bot/src/plans.ts')")`, 'bot/src/plans.ts'],
  ])('report %s that does not exist', (_name, text, cited) => {
    expect(findings('bot/src/main.ts', `\n${text}`)).toEqual([
      `bot/src/main.ts:2 cites ${cited}, which does not exist`,
    ]);
  });

  it('leave imports to the compiler', () => {
    expect(findings('bot/src/main.ts', "import { plan } from './services/plans.ts';")).toEqual([]);
  });

  it('report a source that a page names alone', () => {
    expect(findings('docs/operations.md', '`planNextRun.ts` replaces `standingPlans.ts`.')).toEqual([
      'docs/operations.md:1 cites standingPlans.ts, which does not exist',
    ]);
  });

  it('ignore sources of names with placeholders', () => {
    expect(findings('docs/operations.md', 'A file `{name}.ts`, `*Rules.test.ts` or `$NAME.tsx`.')).toEqual([]);
  });

  it('report a backticked path without an extension that a page cites', () => {
    expect(
      findings(
        'docs/operations.md',
        'The folders `services/runs`, `services/gone/` and `Europe/Berlin` of `jobs/engine`.',
      ),
    ).toEqual(['docs/operations.md:1 cites services/gone, which does not exist']);
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

describe('citations of names', () => {
  const sources = [
    {
      path: 'bot/src/store/recordAccess.ts',
      text: 'export const inSequence = (store: Store) => store.inOrder([]);\n// It replaces oldName.\n/** Also laterName. */\n',
    },
    { path: 'bot/src/store/port.ts', text: 'interface TableStore {\n  inOrder(list: readonly string[]): void;\n}\n' },
  ];
  const names = (...lines: readonly string[]): readonly string[] =>
    citationsOfMissingNames([{ path: 'docs/decisions/041-ordered-transactions.md', text: lines.join('\n') }], sources);

  it('accept names that a source declares, and names of files', () => {
    expect(names('`inSequence(store)`, `TableStore` and `recordAccess`, which are not prose like keptOpen.')).toEqual(
      [],
    );
  });

  it.each([
    ['a missing name', '`zoneMoves`'],
    ['a missing type', '`OldMessenger`'],
    ['a missing name in a call', '`aList(oldRows, { isOpen: true })`'],
    ['a name that only a line of comments has', '`oldName`'],
    ['a name that only a block of comments has', '`laterName`'],
  ])('report %s in a page', (_name, text) => {
    const [cited = ''] = /zoneMoves|OldMessenger|oldRows|oldName|laterName/.exec(text) ?? [];
    expect(names('# Order', text)).toContain(
      `docs/decisions/041-ordered-transactions.md:2 cites ${cited}, which no source declares`,
    );
  });

  it('report a name that the source beside it only calls on another object', () => {
    expect(names('`inSequence` and `inOrder` in `store/recordAccess.ts`, `inOrder` of `store/port.ts`')).toEqual([
      'docs/decisions/041-ordered-transactions.md:1 cites inOrder, which store/recordAccess.ts does not declare',
    ]);
  });

  it('report a missing name in a diagram, but none in other blocks of code', () => {
    const diagram = ['```mermaid', 'sequenceDiagram', '  A->>B: inSequence, sendOldCard (store/saveOld.ts)', '```'];
    expect(names(...diagram, '```ts', 'const newName = 1;', '```')).toEqual([
      'docs/decisions/041-ordered-transactions.md:3 cites sendOldCard, which no source declares',
    ]);
  });
});

describe('links to headings', () => {
  const pages = [
    {
      path: 'docs/product-rules.md',
      text: '# Rules\n\n## Screens, limits and `texts`\n\n## Late\n\n## Late\n\n```\n# no\n```\n',
    },
  ];
  const missing = (text: string): readonly string[] =>
    linksToMissingHeadings([...pages, { path: 'docs/decisions/001-one-package-one-origin.md', text }]);

  it.each([
    '../product-rules.md#screens-limits-and-texts',
    '../product-rules.md#late-1',
    '#one',
    'https://example.test/#none',
  ])('accept %s', (target) => {
    expect(missing(`# One\n\n[here](${target})`)).toEqual([]);
  });

  it.each(['../product-rules.md#late-2', '../product-rules.md#no', '#two'])(
    'report %s, which does not exist',
    (target) => {
      expect(missing(`# One\n\n[here](${target})`)).toEqual([
        `docs/decisions/001-one-package-one-origin.md:3 cites ${target}, a heading that does not exist`,
      ]);
    },
  );
});
