import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { chosenSeeds, printFigures } from './seeds.ts';

// How a suite plays generated scenarios: a few runs a seed, each failure shrunk to a small scenario that is printed as JSON.

/** What one scenario did: figures by name. Throws when the product broke a rule. */
export type Figures = Readonly<Record<string, number>>;
export type Play<Scenario> = (scenario: Scenario) => Promise<Figures>;

export interface Steps {
  readonly steps: readonly unknown[];
}

export interface Suite<Scenario extends Steps> {
  readonly name: string;
  readonly scenario: fc.Arbitrary<Scenario>;
  readonly play: Play<Scenario>;
  /** Seeds when none are named from outside. */
  readonly seeds: number;
  /** Scenarios a seed. */
  readonly runs: number;
}

/** Shrinking stops here with the smallest scenario found so far. */
const shrinkMs = 60_000;

const failureOf = async <Scenario>(play: Play<Scenario>, scenario: Scenario): Promise<unknown> => {
  try {
    await play(scenario);
    return undefined;
  } catch (error) {
    return error;
  }
};

/**
 * Leaves out steps, at first many at once, as long as the scenario still fails. A scenario takes a second or more, so shrinking by steps
 * reaches a small one long before shrinking by values would.
 */
const shrunk = async <Scenario extends Steps>(
  play: Play<Scenario>,
  match: { readonly scenario: Scenario; readonly error: unknown },
): Promise<{ readonly scenario: Scenario; readonly error: unknown }> => {
  const until = performance.now() + shrinkMs;
  let smallest = match;
  for (let size = Math.ceil(smallest.scenario.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = smallest.scenario.steps.length; end > 0; end -= size) {
      if (performance.now() > until) return smallest;
      const { steps } = smallest.scenario;
      const scenario = { ...smallest.scenario, steps: steps.filter((_, index) => index >= end || index < end - size) };
      const error = await failureOf(play, scenario);
      if (error !== undefined) smallest = { scenario, error };
    }
  return smallest;
};

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Plays the scenarios of every seed and throws the smallest failing one with the seed that repeats it. */
export const playSeeds = async <Scenario extends Steps>(suite: Suite<Scenario>): Promise<Figures> => {
  const { name, play } = suite;
  const chosen = chosenSeeds(suite.seeds);
  const figures: Record<string, number> = { scenarios: 0 };
  for (const seed of chosen)
    for (const scenario of fc.sample(suite.scenario, { seed, numRuns: suite.runs })) {
      try {
        const done = await play(scenario);
        figures['scenarios'] = (figures['scenarios'] ?? 0) + 1;
        for (const [what, count] of Object.entries(done)) figures[what] = (figures[what] ?? 0) + count;
      } catch (error) {
        const smallest = await shrunk(play, { scenario, error });
        const json = JSON.stringify(smallest.scenario);
        throw new Error(`${name} failed; WORLD_SEEDS=${seed} repeats it.\n${json}\n${messageOf(smallest.error)}`, {
          cause: error,
        });
      }
    }
  printFigures(name, chosen, figures);
  return figures;
};

/** The kept scenarios of a suite by file name. */
export const keptScenarios = <Scenario>(suite: string): (readonly [string, Scenario])[] => {
  const folder = path.join(__dirname, suite, 'kept');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Scenario] as const);
};
