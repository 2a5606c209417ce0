// Gathers the reads of single rows that callers request in the same turn, so that one statement carries out several of them.
import type { Key, Table } from '../tableStore.ts';
import { rowsAtOnce } from './deferredWrites.ts';

interface Batch<Row> {
  readonly keys: Key[];
  readonly rows: Promise<readonly Row[]>;
}

/**
 * Returns a function that reads one row. `readAll` starts a batch: it must call `takeKeys` after the callers of this turn have
 * added their keys, and return one row for each key.
 */
export const createGatheredReads = <Row>(
  readAll: (table: Table, takeKeys: () => readonly Key[]) => Promise<readonly Row[]>,
): ((table: Table, key: Key) => Promise<Row | undefined>) => {
  const open = new Map<Table, Batch<Row>>();
  const begin = (table: Table): Batch<Row> => {
    const keys: Key[] = [];
    const takeKeys = (): readonly Key[] => {
      if (open.get(table)?.keys === keys) open.delete(table);
      return keys;
    };
    const batch = { keys, rows: readAll(table, takeKeys) };
    open.set(table, batch);
    return batch;
  };
  return async (table, key) => {
    const current = open.get(table);
    const batch = current !== undefined && current.keys.length < rowsAtOnce ? current : begin(table);
    const index = batch.keys.push(key) - 1;
    return (await batch.rows)[index];
  };
};
