import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from '#contracts/csv.ts';
import type { Words } from '#contracts/text/keys.ts';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, TimesheetExport } from './timesheetExport.ts';

type Cell = string | number;

/** Its own guard against formulas misses some and spoils honest text (design/trust.md), so ours goes over every text. */
const options = { bom: false, quoted_string: true, record_delimiter: 'windows', escape_formulas: false } as const;

const text = (value: string): string => withoutFormula(value.toWellFormed());

/** Names come again in every row: each is looked through once. */
const createNames = (): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const safe = known.get(name) ?? text(name);
    known.set(name, safe);
    return safe;
  };
};

// A number beside the hours, since hours with two decimals do not add up to the hours of the whole.
const cells = ({ date, user, meeting, task, minutes }: ExportRow, name: (name: string) => string): Cell[] => [
  ...[date, name(user), name(meeting ?? ''), text(task)],
  ...[exportHours(minutes), minutes],
];

/** The writer is set up anew for each call, so a call takes many rows; few enough that nobody waits for it. */
const rowsAtOnce = 500;

/** The rows as they are read, newest day first as on the screen, then their sum; UTF-8 with a byte order mark, by which spreadsheets know it. */
export const csvPieces = async function* (source: Pick<TimesheetExport, 'lots'>, words: Words): AsyncGenerator<string> {
  const head = ['date', 'user', 'meeting', 'task', 'hours', 'minutes'] as const;
  yield `\ufeff${stringify([head.map((one) => words(`sheetFile.${one}`))], options)}`;
  const name = createNames();
  let waiting: Cell[][] = [];
  let minutes = 0;
  for await (const lot of source.lots()) {
    for (const row of lot) {
      minutes += row.minutes;
      waiting.push(cells(row, name));
    }
    if (waiting.length < rowsAtOnce) continue;
    yield stringify(waiting, options);
    waiting = [];
  }
  const sum: Cell[] = [words('sheetFile.total'), '', '', '', exportHours(minutes), minutes];
  yield stringify([...waiting, sum], options);
};
