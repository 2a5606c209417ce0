import fc from 'fast-check';
import { ScenarioError } from '../../../bot/src/simulation/parseScenario.ts';
import { chosenSeeds, printFigures } from '../chooseSeedsAndPrintFigures.ts';
import { day } from './zoneClocksAndDateArithmetic.ts';
import { generatedScenario } from './scenarioGenerator.ts';
import { playAndJudge } from './judgeMessages.ts';
import { pruneScenario } from './pruneScenario.ts';
import type { Scenario } from './runScenarioFormat.ts';

// Plays one generated scenario (a world) per seed, and shrinks the first three failing worlds to small scenarios that
// can be stored.

interface Failure {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly smallest: Scenario;
}

/**
 * Number of worlds. Together they have about two thousand days, because a world has a little over four days on average.
 */
const worldSeeds = 490;

interface Halves {
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Returns the seeds in two halves, so that Jest can play them in parallel. */
export const worldHalves = (): Halves => {
  const seeds = chosenSeeds(worldSeeds);
  const middle = Math.ceil(seeds.length / 2);
  return { first: seeds.slice(0, middle), last: seeds.slice(middle) };
};

/** Milliseconds after which shrinking stops, because each step plays a whole world. */
const shrinkMs = 60_000;

/**
 * Returns the kind of fault without names and times. Shrinking compares kinds of faults, because a smaller world has
 * other names and times.
 */
const sortOf = (wrong: string): string => wrong.split(/[:\d]/)[0] ?? '';

const failsWith =
  (sorts: ReadonlySet<string>) =>
  async (scenario: Scenario): Promise<boolean> => {
    try {
      return (await playAndJudge(scenario)).wrong.some((text) => sorts.has(sortOf(text)));
    } catch (error) {
      if (error instanceof ScenarioError) return false;
      throw error;
    }
  };

const shrunk = async (seed: number, wrong: readonly string[], world: Scenario): Promise<Failure> => {
  const isWrong = failsWith(new Set(wrong.map(sortOf)));
  const isRight = fc.asyncProperty(generatedScenario, async (scenario) => !(await isWrong(scenario)));
  // oxlint-disable-next-line typescript/no-deprecated -- the plugins that replace the options lose the type of the scenario
  const details = await fc.check(isRight, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: shrinkMs });
  const [smaller = world] = details.counterexample ?? [];
  const smallest = await pruneScenario(smaller, isWrong);
  return { seed, wrong: (await playAndJudge(smallest)).wrong, smallest };
};

const worldOf = (seed: number): Scenario => {
  const [world] = fc.sample(generatedScenario, { seed, numRuns: 1 });
  if (world === undefined) throw new Error(`Seed ${seed} makes no world.`);
  return world;
};

const asText = ({ seed, wrong, smallest }: Failure): string =>
  `Seed ${seed} goes wrong:\n  ${wrong.join('\n  ')}\nKeep it as tests/generated/runs/kept/<name>.json:\n${JSON.stringify(smallest, null, 2)}`;

/**
 * Plays these seeds and prints the figures and the smallest failing worlds. Returns the first fault of each failing
 * seed.
 */
export const playSeeds = async (seeds: readonly number[]): Promise<string[]> => {
  const failures: Failure[] = [];
  const counted = { 'days played': 0, 'messages judged': 0, 'reports judged': 0, wrong: 0 };
  for (const seed of seeds) {
    const world = worldOf(seed);
    const { wrong, messages, reports } = await playAndJudge(world);
    counted['days played'] += (Date.parse(world.end) - Date.parse(world.start)) / day;
    counted['messages judged'] += messages;
    counted['reports judged'] += reports;
    counted.wrong += wrong.length;
    if (wrong.length === 0) continue;
    // Only the first three are shrunk, because shrinking takes a minute each.
    failures.push(failures.length < 3 ? await shrunk(seed, wrong, world) : { seed, wrong, smallest: world });
  }
  for (const failure of failures) process.stdout.write(`${asText(failure)}\n`);
  printFigures('runs', seeds, counted);
  return failures.map(({ seed, wrong }) => `seed ${seed}: ${wrong[0] ?? ''}`);
};
