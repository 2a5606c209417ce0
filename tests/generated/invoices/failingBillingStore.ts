import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Step, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import type { Death } from '../billing/billingScenario.ts';

const billingRows = ['inv|', 'inl|', 'chg|', 'month|'];
const keyOf = (step: Step): string => (step.do === 'delete' ? step.key.rk : step.row.rk);

/**
 * Fails at the n-th write of an invoice, its pages, its number, its charge or the closed month. A crash between two of
 * these writes could lose money or charge it twice, and a failure of a random write would rarely hit one of them.
 */
export const failingBillingStore = (store: TableStore, { call, how }: Death): TableStore => {
  let writes = 0;
  let isDead = false;
  const run = async <T>(keys: readonly string[], operation: () => Promise<T>): Promise<T> => {
    const refusal = new StoreError('UNAVAILABLE', `write ${call} of billing fails (${how})`);
    if (isDead) throw refusal;
    if (!keys.some((key) => billingRows.some((prefix) => key.startsWith(prefix)))) return operation();
    writes += 1;
    if (writes !== call) return operation();
    if (how === 'before') throw refusal;
    await operation();
    isDead = how === 'crash';
    throw refusal;
  };
  const transact: TableStore['transact'] = (table, pk, steps) =>
    run(steps.map(keyOf), () => store.transact(table, pk, steps));
  return {
    get: (table, key) => run([], () => store.get(table, key)),
    scan: (table, pk, range, page) => run([], () => store.scan(table, pk, range, page)),
    insert: (table, row) => run([row.rk], () => store.insert(table, row)),
    replace: (table, row, etag) => run([row.rk], () => store.replace(table, row, etag)),
    merge: (table, row, etag) => run([row.rk], () => store.merge(table, row, etag)),
    delete: (table, key, etag) => run([key.rk], () => store.delete(table, key, etag)),
    touch: (table, row) => run([row.rk], () => store.touch(table, row)),
    transact,
    inOrder: runTransactionsInSequence(transact),
    close: () => store.close(),
  };
};
