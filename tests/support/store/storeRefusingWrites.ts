import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Step, TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';

const rowKeyOf = (step: Step): string => (step.do === 'delete' ? step.key.rk : step.row.rk);

export const isDeliveryRecord = (rowKey: string): boolean => rowKey.includes('|s|');

/** Creates a store that rejects a write if `faultOf` returns a fault for its row keys. */
export const createRefusingStore = (
  inner: TableStore & { readonly admin: TableAdmin },
  faultOf: (rowKeys: readonly string[]) => StoreError['fault'] | undefined,
): TableStore & { readonly admin: TableAdmin } => {
  const check = async <T>(rowKeys: readonly string[], write: () => Promise<T>): Promise<T> => {
    const fault = faultOf(rowKeys);
    if (fault !== undefined) throw new StoreError(fault, 'The test refuses this write.');
    return write();
  };
  const transact: TableStore['transact'] = (table, pk, steps) =>
    check(steps.map(rowKeyOf), () => inner.transact(table, pk, steps));
  return {
    ...inner,
    insert: (table, row) => check([row.rk], () => inner.insert(table, row)),
    replace: (table, row, etag) => check([row.rk], () => inner.replace(table, row, etag)),
    merge: (table, row, etag) => check([row.rk], () => inner.merge(table, row, etag)),
    touch: (table, row) => check([row.rk], () => inner.touch(table, row)),
    delete: (table, key, etag) => check([key.rk], () => inner.delete(table, key, etag)),
    transact,
    inOrder: runTransactionsInSequence(transact),
  };
};

/**
 * Creates a store that rejects every write, also a whole transaction, with a row key for which `refuses` returns true.
 */
export const refusingStore = (
  inner: TableStore & { readonly admin: TableAdmin },
  refuses: (rowKey: string) => boolean,
  fault: StoreError['fault'] = 'UNAVAILABLE',
): TableStore & { readonly admin: TableAdmin } =>
  createRefusingStore(inner, (rowKeys) => (rowKeys.some(refuses) ? fault : undefined));
