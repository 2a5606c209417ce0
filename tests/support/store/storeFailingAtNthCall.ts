import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';

/**
 * `before`: the operation is rejected without an effect, and later ones work. `unknown`: the operation succeeds, but
 * its caller gets an error. `crash`: the operation succeeds, and it and all later calls fail, as in a killed process.
 */
export const failures = ['before', 'unknown', 'crash'] as const;
export type Failure = (typeof failures)[number];

/**
 * Wraps a store so that its n-th operation fails, counted from 1 over reads and writes. Each transaction of `inOrder`
 * counts, as on Azure tables, so that the failure can also lie between two of them.
 */
export const failingStore = (store: TableStore, failAt: number, failure: Failure) => {
  let calls = 0;
  const run = async <T>(operation: () => Promise<T>): Promise<T> => {
    calls += 1;
    const number = calls;
    const refusal = new StoreError('UNAVAILABLE', `operation ${number} fails (${failure})`);
    if (failure === 'crash' && number > failAt) throw refusal;
    if (failure === 'before' && number === failAt) throw refusal;
    const result = await operation();
    if (number === failAt) throw refusal;
    return result;
  };
  const transact: TableStore['transact'] = (table, pk, steps) => run(() => store.transact(table, pk, steps));
  const failing: TableStore = {
    get: (table, key) => run(() => store.get(table, key)),
    insert: (table, row) => run(() => store.insert(table, row)),
    replace: (table, row, etag) => run(() => store.replace(table, row, etag)),
    merge: (table, row, etag) => run(() => store.merge(table, row, etag)),
    delete: (table, key, etag) => run(() => store.delete(table, key, etag)),
    touch: (table, row) => run(() => store.touch(table, row)),
    transact,
    inOrder: runTransactionsInSequence(transact),
    scan: (table, pk, range, page) => run(() => store.scan(table, pk, range, page)),
    close: () => store.close(),
  };
  return { store: failing, calls: () => calls };
};
