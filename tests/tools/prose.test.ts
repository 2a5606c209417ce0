import { checkProse } from '../../scripts/prose/checkProse.ts';

const source = (text: string) => ({ path: 'bot/src/main.ts', text });
const findingsIn = (path: string, ...lines: readonly string[]): readonly string[] =>
  checkProse([{ path, text: lines.join('\n') }]).findings;
const findings = (...lines: readonly string[]): readonly string[] => findingsIn('bot/src/main.ts', ...lines);
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const unclear = (word: string): string => `uses "${word}", a word without a clear subject or action`;
const asksNothing = 'uses a question word as a noun';

const bannedWords = [
  ...['told', 'tells', 'said', 'says', 'say', 'spoken', 'stands', 'stood', 'anew', 'somebody', 'Nobody', 'everybody'],
  ...['whoever', 'mended', 'door', 'heart', 'beat', 'look at', 'looks at', 'looked at', 'of theirs'],
  ...['of its own accord', 'the own', 'all the same'],
];

describe('the prose of comments', () => {
  it('passes if comments name their subject', () => {
    const plain = '// The sender retries message 1.\nsend(); // The stand-up starts at a heartbeat.';
    expect(checkProse([source(plain)])).toEqual({ comments: 2, findings: [] });
  });

  it.each([
    ['a line', '// Who was refused is asked later.'],
    ['a line that begins with a small letter', '// who was refused is asked later.'],
    ['a block', '/** Whose turn it is. */'],
    ['a block of several lines', '/**\n * What was refused.\n */'],
    ['a second sentence', '/** A member answers. What was refused is sent again. */'],
    ['a comment after code', 'send(); // What was refused.'],
  ])('fails if %s begins with a question word as a noun', (_name, comment) => {
    expect(findings(comment)).toEqual([`bot/src/main.ts:1 ${asksNothing}`]);
  });

  it.each(bannedWords)('may not use %s', (word) => {
    expect(findings('', `/** A member ${word} here. */`)).toEqual([`bot/src/main.ts:2 ${unclear(word)}`]);
  });

  it.each([
    ['tests/api/goals.test.ts', '// A member is told.'],
    ['tab/src/ui/card.css', '.card { color: red; } /* A member is told. */'],
    ['scripts/lint/plugin.js', 'run(); // A member is told.'],
    ['.dependency-cruiser.cjs', '/** A member is told. */'],
    ['infra/azure.bicep', '// A member is told.'],
    ['.ci/run', 'npm ci # A member is told.'],
    ['deploy/rollcall.service', '# A member is told.'],
    ['teamsapp.yml', '  # A member is told.'],
    ['.env.example', '# A member is told.'],
    ['Dockerfile', '# A member is told.'],
    ['tab/index.html', '<!-- A member is told. -->'],
  ])('are read in %s', (path, line) => {
    expect(findingsIn(path, '', line)).toEqual([`${path}:2 ${unclear('told')}`]);
  });

  it('may name a code in capital letters', () => {
    expect(findings('// The phase TELL sends notices.')).toEqual([]);
  });

  it('do not include strings, addresses and the line of a script that names its program', () => {
    expect(findings("const text = '// nobody';", "const page = 'https://example.test/door';")).toEqual([]);
    expect(findingsIn('.ci/run', '#!/door/bash', "echo 'nobody#told'")).toEqual([]);
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
      expect(checkProse([source(`// ${instruction}`)]).comments).toBe(0);
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
    expect(checkProse([source(comment), ...others]).findings).toEqual(
      ['bot/src/main.ts:1', 'tests/api/goals.test.ts:2', 'docs/api.md:1'].map(
        (match) => `${match} names a path outside the repository`,
      ),
    );
  });

  it('accepts addresses that contain such a path', () => {
    expect(findings('// GET /api/work/items and https://example.test/home/a.')).toEqual([]);
  });
});

describe('the texts of errors', () => {
  it('may not use a listed word, or a question word as a noun', () => {
    expect(findings("throw new Error('A member was told.');", 'new StoreError(`what was sent ${id}`);')).toEqual([
      `bot/src/main.ts:1 ${unclear('told')}`,
      `bot/src/main.ts:2 ${asksNothing}`,
    ]);
  });

  it('are not keys or codes', () => {
    expect(findings("throw new AppError('NOBODY'); new Error('no member'); send('nobody was told');")).toEqual([]);
  });
});

describe('the prose of pages and test titles', () => {
  const page = (...lines: readonly string[]): readonly string[] => findingsIn('docs/api.md', ...lines);
  const test = (...lines: readonly string[]): readonly string[] => findingsIn('tests/api/goals.test.ts', ...lines);

  it.each(bannedWords)('may not use %s', (word) => {
    expect(page('# Goals', `A goal has ${word} here.`)).toEqual([`docs/api.md:2 ${unclear(word)}`]);
    expect(test(`it('returns ${word}', () => {});`)).toEqual([`tests/api/goals.test.ts:1 ${unclear(word)}`]);
  });

  it('may not use a phrase that continues on the next line, or a word between marks', () => {
    expect(page('A member looks', '  at the goal.', '_Nobody in particular_')).toEqual([
      `docs/api.md:1 ${unclear('looks at')}`,
      `docs/api.md:3 ${unclear('Nobody')}`,
    ]);
  });

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
    '# 048 Who may open an account',
    '## What to copy',
    '| 056 | [What a paused organisation still takes](056-paused-organisations.md) |',
    'Read [what it must provide](https://example.test).',
  ])('the prose of pages may not begin a sentence with a question word: %s', (line) => {
    expect(page(line)).toEqual(['docs/api.md:1 uses a question word as a noun']);
  });

  it('the prose of pages may ask a question', () => {
    expect(page('## What do you plan?', 'What do you plan for today?', 'The day on which it opens.')).toEqual([]);
  });

  it('a test title may continue the noun of its group, but not begin with a question word as a noun', () => {
    expect(test("it('who left get no summary', () => {});")).toEqual([]);
    expect(test("describe('what is shown', () => {});")).toEqual([
      'tests/api/goals.test.ts:1 uses a question word as a noun',
    ]);
  });
});
