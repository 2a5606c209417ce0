import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import type { Row, Step, Table, TableStore } from '../../../bot/src/store/tableStorePort.ts';

// Simulates a build of the next format: it adds one field to every row and stores rows of a kind of its own beside
// those of teams. `lostFields` then checks that this build keeps the unknown fields.

export const nextField = 'n1_note';

const noted = (row: Row): Row => ({ ...row, values: { ...row.values, [nextField]: 'of the next version' } });

const notedStep = (step: Step): Step => (step.do === 'delete' ? step : { ...step, row: noted(step.row) });

/**
 * Wraps a store so that each written row gets the field of the next version. Inserts and transactions in the table Team
 * also write a row of a kind of the next version.
 */
export const asNextBuild = <S extends TableStore>(store: S): S => {
  const beside = async (table: Table, pk: string): Promise<void> => {
    if (table === 'Team')
      await store.touch('Team', { pk, rk: 'X|next', values: { v: 1, text: 'a kind of the next version' } });
  };
  const transact: TableStore['transact'] = async (table, pk, steps) => {
    await beside(table, pk);
    return store.transact(table, pk, steps.map(notedStep));
  };
  return {
    ...store,
    insert: async (table, row) => {
      await beside(table, row.pk);
      return store.insert(table, noted(row));
    },
    replace: (table, row, etag) => store.replace(table, noted(row), etag),
    merge: (table, row, etag) => store.merge(table, noted(row), etag),
    touch: (table, row) => store.touch(table, noted(row)),
    transact,
    inOrder: runTransactionsInSequence(transact),
  };
};

/** Wraps a store. If a replacement would drop the field of the next version, adds the key of the row to `lost`. */
export const lostFields = (
  store: TableStore,
  lost: Pick<string[], 'push'>,
): Pick<TableStore, 'replace' | 'transact' | 'inOrder'> => {
  const recordLostField = async (table: Table, row: Row, etag: string): Promise<void> => {
    const existing = await store.get(table, row);
    if (existing?.etag === etag && nextField in existing.values && !(nextField in row.values))
      lost.push(`${table} ${row.rk}`);
  };
  const transact: TableStore['transact'] = async (table, pk, steps) => {
    for (const step of steps) if (step.do === 'replace') await recordLostField(table, step.row, step.etag);
    return store.transact(table, pk, steps);
  };
  return {
    replace: async (table, row, etag) => {
      await recordLostField(table, row, etag);
      return store.replace(table, row, etag);
    },
    transact,
    inOrder: runTransactionsInSequence(transact),
  };
};
