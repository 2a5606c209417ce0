import type { TableStore, Transaction } from './tableStore.ts';

/**
 * Implements `inOrder` by one `transact` per transaction, for a store that sends each as its own request, or a wrapper that
 * observes each.
 */
export const inSequence =
  (transact: TableStore['transact']) =>
  async (transactions: readonly Transaction[]): Promise<void> => {
    for (const { table, pk, steps } of transactions) await transact(table, pk, steps);
  };
