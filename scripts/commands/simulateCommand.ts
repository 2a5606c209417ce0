import { readFileSync } from 'node:fs';
import { parseScenario, ScenarioError } from '../../bot/src/simulation/parseScenario.ts';
import { simulate } from '../../bot/src/simulation/simulate.ts';
import { translateFor } from '../../bot/src/translate.ts';
import type { CommandHost } from './commandHost.ts';

const read = (name: string): string => {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    throw new ScenarioError([`cannot be read: ${name}`]);
  }
};

/**
 * `npm run simulate -- FILE`: plays a scenario on a simulated clock and prints every message as one JSON object per
 * line. Rejected answers and events are printed to standard error. Returns the exit code, 2 if the scenario cannot be
 * played.
 */
export const runSimulateCommand = async (file: string | undefined, { out, err }: CommandHost): Promise<number> => {
  if (file === undefined) {
    err('Usage: npm run simulate -- FILE\n');
    return 2;
  }
  try {
    const lines: string[] = [];
    await simulate(parseScenario(read(file), translateFor('en')), {
      line: (line) => lines.push(JSON.stringify(line)),
      note: (text) => {
        err(`${text}\n`);
      },
    });
    out(lines.map((line) => `${line}\n`).join(''));
    return 0;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    err(`The scenario is invalid:\n${error.message.replace(/^/gm, '  ')}\n`);
    return 2;
  }
};
