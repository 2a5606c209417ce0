import { scanRows } from '../../store/recordKindsAndAccess.ts';
import { wholePartition } from '../../store/tableStorePort.ts';
import type { Row, Step, Table, TableStore } from '../../store/tableStorePort.ts';
import { transactionBatches } from '../../store/checkRowsAndBatchTransactions.ts';
import { retryOnConflict } from './optimisticUpdate.ts';

// Clears and copies whole partitions with rows of any kind. The functions are safe to repeat after a crash and to run
// at the same time on another instance.

const perTransaction = 100;

/** Removes every row of a partition, except the rows for which `keeps` returns true. */
export const clearPartition = (
  store: TableStore,
  table: Table,
  pk: string,
  keeps: (rk: string) => boolean = () => false,
): Promise<void> =>
  retryOnConflict(async () => {
    const steps: Step[] = [];
    for await (const { rk } of scanRows(store, table, pk, { ...wholePartition, keysOnly: true }))
      if (!keeps(rk)) steps.push({ do: 'delete', key: { pk, rk } });
    for (let index = 0; index < steps.length; index += perTransaction)
      await store.transact(table, pk, steps.slice(index, index + perTransaction));
  });

export interface Route {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies the rows for which `takes` returns true into another partition. A row that already exists there is never
 * overwritten.
 */
export const copyPartition = (
  store: TableStore,
  table: Table,
  { from, to }: Route,
  takes: (rk: string) => boolean = () => true,
): Promise<void> =>
  retryOnConflict(async () => {
    const existing = new Set<string>();
    for await (const { rk } of scanRows(store, table, to, { ...wholePartition, keysOnly: true })) existing.add(rk);
    const missing: Row[] = [];
    for await (const { rk, values } of scanRows(store, table, from, wholePartition))
      if (takes(rk) && !existing.has(rk)) missing.push({ pk: to, rk, values });
    for (const batch of transactionBatches(missing))
      await store.transact(
        table,
        to,
        batch.map((row) => ({ do: 'insert', row })),
      );
  });
