import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { CascadeRunDeps } from '../../../bot/src/services/dataLifecycle/deletionSaga.ts';
import type { PayingDeps } from '../../../bot/src/services/tenancy/billingStatus.ts';
import { codeKeys } from '../../../bot/src/services/identity/linkCodes.ts';
import { endConnecting } from '../../../bot/src/services/connect/connectRun.ts';
import { createCascadeWork } from '../../../bot/src/jobs/core/cascades.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDeps.ts';
import { tables } from '../../../bot/src/store/port.ts';
import type { StoredRow, Table, TableStore } from '../../../bot/src/store/port.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createPresenter } from '../../../bot/src/teams/cards/presenter.ts';
import { wordsFor } from '../../../bot/src/text.ts';
import { idsIn, personIn, seedEveryKind } from '../data/everyKind.ts';
import { createFakeMessenger } from '../fakes/fakeMessenger.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { rowsOf } from '../data/rows.ts';
import { testDeps } from '../data/testDeps.ts';

// Two organisations of every kind of row in one store, and removals that can be broken off at any call to it.

export interface TableRow extends StoredRow {
  readonly table: Table;
}

export const allRows = async ({ admin }: SqliteStore): Promise<TableRow[]> => {
  const all: TableRow[] = [];
  for (const table of tables) for (const row of await rowsOf(admin, table)) all.push({ ...row, table });
  return all;
};

/** A row as a line: with what it holds, and with its version unless told otherwise. */
export const lineOf = ({ table, pk, rk, values, etag }: TableRow, withEtag = false): string =>
  `${table} ${pk} ${rk} ${JSON.stringify(Object.fromEntries(Object.entries(values).sort()))}${withEtag ? ` ${etag}` : ''}`;

export const cascadeDeps = (store: TableStore, clock: FakeClock) => {
  const messenger = createFakeMessenger(clock);
  const presenter = createPresenter({ words: wordsFor, publicUrl: 'https://rollcall.test' });
  const shared = {
    ...testDeps(store, clock),
    messenger,
    presenter,
    codeKeys: codeKeys(['a secret for tests']),
    entra: null,
  };
  return { ...shared, endConnecting: (orgId: Actor['orgId']) => endConnecting(shared, orgId) };
};
export type CascadeTestDeps = ReturnType<typeof cascadeDeps>;

/** One look of a server that has just started. */
export const look = (deps: CascadeRunDeps & PayingDeps): Promise<void> =>
  createCascadeWork(deps)(jobSettings.shards, () => true);

/** The admin, or the other one, signed in at this moment. */
export const signedIn = (clock: FakeClock, name = 'contoso', who: 'ann' | 'bob' = 'ann'): Actor => {
  const { orgId, teamId, ...ids } = idsIn(name);
  const { userId, memberId } = ids[who];
  return {
    ...{ orgId, userId, memberId, name: personIn(name, who), role: who === 'ann' ? 'admin' : 'user', locale: 'en' },
    teamIds: [teamId],
    signIn: { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null, at: clock.now() },
  };
};

export interface CascadeWorld {
  readonly store: SqliteStore;
  readonly clock: FakeClock;
  readonly deps: CascadeTestDeps;
  /** The same clock over another store. */
  readonly on: (store: TableStore) => CascadeTestDeps;
  readonly rows: () => Promise<TableRow[]>;
  readonly lines: () => Promise<string[]>;
}

const worldOf = (store: SqliteStore, clock: FakeClock): CascadeWorld => ({
  ...{ store, clock, deps: cascadeDeps(store, clock), on: (other) => cascadeDeps(other, clock) },
  rows: () => allRows(store),
  lines: async () => (await allRows(store)).map((row) => lineOf(row)).sort(),
});

export const cascadeWorld = async (): Promise<CascadeWorld> => {
  const world = worldOf(openSqliteStore({ file: ':memory:' }), fakeClock());
  for (const name of ['contoso', 'fabrikam']) await seedEveryKind(world.store, name);
  return world;
};

/** Another world with the same rows at the same time. */
export const copyOf = async (rows: readonly TableRow[], at: string): Promise<CascadeWorld> => {
  const store = openSqliteStore({ file: ':memory:' });
  for (const table of tables) {
    const some = rows.filter((row) => row.table === table).map(({ pk, rk, values }) => ({ pk, rk, values }));
    if (some.length > 0) await store.admin.bulkPut(table, some);
  }
  return worldOf(store, fakeClock(at));
};
