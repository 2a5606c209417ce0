import { checkProse } from '../../scripts/prose/prose.ts';

const source = (text: string) => ({ path: 'bot/src/main.ts', text });
const findings = (...lines: readonly string[]): readonly string[] =>
  checkProse([source(lines.join('\n'))], []).findings;
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const plain = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `// The sender retries message ${index}.\nsend();`);

describe('the prose of comments', () => {
  it('passes if comments name their subject', () => {
    expect(checkProse([source(plain(3).join('\n'))], [])).toEqual({ comments: 3, findings: [] });
  });

  it.each([
    ['a line', '// Who was refused is asked later.'],
    ['a block', '/** Whose turn it is. */'],
    ['a block of several lines', '/**\n * What was refused.\n */'],
  ])('fails if one comment of 20 begins with a question word: %s', (_name, comment) => {
    expect(findings(comment, 'send();', ...plain(20))).toEqual([]);
    expect(findings(comment, 'send();', ...plain(19))).toEqual([
      '5.0 % of 20 comments begin with a question word; the limit is 5.0 %',
      expect.stringMatching(/^ {2}bot\/src\/main\.ts:1 (?:Who was|Whose turn|What was)/),
    ]);
  });

  it('fails if 3 of 100 comments use a word without a clear subject', () => {
    const unclear = ['told', 'nobody', 'looks at'].map((word) => `/** A member ${word} here. */`);
    expect(findings(...unclear, ...plain(98))).toEqual([]);
    expect(findings(...unclear, ...plain(97))).toEqual([
      '3.0 % of 100 comments use a word without a clear subject or action; the limit is 3.0 %',
      ...unclear.map((comment, index) => `  bot/src/main.ts:${index + 1} ${comment.slice(4, -3)}`),
    ]);
  });

  it('counts lines below each other as one comment of at most 60 words', () => {
    const [most, more] = [30, 31].map((count) => [`  // ${words(30)}`, `  // ${words(count)}`, 'send();']);
    expect(findings(...(most ?? []))).toEqual([]);
    expect(findings('start();', ...(more ?? []))).toEqual([
      'bot/src/main.ts:2 is a comment of 61 words; the limit is 60',
    ]);
  });

  it.each([
    ['oxlint-disable-next-line no-console'],
    ['@ts-expect-error The package has no types.'],
    ['prettier-ignore'],
  ])('leaves out the instruction %s', (instruction) => {
    expect(checkProse([source(`// ${instruction}`)], []).comments).toBe(0);
  });

  it.each([
    ['a home folder', '/home/ann/rollcall'],
    ['a work folder', '/work/main'],
    ['a folder beside the repository', '../shared/spec'],
  ])('fails if a source, a test or a page names %s', (_name, place) => {
    const comment = `// See ${place} for the rules.`;
    const others = [
      { path: 'tests/api/goals.test.ts', text: `\n${comment}` },
      { path: 'docs/api.md', text: `The rules are in ${place}.` },
    ];
    expect(checkProse([source(comment)], others).findings).toEqual(
      ['bot/src/main.ts:1', 'tests/api/goals.test.ts:2', 'docs/api.md:1'].map(
        (match) => `${match} names a path outside the repository`,
      ),
    );
  });

  it('accepts addresses that contain such a path', () => {
    expect(findings('// GET /api/work/items and https://example.test/home/a.')).toEqual([]);
  });
});
