import type { Actor } from '../../../bot/src/services/core/actor.ts';
import type { DeletionJobDeps } from '../../../bot/src/services/dataLifecycle/planAndRunDeletionJobs.ts';
import type { PayingDeps } from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { endConnecting } from '../../../bot/src/services/connect/connectTenantToOrganisationJob.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { StoredRow, Table, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { seedEveryKind } from '../data/seedEveryKind.ts';
import { idsIn, personIn } from '../data/seededIdsAndNames.ts';
import { createFakeMessenger } from '../fakes/fakeMessenger.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { rowsOf } from '../data/readStoreRows.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

// Creates two organisations with every kind of row in one store, and deletions that a test can interrupt at any store
// call.

export interface TableRow extends StoredRow {
  readonly table: Table;
}

export const allRows = async ({ admin }: SqliteStore): Promise<TableRow[]> => {
  const all: TableRow[] = [];
  for (const table of tables) for (const row of await rowsOf(admin, table)) all.push({ ...row, table });
  return all;
};

/** Formats a row as a line with its values, and with its version if `withEtag` is true. */
export const lineOf = ({ table, pk, rk, values, etag }: TableRow, withEtag = false): string =>
  `${table} ${pk} ${rk} ${JSON.stringify(Object.fromEntries(Object.entries(values).sort()))}${withEtag ? ` ${etag}` : ''}`;

export const deletionJobDeps = (store: TableStore, clock: FakeClock) => {
  const messenger = createFakeMessenger(clock);
  const presenter = createPresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' });
  const shared = {
    ...testDeps(store, clock),
    messenger,
    presenter,
    codeKeys: codeKeys(['a secret for tests']),
    entra: null,
  };
  return { ...shared, endConnecting: (orgId: Actor['orgId']) => endConnecting(shared, orgId) };
};
export type DeletionTestDeps = ReturnType<typeof deletionJobDeps>;

/** Runs one poll of the deletion jobs, as on a server that has just started. */
export const pollDeletionJobs = (deps: DeletionJobDeps & PayingDeps): Promise<void> =>
  createDeletionJobRunner(deps)(jobSettings.shards, () => true);

/** Runs the polls of an erasure: one that erases the person, and the one two minutes later that repeats the erasure. */
export const pollUntilErased = async (deps: DeletionJobDeps & PayingDeps, clock: FakeClock): Promise<void> => {
  await pollDeletionJobs(deps);
  clock.advance({ minutes: 2 });
  await pollDeletionJobs(deps);
};

/** Returns the actor of the admin or of the other member, with a sign-in at the current time. */
export const signedIn = (clock: FakeClock, name = 'contoso', who: 'ann' | 'bob' = 'ann'): Actor => {
  const { orgId, teamId, ...ids } = idsIn(name);
  const { userId, memberId } = ids[who];
  return {
    ...{ orgId, userId, memberId, name: personIn(name, who), role: who === 'ann' ? 'admin' : 'user', locale: 'en' },
    teamIds: [teamId],
    signIn: { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null, at: clock.now() },
  };
};

export interface DeletionWorld {
  readonly store: SqliteStore;
  readonly clock: FakeClock;
  readonly deps: DeletionTestDeps;
  /** Returns the same dependencies on another store. */
  readonly on: (store: TableStore) => DeletionTestDeps;
  readonly rows: () => Promise<TableRow[]>;
  readonly lines: () => Promise<string[]>;
}

const worldOf = (store: SqliteStore, clock: FakeClock): DeletionWorld => ({
  ...{ store, clock, deps: deletionJobDeps(store, clock), on: (other) => deletionJobDeps(other, clock) },
  rows: () => allRows(store),
  lines: async () => (await allRows(store)).map((row) => lineOf(row)).sort(),
});

export const deletionWorld = async (): Promise<DeletionWorld> => {
  const world = worldOf(openSqliteStore({ file: ':memory:' }), fakeClock());
  for (const name of ['contoso', 'fabrikam']) await seedEveryKind(world.store, name);
  return world;
};

/** Creates another world with the given rows, whose clock begins at `at`. */
export const copyOf = async (rows: readonly TableRow[], at: string): Promise<DeletionWorld> => {
  const store = openSqliteStore({ file: ':memory:' });
  for (const table of tables) {
    const tableRows = rows.filter((row) => row.table === table).map(({ pk, rk, values }) => ({ pk, rk, values }));
    if (tableRows.length > 0) await store.admin.bulkPut(table, tableRows);
  }
  return worldOf(store, fakeClock(at));
};
