import { readFileSync } from 'node:fs';
import { parseScenario, ScenarioError } from '../bot/src/simulation/parseScenario.ts';
import { simulate } from '../bot/src/simulation/simulate.ts';
import { translateFor } from '../bot/src/translate.ts';

// npm run simulate -- FILE: plays a scenario on a simulated clock and prints every message as one JSON object per line.
// Exit 2 if the scenario cannot be played. Rejected answers and events are printed to standard error.

const file = process.argv[2];

const read = (name: string): string => {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    throw new ScenarioError([`cannot be read: ${name}`]);
  }
};

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const run = async (): Promise<number> => {
  if (file === undefined) {
    say('Usage: npm run simulate -- FILE');
    return 2;
  }
  try {
    const lines: string[] = [];
    await simulate(parseScenario(read(file), translateFor('en')), {
      line: (line) => lines.push(JSON.stringify(line)),
      note: say,
    });
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return 0;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    say(`The scenario is invalid:\n${error.message.replace(/^/gm, '  ')}`);
    return 2;
  }
};

process.exitCode = await run();
