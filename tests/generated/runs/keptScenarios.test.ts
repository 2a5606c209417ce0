import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { playAndJudge } from './judge.ts';
import type { Scenario } from './runScenario.ts';

// Plays and judges stored scenarios that once failed, or that are similar to a failure.

const scenariosIn = (name: string): readonly (readonly [string, Scenario])[] => {
  const folder = path.join(__dirname, name);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Scenario]);
};

it.each(scenariosIn('kept'))('plays %s by the rules', async (_, scenario) => {
  expect((await playAndJudge(scenario)).wrong).toEqual([]);
});

// Engine and model disagree about these scenarios, and no decision says which of them is right. A solved scenario moves to the
// folder of the kept ones, and its seed leaves the list in worlds.ts.
it.each(scenariosIn('unsolved'))('disagrees with the model about %s', async (_, scenario) => {
  expect((await playAndJudge(scenario)).wrong).not.toEqual([]);
});
