import { checkProse } from '../../scripts/prose/checkProse.ts';

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

  it.each([['oxlint-disable-next-line no-console'], ['@ts-expect-error The package has no types.'], ['oxfmt-ignore']])(
    'leaves out the instruction %s',
    (instruction) => {
      expect(checkProse([source(`// ${instruction}`)], []).comments).toBe(0);
    },
  );

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

describe('the prose of pages and test titles', () => {
  const page = (...lines: readonly string[]): readonly string[] =>
    checkProse([], [{ path: 'docs/api.md', text: lines.join('\n') }]).findings;
  const test = (...lines: readonly string[]): readonly string[] =>
    checkProse([], [{ path: 'tests/api/goals.test.ts', text: lines.join('\n') }]).findings;

  it.each(['told', 'said', 'stands', 'anew', 'somebody', 'Nobody', 'everybody', 'mended', 'door', 'heart', 'beat'])(
    'the prose of pages and test titles may not use %s',
    (word) => {
      const finding = `uses "${word}", a word without a clear subject or action`;
      expect(page('# Goals', `A goal has ${word} here.`)).toEqual([`docs/api.md:2 ${finding}`]);
      expect(test(`it('returns ${word}', () => {});`)).toEqual([`tests/api/goals.test.ts:1 ${finding}`]);
    },
  );

  it('may use terms that contain such a word, and names that they quote', () => {
    expect(
      page(
        'A stand-up starts at the heartbeat.',
        'The label `door`.',
        'Send "Stand up".',
        '[Rules](https://example.test/door)',
      ),
    ).toEqual([]);
    expect(test("it('opens the stand-up at a heartbeat', () => {});")).toEqual([]);
  });

  it.each([
    ["describe('nobody', () => {", 'an argument on the same line'],
    ["it.only('nobody', () => {", 'a variant'],
    ["it.each(cases)('nobody', () => {", 'a list by its name'],
    ["it.each([1])(\n  'nobody',", 'an argument on the next line'],
    ["it.each<number>(cases)('nobody', () => {", 'a list with a type'],
    ["])('nobody', () => {", 'the end of a table'],
    ["  ] as const)('nobody', () => {", 'the end of a constant table'],
    ['  it(`nobody ${index}`, () => {', 'a template'],
    ['test("nobody", () => {', 'double quotes'],
  ])('are found in %j, %s', (line) => {
    expect(test(line)).toEqual([expect.stringContaining('uses "nobody"')]);
  });

  it('the prose of tests does not include their other texts', () => {
    expect(test("send('nobody');", "it('sends', () => expect(text).toBe('nobody'));")).toEqual([]);
  });

  it.each([
    'What became of a message.',
    'Limits. Where a zone skips a date, nothing happens.',
    '- _What stays_: the rows.',
    '| Name | What a contact updates |',
  ])('the prose of pages may not begin a sentence with a question word: %s', (line) => {
    expect(page(line)).toEqual(['docs/api.md:1 uses a question word as a noun']);
  });

  it('the prose of pages may ask a question', () => {
    expect(page('What do you plan for today?', 'The day on which the run opens.')).toEqual([]);
  });

  it('a test title may continue the noun of its group, but not begin with a question word as a noun', () => {
    expect(test("it('who left get no summary', () => {});")).toEqual([]);
    expect(test("describe('what is shown', () => {});")).toEqual([
      'tests/api/goals.test.ts:1 uses a question word as a noun',
    ]);
  });
});
