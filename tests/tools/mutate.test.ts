import { existsSync, readFileSync } from 'node:fs';
import { parseMutateArguments } from '../../scripts/mutate/parseMutateArguments.ts';
import { readEquivalents, staleEquivalents } from '../../scripts/mutate/equivalentMutants.ts';
import type { Mutant } from '../../scripts/mutate/runMutants.ts';
import { judgeMutants, meetsThreshold, reportLines } from '../../scripts/mutate/judgeAndReportMutants.ts';
import { chooseTests } from '../../scripts/mutate/chooseTests.ts';

// Tests the mutation tool, which lists changes of the source that no test notices (docs/decisions/054).

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

const mutant = (status: Mutant['status'], change: Partial<Mutant> = {}): Mutant => ({
  ...{
    file: 'bot/src/contracts/text/formatMoney.ts',
    line: 3,
    mutator: 'Equality',
    original: 'a < b',
    replacement: 'a <= b',
  },
  ...{ status, ...change },
});
const listed = {
  file: 'bot/src/contracts/text/formatMoney.ts',
  original: 'a < b',
  replacement: 'a <= b',
  reason: 'Never equal.',
};

it('every test that a file name selects exists', () => {
  const named = JSON.parse(readFileSync('scripts/mutate/tests.json', 'utf8')) as Record<string, readonly string[]>;
  const missing = Object.values(named)
    .flat()
    .filter((test) => !existsSync(test));
  expect(missing).toEqual([]);
});

it('every equivalent change names text of its file and gives a reason', () => {
  for (const { file, original, replacement, reason } of readEquivalents()) {
    expect(onOneLine(readFileSync(file, 'utf8'))).toContain(original);
    expect(replacement).not.toBe(original);
    expect(reason).toMatch(/^[A-Z].+\.$/);
  }
});

it('a file is tried against the test beside it and the tests that its name selects', () => {
  const tests = [
    'bot/src/domain/billing/trialAndPayingState.test.ts',
    'tests/jobs/billing/chargeRules.test.ts',
    'tests/jobs/billing/paymentStateRules.test.ts',
  ];
  expect(chooseTests(['bot/src/domain/billing/trialAndPayingState.ts'])).toEqual(tests);
});

describe('the score', () => {
  const noticed = [mutant('KILLED'), mutant('TIMEOUT')];

  it('counts an endless change as noticed, and one that no test runs as unnoticed', () => {
    const judged = judgeMutants([...noticed, mutant('SURVIVED'), mutant('NO_COVERAGE')], []);
    expect([judged.noticed.length, judged.unnoticed.length, judged.equivalent.length]).toEqual([2, 2, 0]);
    expect(meetsThreshold(judged, 50)).toBe(true);
    expect(meetsThreshold(judged, 51)).toBe(false);
    expect(reportLines(judged, 51).join('\n')).toContain(' 50.0 %  2 of 4  bot/src/contracts/text  (below 51 %)');
  });

  it('leaves out equivalent changes, which are those of the same file and text', () => {
    const other = mutant('SURVIVED', { replacement: 'a > b' });
    const judged = judgeMutants([...noticed, mutant('SURVIVED'), other], [listed]);
    expect(judged.equivalent).toHaveLength(1);
    expect(judged.unnoticed).toEqual([other]);
  });

  it('is held by each folder', () => {
    const elsewhere = mutant('SURVIVED', { file: 'bot/src/jobs/billing/recordActiveMemberInLedger.ts' });
    expect(meetsThreshold(judgeMutants([...noticed, elsewhere], []), 60)).toBe(false);
  });
});

it('reports an equivalent as stale if a test notices it, or if its code was deleted', () => {
  const options = { files: [listed.file], lines: null, tests: [], threshold: 85 };
  const stale = (mutants: readonly Mutant[], of = options) =>
    staleEquivalents([listed], judgeMutants(mutants, [listed]).equivalent, of).length;
  expect(stale([mutant('SURVIVED')])).toBe(0);
  expect(stale([mutant('KILLED')])).toBe(1);
  expect(stale([])).toBe(1);
  expect(stale([], { ...options, files: ['bot/src/domain/billing/trialAndPayingState.ts'] })).toBe(0);
});

describe('the command line', () => {
  it('names source files or folders, and what they are tried against', () => {
    const words = [
      'bot/src/contracts/text/formatMoney.ts',
      '--tests',
      'bot/src/contracts/text/formatMoney.test.ts',
      '--threshold',
      '90',
    ];
    expect(parseMutateArguments(words)).toEqual({
      ...{
        files: ['bot/src/contracts/text/formatMoney.ts'],
        lines: null,
        tests: ['bot/src/contracts/text/formatMoney.test.ts'],
        threshold: 90,
      },
    });
    const folder = parseMutateArguments(['bot/src/contracts/text'])?.files ?? [];
    expect(folder).toContain('bot/src/contracts/text/formatMoney.ts');
    expect(folder.some((file) => file.endsWith('.test.ts'))).toBe(false);
  });

  it.each([
    [[]],
    [['bot/src/domain/missing.ts']],
    [['bot/src/contracts/text/formatMoney.ts', '--unknown', '1']],
    [['bot/src/contracts/text/formatMoney.ts', '--threshold', '101']],
    [['bot/src/contracts/text/formatMoney.ts', 'bot/src/domain/billing/trialAndPayingState.ts', '--lines', '1-2']],
    [['bot/src/contracts/text/formatMoney.ts', '--lines', 'one']],
  ])('rejects invalid arguments: %j', (words) => {
    expect(parseMutateArguments(words)).toBeUndefined();
  });
});
