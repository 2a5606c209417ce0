import { stringify } from 'csv-stringify/sync';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { createNames, csvOptions as options, csvText as text } from '../files/csvOptionsAndSafeCells.ts';
import { exportColumns, textsOf } from './exportColumns.ts';
import type { ColumnTexts, ExportColumn, ExportRow } from './exportColumns.ts';
import { columnTexts } from './exportLabels.ts';
import type { TimesheetExport } from './readTimesheetExport.ts';

type Cell = string | number;

/**
 * Returns the cell of one column for a row. Such a function is created once for each column and file, so that a row
 * needs no work besides its cells.
 */
type CellWriter = (row: ExportRow) => Cell;

const cellWriter = (column: ExportColumn, { choices }: ColumnTexts, name: (name: string) => string): CellWriter => {
  switch (column.type) {
    case 'NAME':
      return (row) => name(column.value(row));
    case 'TEXT':
      return (row) => text(column.value(row));
    case 'CHOICE':
      return (row) => choices[column.value(row)] ?? '';
    case 'CODE':
    case 'DATE':
    case 'NUMBER':
      return column.value;
  }
};

/**
 * Number of rows that are passed to the CSV library at once. A call has a fixed cost, so it gets many rows, but not so
 * many that it would delay other requests.
 */
const rowsAtOnce = 500;

/**
 * Yields the CSV file: newest day first, as on the screen. It has no row with the total, because a pivot table would
 * count it as a task. The text is UTF-8 and begins with a byte order mark, by which spreadsheets recognise UTF-8.
 */
export const csvPieces = async function* (
  source: Pick<TimesheetExport, 'batches'>,
  t: Translate,
  columns: readonly ExportColumn[] = exportColumns,
): AsyncGenerator<string> {
  const written = columns.filter(({ formats }) => formats.csv === true);
  const texts = columnTexts(written, t);
  yield `\ufeff${stringify([written.map((column) => textsOf(texts, column).head)], options)}`;
  const name = createNames();
  const writers = written.map((column) => cellWriter(column, textsOf(texts, column), name));
  let waiting: Cell[][] = [];
  for await (const batch of source.batches()) {
    for (const row of batch) {
      const cells: Cell[] = [];
      for (const write of writers) cells.push(write(row));
      waiting.push(cells);
    }
    if (waiting.length < rowsAtOnce) continue;
    yield stringify(waiting, options);
    waiting = [];
  }
  if (waiting.length > 0) yield stringify(waiting, options);
};
