import { mapInGroups } from '../../concurrency/mapInGroups.ts';
import { encode } from '../../store/rowCodec.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Key, Row, Table, TableStore } from '../../store/tableStorePort.ts';
import type { OutboxRow } from './outboxRowAndRunRef.ts';
import { putDueRow } from './putDueRow.ts';
import type { DueRow } from './plannedPromptRows.ts';

const rowOf = {
  outbox: (row: OutboxRow): Row => ({ ...outbox.at(null, row), values: encode(outbox, row) }),
  due: (row: DueRow): Row => ({ ...due.at(null, row), values: encode(due, row) }),
};

const batchRows = 100;

/**
 * Number of batches that are written at the same time. It stays below the 20 such batches a second that the table
 * service accepts in a partition.
 */
export const batchesAtOnce = 8;

/**
 * Groups rows into batches: at most 100 rows, all of one partition. Of several rows with the same key, only the last
 * one stays.
 */
export const batchesOf = <T extends Key>(rows: readonly T[]): T[][] => {
  const byPartition = new Map<string, Map<string, T>>();
  for (const row of rows) {
    const there = byPartition.get(row.pk) ?? new Map<string, T>();
    byPartition.set(row.pk, there.set(row.rk, row));
  }
  const batches: T[][] = [];
  for (const partition of byPartition.values()) {
    const all = [...partition.values()];
    for (let first = 0; first < all.length; first += batchRows) batches.push(all.slice(first, first + batchRows));
  }
  return batches;
};

/** Inserts a row. Returns false if it existed already, which is no error: a repeated job inserts the same rows. */
const insertAbsent = async (store: TableStore, table: Table, row: Row): Promise<boolean> => {
  try {
    await store.insert(table, row);
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return false;
  }
};

export interface Written<T> {
  readonly key: Key;
  readonly row: T;
}

/**
 * Writes rows. A batch is written in one transaction if all its rows are new, otherwise row by row with `insertOne`,
 * which returns false for a row that it did not write. Returns the rows that were written.
 */
const insertAll = async <T>(
  store: TableStore,
  table: Table,
  rows: readonly T[],
  ways: { readonly toRow: (row: T) => Row; readonly insertOne: (row: T) => Promise<boolean> },
): Promise<Written<T>[]> => {
  const pairs = rows.map((row) => {
    const stored = ways.toRow(row);
    return { pk: stored.pk, rk: stored.rk, stored, row };
  });
  const written = await mapInGroups(batchesOf(pairs), batchesAtOnce, async (batch) => {
    try {
      const steps = batch.map(({ stored }) => ({ do: 'insert' as const, row: stored }));
      await store.transact(table, batch[0]?.pk ?? '', steps);
      return batch;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const fresh: typeof batch = [];
      for (const pair of batch) if (await ways.insertOne(pair.row)) fresh.push(pair);
      return fresh;
    }
  });
  return written.flat().map(({ pk, rk, row }) => ({ key: { pk, rk }, row }));
};

export const writeOutbox = (store: TableStore, rows: readonly OutboxRow[]): Promise<Written<OutboxRow>[]> =>
  insertAll(store, 'Outbox', rows, {
    toRow: rowOf.outbox,
    insertOne: (row) => insertAbsent(store, 'Outbox', rowOf.outbox(row)),
  });

export const writeDue = async (store: TableStore, rows: readonly DueRow[]): Promise<void> => {
  const insertOne = async (row: DueRow): Promise<boolean> => {
    await putDueRow(store, row);
    return true;
  };
  await insertAll(store, 'Due', rows, { toRow: rowOf.due, insertOne });
};

/** Deletes rows. A missing row is no error, because another instance may have deleted it. */
export const deleteRows = async (store: TableStore, table: Table, keys: readonly Key[]): Promise<void> => {
  await mapInGroups(batchesOf(keys), batchesAtOnce, async (batch) => {
    try {
      await store.transact(
        table,
        batch[0]?.pk ?? '',
        batch.map(({ pk, rk }) => ({ do: 'delete' as const, key: { pk, rk } })),
      );
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const key of batch) await deleteOne(store, table, key);
    }
  });
};

const deleteOne = async (store: TableStore, table: Table, key: Key): Promise<void> => {
  try {
    await store.transact(table, key.pk, [{ do: 'delete', key }]);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};
