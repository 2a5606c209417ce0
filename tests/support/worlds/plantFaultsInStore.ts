import { indexTeam } from '../../../bot/src/services/search/writeAndTrimSearchIndex.ts';
import type { Row, StoredRow, Table, Values } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { answerAs } from './saveAnswersAndReadMessages.ts';
import { aWorld, faultsIn } from './teamWorldWithEngine.ts';
import type { World } from './teamWorldWithEngine.ts';

// Creates a store in the middle of a run, plants faults in it, and expects verify-store to find them.

/**
 * Returns a store five minutes after an answer during a run: one member has answered, the other still owes an answer.
 */
export const storeDuringRun = async (): Promise<{ world: World; store: SqliteStore }> => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ store });
  await world.meeting();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'The wifi' } });
  await world.runUntil('2026-11-20T09:10:00Z', 10);
  return { world, store };
};

export const findRows = async (store: SqliteStore, table: Table, pattern: RegExp): Promise<StoredRow[]> =>
  (await store.admin.scanAll(table)).rows.filter((row) => pattern.test(row.rk));

export const removeRows = async (store: SqliteStore, table: Table, pattern: RegExp): Promise<void> => {
  const rows = await findRows(store, table, pattern);
  expect(rows).not.toHaveLength(0);
  for (const { pk, rk, etag } of rows) await store.delete(table, { pk, rk }, etag);
};

export const changeRows = async (store: SqliteStore, table: Table, pattern: RegExp, values: Values): Promise<void> => {
  const rows = await findRows(store, table, pattern);
  expect(rows).not.toHaveLength(0);
  for (const row of rows) await store.touch(table, { ...row, values });
};

/** Copies a row to another key with changed values. */
export const copyRow = async (
  store: SqliteStore,
  table: Table,
  pattern: RegExp,
  to: (row: StoredRow) => Partial<Row>,
): Promise<void> => {
  const [row] = await findRows(store, table, pattern);
  if (row === undefined) throw new Error('There is no such row.');
  await store.touch(table, { pk: row.pk, rk: row.rk, values: row.values, ...to(row) });
};

export const unusedId = '01M7W9GCBFJGH6WYKPTKM30JZ6';

/** Adds the instants of a member who moved to an earlier zone, which begin before the run's own opening. */
export const plantSet = async (store: SqliteStore, set: object, values: Values = {}): Promise<void> => {
  const [row] = await findRows(store, 'Team', /^D\|.*\|0$/);
  const [own] = JSON.parse(String(row?.values.j_instants)) as object[];
  const tokyo = { zone: 'Asia/Tokyo', opensAt: '2026-11-20T01:00:00.000Z', closesAt: '2026-11-20T03:00:00.000Z' };
  await changeRows(store, 'Team', /^D\|.*\|0$/, {
    ...values,
    j_instants: JSON.stringify([own, { ...own, ...tokyo, ...set }]),
  });
};

/** Indexes the week of the answer, as the daily work does once the week is final. */
export const indexWeek = (store: SqliteStore, world: World): Promise<void> => {
  const clock = fakeClock('2026-12-07T12:00:00Z');
  return indexTeam({ ...world.answering, log: world.log, store, clock }, { orgId: world.orgId, teamId: world.teamId });
};

export const eraseWords = (store: SqliteStore): Promise<void> =>
  changeRows(store, 'Team', /^D\|.*\|a\|/, { j_values: '{}' });

/** The name of a fault, the change that plants it, and the finding of verify-store. */
export type PlantedFault = readonly [string, (store: SqliteStore, world: World) => Promise<void>, RegExp];

/** Plants each fault in a store of its own, and expects verify-store to find it. */
export const itFindsEach = (faults: readonly PlantedFault[]): void => {
  it.each(faults)('finds %s', async (_name, plant, expected) => {
    const { world, store } = await storeDuringRun();
    await plant(store, world);
    const matches = await faultsIn(store);
    expect(matches).toContainEqual(expect.stringMatching(expected));
    // Findings contain only ids, kinds and figures, because operators must not see texts of people.
    expect(matches.join('\n')).not.toMatch(/wifi|Moreau|stand-up/i);
    world.plants(/^/);
  });
};
