import { stringify } from 'csv-stringify/sync';
import { createNames, csvOptions, csvText } from '../../files/csvOptionsAndSafeCells.ts';
import { answerColumns, headOf, rowsOf } from './rollupFileColumns.ts';
import type { AnswerColumn, AnswerRow } from './rollupFileColumns.ts';
import type { RollupFileSource } from './readRollupForFile.ts';
import type { RollupFileTexts } from './rollupFileModel.ts';

type Cell = string | number;
type CellWriter = (row: AnswerRow) => Cell;

const cellWriter = (column: AnswerColumn, name: (name: string) => string): CellWriter => {
  switch (column.type) {
    case 'NAME':
      return (row) => name(column.value(row) ?? '');
    case 'TEXT':
      return (row) => csvText(column.value(row) ?? '');
    case 'TIME':
      return (row) => column.value(row)?.replace('T', ' ') ?? '';
    case 'CODE':
    case 'DATE':
    case 'NUMBER':
    case 'VALUE':
      return (row) => column.value(row) ?? '';
  }
};

/** Yields the CSV file: one row for each answer, in the order of the page. An entry without answers has one row. */
export const rollupCsv = async function* (
  { batches }: Pick<RollupFileSource, 'batches'>,
  { heads }: Pick<RollupFileTexts, 'heads'>,
): AsyncGenerator<string> {
  yield `\ufeff${stringify([answerColumns.map((column) => headOf(heads, column))], csvOptions)}`;
  const name = createNames();
  const writers = answerColumns.map((column) => cellWriter(column, name));
  for await (const batch of batches()) {
    const rows = batch.flatMap((item) => (item.kind === 'ENTRY' ? rowsOf(item.entry) : []));
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => writers.map((write) => write(row))),
        csvOptions,
      );
  }
};
