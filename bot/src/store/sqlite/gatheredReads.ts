// Gathers the reads of single rows that callers request in the same turn of the event loop, so that one statement reads
// up to `rowsAtOnce` rows.
import type { Key, Table } from '../tableStorePort.ts';
import { rowsAtOnce } from './deferredWrites.ts';

export interface RowToRead {
  readonly table: Table;
  readonly key: Key;
}

interface Batch<Row> {
  readonly wanted: RowToRead[];
  readonly rows: Promise<readonly Row[]>;
}

/**
 * Returns a function that reads one row. `readAll` starts a batch: it must call `takeWanted` after the callers of this
 * turn have added their rows, and return one result for each of these rows.
 */
export const createGatheredReads = <Row>(
  readAll: (takeWanted: () => readonly RowToRead[]) => Promise<readonly Row[]>,
): ((table: Table, key: Key) => Promise<Row | undefined>) => {
  let open: Batch<Row> | undefined;
  const begin = (): Batch<Row> => {
    const wanted: RowToRead[] = [];
    const takeWanted = (): readonly RowToRead[] => {
      if (open?.wanted === wanted) open = undefined;
      return wanted;
    };
    open = { wanted, rows: readAll(takeWanted) };
    return open;
  };
  return async (table, key) => {
    const batch = open !== undefined && open.wanted.length < rowsAtOnce ? open : begin();
    const index = batch.wanted.push({ table, key }) - 1;
    return (await batch.rows)[index];
  };
};
