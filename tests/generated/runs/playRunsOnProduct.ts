import { parseScenario } from '../../../bot/src/simulation/parseScenario.ts';
import { simulate } from '../../../bot/src/simulation/simulate.ts';
import type { PrintedLine, PrintedReport } from '../../../bot/src/simulation/simulate.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import type { Scenario } from './runScenarioFormat.ts';

/**
 * Output of the product for one scenario: the messages (`lines`), the rejected actions and errors (`notes`), and the
 * final reports.
 */
export interface Played {
  readonly lines: readonly PrintedLine[];
  readonly notes: readonly string[];
  readonly reports: readonly PrintedReport[];
}

/** Plays a scenario with the product itself and collects its output. */
export const play = async (scenario: Scenario): Promise<Played> => {
  const lines: PrintedLine[] = [];
  const notes: string[] = [];
  const reports: PrintedReport[] = [];
  await simulate(parseScenario(JSON.stringify(scenario), translateFor('en')), {
    line: (line) => lines.push(line),
    note: (text) => notes.push(text),
    report: (report) => reports.push(report),
  });
  return { lines, notes, reports };
};
