import { stringify } from 'csv-stringify/sync';
import { withoutFormula } from '#contracts/csv.ts';
import type { Words } from '#contracts/text/keys.ts';
import { exportHours } from './timesheetExport.ts';
import type { ExportRow, TimesheetExport } from './timesheetExport.ts';

type Cell = string | number;

/** Its own guard against formulas misses some and spoils honest text (design/trust.md), so ours goes over every text. */
const options = { bom: false, quoted_string: true, record_delimiter: 'windows', escape_formulas: false } as const;

const text = (value: string): string => withoutFormula(value.toWellFormed());

// A number beside the hours, since hours with two decimals do not add up to the hours of the whole.
const cells = ({ date, user, meeting, task, minutes }: ExportRow): Cell[] => [
  ...[date, text(user), text(meeting ?? ''), text(task)],
  ...[exportHours(minutes), minutes],
];

/** About as many characters as one write of a socket takes. */
const pieceLength = 60_000;

/** The rows as they are read, then their sum; UTF-8 with a byte order mark, by which spreadsheets know it. */
export const csvPieces = async function* (source: Pick<TimesheetExport, 'lots'>, words: Words): AsyncGenerator<string> {
  const head = ['date', 'user', 'meeting', 'task', 'hours', 'minutes'] as const;
  let piece = `\ufeff${stringify([head.map((one) => words(`sheetFile.${one}`))], options)}`;
  let minutes = 0;
  for await (const lot of source.lots()) {
    for (const row of lot) minutes += row.minutes;
    piece += stringify(lot.map(cells), options);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + stringify([[words('sheetFile.total'), '', '', '', exportHours(minutes), minutes]], options);
};
