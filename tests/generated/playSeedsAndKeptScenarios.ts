import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { chosenSeeds, printFigures } from './chooseSeedsAndPrintFigures.ts';

// Plays generated scenarios, a few for each seed. A failing scenario is made smaller and printed as JSON.

/** Counts of one played scenario by name, such as the number of calls. A `Play` throws if the product breaks a rule. */
export type Figures = Readonly<Record<string, number>>;
export type Play<Scenario> = (scenario: Scenario) => Promise<Figures>;

export interface Steps {
  readonly steps: readonly unknown[];
}

export interface Suite<Scenario extends Steps> {
  readonly name: string;
  readonly scenario: fc.Arbitrary<Scenario>;
  readonly play: Play<Scenario>;
  /** Number of seeds if WORLD_SEEDS and WORLD_NIGHT are not set. */
  readonly seeds: number;
  /** Number of scenarios per seed. */
  readonly runs: number;
}

/** Milliseconds after which shrinking stops with the smallest scenario so far. */
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
 * Removes steps, many at once at first, while the scenario still fails. It does not shrink values, because a scenario
 * takes about a second.
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

/** Plays all scenarios of all seeds. Throws the smallest failing scenario with the seed that repeats it. */
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

/** Returns the stored scenarios of a suite, by file name. */
export const keptScenarios = <Scenario>(suite: string): (readonly [string, Scenario])[] => {
  const folder = path.join(__dirname, suite, 'kept');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Scenario] as const);
};
