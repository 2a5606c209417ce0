import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';

/** BEFORE: the operation has no effect. AFTER: the operation succeeds, but the caller gets an error. */
export type FaultMoment = 'BEFORE' | 'AFTER';

export interface FaultyStore extends TableStore {
  /** Administration of the wrapped store. Its operations never fail and are not counted. */
  readonly admin: TableAdmin;
  /** Returns the number of calls since the last `reset`. For AFTER, only writes count. */
  calls(moment?: FaultMoment): number;
  reset(): void;
  /** Makes the n-th of the counted calls fail; all later calls succeed. */
  failAt(n: number, moment: FaultMoment): void;
}

/**
 * `inOrder` is left out, because it runs as single transactions, as on Azure tables. Each of them counts, and other
 * work can run between two of them.
 */
type Operation = Exclude<keyof TableStore, 'close' | 'inOrder'>;
const operations: readonly Operation[] = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'];

/** Counts every call to a store and lets one of them fail. */
export const createFaultyStore = (inner: TableStore & { readonly admin: TableAdmin }): FaultyStore => {
  let count = { BEFORE: 0, AFTER: 0 };
  let target: { readonly at: number; readonly moment: FaultMoment } | undefined;
  const lost = (): StoreError => new StoreError('UNAVAILABLE', 'The test took the store away.');
  const wrap =
    (name: Operation) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      count.BEFORE += 1;
      if (name !== 'get' && name !== 'scan') count.AFTER += 1;
      const fault = target !== undefined && target.at === count[target.moment] ? target : undefined;
      if (fault !== undefined) target = undefined;
      if (fault?.moment === 'BEFORE') throw lost();
      const result = await (inner[name] as (...items: unknown[]) => Promise<unknown>)(...parameters);
      if (fault?.moment === 'AFTER') throw lost();
      return result;
    };
  const wrapped = Object.fromEntries(operations.map((name) => [name, wrap(name)])) as unknown as Pick<
    TableStore,
    Operation
  >;
  return {
    ...wrapped,
    inOrder: runTransactionsInSequence(wrapped.transact),
    close: () => inner.close(),
    admin: inner.admin,
    calls: (moment = 'BEFORE') => count[moment],
    reset: () => {
      count = { BEFORE: 0, AFTER: 0 };
      target = undefined;
    },
    failAt: (n, moment) => {
      target = { at: count[moment] + n, moment };
    },
  };
};
