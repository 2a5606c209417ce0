import { scanRows } from '../store/kind.ts';
import type { Step, Table, TableStore } from '../store/port.ts';
import { retryOnConflict } from './revise.ts';

/** Every row key: keys are printable ASCII. */
const wholePartition = { from: ' ', to: '~' };
const perTransaction = 100;

const inLots = async (store: TableStore, table: Table, pk: string, steps: readonly Step[]): Promise<void> => {
  for (let at = 0; at < steps.length; at += perTransaction)
    await store.transact(table, pk, steps.slice(at, at + perTransaction));
};

/** Removes every row of a partition but those `keeps` names. Begun anew after a crash or beside another walk, it ends the same. */
export const clearPartition = (
  store: TableStore,
  table: Table,
  pk: string,
  keeps: (rk: string) => boolean = () => false,
): Promise<void> =>
  retryOnConflict(async () => {
    const steps: Step[] = [];
    for await (const { rk } of scanRows(store, table, pk, wholePartition, { keysOnly: true }))
      if (!keeps(rk)) steps.push({ do: 'delete', key: { pk, rk } });
    await inLots(store, table, pk, steps);
  });
