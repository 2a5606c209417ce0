import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from '#contracts/core/csv.ts';
import type { Words } from '#contracts/text/catalogueKeys.ts';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, TimesheetExport } from './timesheetExport.ts';

type Cell = string | number;

/**
 * The writer's own guard against formulas misses some and damages harmless text (docs/product-rules.md, Timesheets),
 * so ours is applied to every text.
 */
const options = { bom: false, quoted_string: true, record_delimiter: 'windows', escape_formulas: false } as const;

const text = (value: string): string => withoutFormula(value.toWellFormed());

/** Names repeat in every row, so each is checked only once. */
const createNames = (): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const safe = known.get(name) ?? text(name);
    known.set(name, safe);
    return safe;
  };
};

// Minutes are exported beside the hours, because hours with two decimals do not add up to the total.
const cells = (row: ExportRow, name: (name: string) => string, words: Words): Cell[] => [
  ...[row.date, name(row.user), name(row.meeting ?? ''), text(row.task), exportHours(row.minutes), row.minutes],
  ...[name(row.email), row.memberId, words(`timesheet.state${row.weekState}`)],
];

/** The writer is set up for each call, so a call takes many rows, but few enough not to delay other requests. */
const rowsAtOnce = 500;

/**
 * The rows in reading order, newest day first as on the screen. There is no total row, which a pivot table would
 * count twice. UTF-8 with a byte order mark, by which spreadsheets recognise it.
 */
export const csvPieces = async function* (source: Pick<TimesheetExport, 'lots'>, words: Words): AsyncGenerator<string> {
  const head = ['date', 'user', 'meeting', 'task', 'hours', 'minutes', 'email', 'memberId', 'week'] as const;
  yield `\ufeff${stringify([head.map((item) => words(`sheetFile.${item}`))], options)}`;
  const name = createNames();
  let waiting: Cell[][] = [];
  for await (const lot of source.lots()) {
    for (const row of lot) waiting.push(cells(row, name, words));
    if (waiting.length < rowsAtOnce) continue;
    yield stringify(waiting, options);
    waiting = [];
  }
  if (waiting.length > 0) yield stringify(waiting, options);
};
