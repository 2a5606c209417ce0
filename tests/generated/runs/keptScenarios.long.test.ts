import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { playAndJudge } from './judgeMessages.ts';
import type { Scenario } from './runScenarioFormat.ts';

// Plays and judges stored scenarios that once failed, or that are similar to a failure.

const folder = path.join(__dirname, 'kept');
const scenarios = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file): [string, Scenario] => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Scenario]);

it.each(scenarios)('plays %s by the rules', async (_, scenario) => {
  expect((await playAndJudge(scenario)).wrong).toEqual([]);
});
