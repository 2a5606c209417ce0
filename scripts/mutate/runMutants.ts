import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MutateOptions } from './parseMutateArguments.ts';
import { bundleTests } from './bundleTests.ts';
import { instrumentFiles } from './instrumentFiles.ts';
import type { PlacedMutant } from './instrumentFiles.ts';
import type { TestOutcome } from './testProcessMessages.ts';
import { startTestRunner } from './startTestRunner.ts';
import type { TestRunner } from './startTestRunner.ts';

export interface Mutant extends Omit<PlacedMutant, 'id'> {
  readonly status: 'KILLED' | 'TIMEOUT' | 'SURVIVED' | 'NO_COVERAGE';
}

// Shortest time limit of a test, so that a busy machine is not mistaken for an endless loop.
const leastLimitMs = 5_000;
const limitFactor = 5;
/**
 * A change can leave state behind that fails the next tests. So the tests run without a change after every hundred
 * changes.
 */
const changesBetweenControls = 100;
/** A changed line that runs this many times as often as the original line counts as an endless loop. */
const hitFactor = 100;

/**
 * The tests that run a change: all tests of a file that runs the change while it loads, and every other test that runs
 * the change. `hits` counts the executions of the change, `ms` is the duration of the tests, both measured without a
 * change.
 */
interface Plan {
  readonly bundles: readonly (string | null)[];
  readonly tests: readonly string[];
  readonly hits: number;
  readonly ms: number;
}

const placeOf = (test: string): number => Number(test.split(':')[0]);

const planOf = (id: string, bundles: readonly string[], { coverage, durations }: TestOutcome): Plan => {
  const covering = Object.entries(coverage).filter(([, hits]) => hits[id] !== undefined);
  const whole = new Set(covering.filter(([test]) => test.endsWith(':*')).map(([test]) => placeOf(test)));
  const tests = Object.keys(durations).filter((test) => whole.has(placeOf(test)) || coverage[test]?.[id] !== undefined);
  const places = new Set(tests.map(placeOf));
  return {
    bundles: bundles.map((file, place) => (places.has(place) ? file : null)),
    tests,
    hits: covering.reduce((sum, [, hits]) => sum + (hits[id] ?? 0), 0),
    ms: tests.reduce((sum, test) => sum + (durations[test] ?? 0), 0),
  };
};

const statusOf = async (runner: TestRunner, id: string, plan: Plan): Promise<Mutant['status']> => {
  if (plan.tests.length === 0) return 'NO_COVERAGE';
  const { bundles, tests, hits, ms } = plan;
  const order = { bundles, mutant: id, tests, hitLimit: hits * hitFactor };
  const answer = await runner.run(order, leastLimitMs + ms * limitFactor);
  // State left by an earlier change can also crash the process, so a new process repeats the test once.
  const settled = answer === 'CRASH' ? await runner.run(order, leastLimitMs + ms * limitFactor) : answer;
  if (settled === 'TIMEOUT') return 'TIMEOUT';
  return settled === 'CRASH' || settled.failures.length > 0 ? 'KILLED' : 'SURVIVED';
};

const runUnchanged = async (runner: TestRunner, bundles: readonly string[], when: string): Promise<TestOutcome> => {
  const outcome = await runner.run({ bundles, mutant: null, tests: null, hitLimit: null }, 600_000);
  if (outcome === 'TIMEOUT' || outcome === 'CRASH') throw new Error(`${outcome} without any change, ${when}.`);
  const [first] = outcome.failures;
  if (first !== undefined) throw new Error(`A test fails without any change, ${when}: ${first}`);
  return outcome;
};

export const runMutants = async (
  { files, lines }: MutateOptions,
  tests: readonly string[],
): Promise<readonly Mutant[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-mutate-'));
  const runner = startTestRunner();
  try {
    const { mutants, contents } = await instrumentFiles(files, lines);
    const bundles = await bundleTests(tests, contents, folder);
    const outcome = await runUnchanged(runner, bundles, 'before the first');
    process.stderr.write(`${mutants.length} changes, ${Object.keys(outcome.durations).length} tests\n`);
    const judged: Mutant[] = [];
    for (const { id, ...mutant } of mutants) {
      judged.push({ ...mutant, status: await statusOf(runner, id, planOf(id, bundles, outcome)) });
      if (judged.length % changesBetweenControls !== 0) continue;
      process.stderr.write(`${judged.length} of ${mutants.length}\n`);
      await runUnchanged(runner, bundles, `after ${judged.length}`);
    }
    await runUnchanged(runner, bundles, 'after the last');
    return judged;
  } finally {
    runner.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
