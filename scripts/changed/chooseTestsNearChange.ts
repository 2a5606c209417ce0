import { measureDistances } from './importGraph.ts';
import type { Dependants } from './importGraph.ts';

// Finds the tests near a change. Nearly every API test reaches nearly every service through the composed server, so a
// chain of imports alone is no reason to run a test. A test is near if few imports lead from it to a changed file, or
// if their paths share a rare word.

/** Seconds that one test file takes on one core, by the start of its path; the first match counts. */
const secondsByFolder = [
  ['bot/src/', 1],
  ['tab/src/', 3],
  ['tests/generated/', 10],
  ['tests/', 4],
] as const;
/** Test files that take far longer than their neighbours, with their measured seconds. */
export const slowTests: ReadonlyMap<string, number> = new Map([
  ['tests/api/http/permissionsOfEveryRoute.test.ts', 90],
  ['tests/jobs/engine/engineOnEachChatPlatform.test.ts', 55],
  ['tests/jobs/engine/chatServiceFaults.test.ts', 30],
  ['tests/jobs/engine/instanceRacesAndStoreFaults.test.ts', 30],
  ['tests/jobs/runs/missedPrompts.test.ts', 25],
  ['tests/jobs/runs/sharedReminderFaults.test.ts', 20],
  ['tests/api/connect/connectRacesAndFaults.test.ts', 15],
  ['tests/jobs/engine/verifyStore.test.ts', 11],
  ['tests/jobs/engine/verifyStoreFindsRunFaults.test.ts', 9],
]);
const otherRuns = ['tests/e2e/', 'tests/load/'];

/**
 * True for a test that Jest runs without a browser, and that belongs neither to the long tests nor to the load tests.
 */
export const isQuickTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) && !file.includes('.long.test.') && !otherRuns.some((folder) => file.startsWith(folder));

const secondsOf = (test: string): number =>
  slowTests.get(test) ?? secondsByFolder.find(([folder]) => test.startsWith(folder))?.[1] ?? 1;

const wordsOf = (file: string): ReadonlySet<string> => {
  const name = file.replace(/(?:\.long)?(?:\.test)?\.\w+$/, '').replace(/([a-z\d])([A-Z])/g, '$1/$2');
  return new Set(
    name
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .map((word) => word.replace(/s$/, '')),
  );
};

/** A word in the paths of more tests than this is ignored, because it is the name of a layer, not of a feature. */
const maxTestsOfWord = 15;
const nearDistance = 2;

export interface ChangedTests {
  /** The nearest tests that fit into the time, nearest first. */
  readonly chosen: readonly string[];
  /** Further near tests, which would exceed the time. */
  readonly left: readonly string[];
  /**
   * Near tests that take more than half of the time each. They are left out: two test files run side by side, so such a
   * test alone would take longer than the whole run.
   */
  readonly tooLong: readonly string[];
  /** Total number of quick tests that reach a changed file or belong to one by name. */
  readonly reaching: number;
}

export interface ChangeInput {
  readonly changed: readonly string[];
  readonly files: readonly string[];
  readonly dependants: Dependants;
  /** The tests that belong to a changed file by name, such as the test beside it. */
  readonly named: ReadonlySet<string>;
  /** Limit of the chosen tests, in seconds of processor time. */
  readonly seconds: number;
}

const countWords = (tests: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const test of tests) for (const word of wordsOf(test)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Returns the weight of the words that the path of a test shares with the changed files; a rare word weighs more. */
const weighWords = (test: string, words: ReadonlySet<string>, counts: ReadonlyMap<string, number>): number =>
  [...wordsOf(test)]
    .filter((word) => words.has(word) && (counts.get(word) ?? 0) <= maxTestsOfWord)
    .reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0);

const takeWithin = (tests: readonly string[], seconds: number): number => {
  let spent = 0;
  const end = tests.findIndex((test) => (spent += secondsOf(test)) > seconds);
  // At least one test runs, because a run without a test would prove nothing.
  return end === -1 ? tests.length : Math.max(end, 1);
};

export const chooseTestsNearChange = ({ changed, files, dependants, named, seconds }: ChangeInput): ChangedTests => {
  const tests = files.filter(isQuickTest);
  const counts = countWords(tests);
  const distances = measureDistances(changed, dependants);
  const words = new Set(changed.flatMap((file) => [...wordsOf(file)]));
  const rank = (test: string): number => {
    const distance = distances.get(test) ?? Infinity;
    if (distance === 0) return Infinity;
    if (named.has(test)) return Number.MAX_VALUE;
    const shared = weighWords(test, words, counts);
    return distance <= nearDistance || shared > 0 ? shared + 1 / distance : 0;
  };
  const reaching = tests.filter((test) => distances.has(test) || named.has(test));
  const near = reaching
    .map((test) => ({ test, rank: rank(test) }))
    .filter((ranked) => ranked.rank > 0)
    .sort((first, second) => (first.rank === second.rank ? 0 : second.rank - first.rank))
    .map(({ test }) => test);
  const isTooLong = (test: string): boolean => (slowTests.get(test) ?? 0) > seconds / 2;
  const short = near.filter((test) => !isTooLong(test));
  const count = takeWithin(short, seconds);
  return {
    ...{ chosen: short.slice(0, count), left: short.slice(count) },
    ...{ tooLong: near.filter(isTooLong), reaching: reaching.length },
  };
};
