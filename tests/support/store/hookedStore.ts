import { inSequence } from '../../../bot/src/store/inSequence.ts';
import type { Table, TableAdmin, TableStore } from '../../../bot/src/store/tableStore.ts';

export interface HookedStore extends TableStore {
  readonly admin: TableAdmin;
  /** Runs this once, in front of the n-th call from now on (1 = the next one). */
  before(n: number, work: () => Promise<void>): void;
  /** Runs this once, in front of the next transaction of that table. */
  beforeTransaction(table: Table, work: () => Promise<void>): void;
  /** Calls since the beginning. */
  calls(): number;
}

/** All but `inOrder`, which is carried out as its transactions, as Azure's tables do it: between any two something may happen. */
type Operation = Exclude<keyof TableStore, 'close' | 'inOrder'>;
const operations: readonly Operation[] = ['get', 'insert', 'replace', 'merge', 'delete', 'touch', 'transact', 'scan'];

/** Lets something else happen between two calls of one piece of work: two at once, in every order there is. */
export const createHookedStore = (inner: TableStore & { readonly admin: TableAdmin }): HookedStore => {
  let count = 0;
  let hook:
    { readonly isDue: (name: Operation, table: unknown) => boolean; readonly work: () => Promise<void> } | undefined;
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
    inOrder: inSequence(wrapped.transact),
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
