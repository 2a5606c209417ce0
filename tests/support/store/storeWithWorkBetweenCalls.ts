import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import type { Table, TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';

export interface HookedStore extends TableStore {
  readonly admin: TableAdmin;
  /** Runs the work once, before the n-th call from now on (1 = the next call). */
  before(n: number, work: () => Promise<void>): void;
  beforeTransaction(table: Table, work: () => Promise<void>): void;
  calls(): number;
}

/**
 * `inOrder` is left out, because it runs as single transactions, as on Azure tables. Other work can run between two of
 * them.
 */
type Operation = Exclude<keyof TableStore, 'close' | 'inOrder'>;
const operations: readonly Operation[] = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'];

/**
 * Lets other work run between two store calls of one operation, so that a test can try every order of two parallel
 * operations.
 */
export const createHookedStore = (inner: TableStore & { readonly admin: TableAdmin }): HookedStore => {
  let count = 0;
  let hook:
    | { readonly isDue: (name: Operation, table: unknown) => boolean; readonly work: () => Promise<void> }
    | undefined;
  const wrap =
    (name: Operation) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      count += 1;
      const due = hook?.isDue(name, parameters[0]) === true ? hook : undefined;
      if (due !== undefined) {
        hook = undefined;
        await due.work();
      }
      return (inner[name] as (...items: unknown[]) => Promise<unknown>)(...parameters);
    };
  const wrapped = Object.fromEntries(operations.map((name) => [name, wrap(name)])) as unknown as Pick<
    TableStore,
    Operation
  >;
  return {
    ...wrapped,
    inOrder: runTransactionsInSequence(wrapped.transact),
    admin: inner.admin,
    close: () => inner.close(),
    calls: () => count,
    before: (n, work) => {
      const at = count + n;
      hook = { isDue: () => count >= at, work };
    },
    beforeTransaction: (table, work) => {
      hook = { isDue: (name, of) => name === 'transact' && of === table, work };
    },
  };
};
