import type { TableStore, Transaction } from './tableStorePort.ts';

/**
 * Implements `inOrder` with one `transact` per transaction. Used by a store that sends one request per transaction, and
 * by wrappers that observe each transaction.
 */
export const runTransactionsInSequence =
  (transact: TableStore['transact']) =>
  async (transactions: readonly Transaction[]): Promise<void> => {
    for (const { table, pk, steps } of transactions) await transact(table, pk, steps);
  };
