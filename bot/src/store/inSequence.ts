import type { TableStore, Transaction } from './tableStore.ts';

/** `inOrder` for a store whose every `transact` must be called, because a wrapper observes it or each is a request of its own. */
export const inSequence =
  (transact: TableStore['transact']) =>
  async (transactions: readonly Transaction[]): Promise<void> => {
    for (const { table, pk, steps } of transactions) await transact(table, pk, steps);
  };
