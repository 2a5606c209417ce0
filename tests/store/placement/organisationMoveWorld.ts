import { moveOrganisation } from '../../../bot/src/backup/moveOrganisation.ts';
import type { MoveDeps } from '../../../bot/src/backup/moveOrganisation.ts';
import type { OrgId } from '../../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import type { Table } from '../../../bot/src/store/tableStorePort.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import type { Failure } from '../../support/store/storeFailingAtNthCall.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { numbered } from '../testedStoreRowsAndReaders.ts';

// Steps of tests that move an organisation between two storage accounts.

export const orgId = anOrgId('moving');
export const otherOrgId = anOrgId('other');
const placed: readonly Table[] = ['Org', 'Team', 'Usage'];

export const aStore = async (): Promise<PlacedStores> => {
  const opened = await openPlacedStores();
  const store = opened.instance();
  for (const id of [orgId, otherOrgId]) {
    await createOrg(testDeps(store, opened.clock), { orgId: id, name: 'One', tid: null, actor: 'Ann' });
    for (const partition of ['T', 'U']) await store.admin.bulkPut('Team', numbered(`${id}|${partition}`, 130));
    await store.admin.bulkPut('Usage', numbered(`${id}|202611`, 4));
  }
  return opened;
};

/** Opens two storage accounts with two organisations before each test. Returns a function that returns them. */
export const useMovingStores = (): (() => PlacedStores) => {
  let stores: PlacedStores | undefined;
  beforeEach(async () => {
    stores = await aStore();
  });
  afterEach(() => stores?.close());
  return () => {
    if (stores === undefined) throw new Error('The stores open before each test, not while tests are declared.');
    return stores;
  };
};

/** Wraps both accounts, so that `run` executes each call of the moving process. */
export const watchAccounts = (
  opened: PlacedStores,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): Map<string, WholeStore> => {
  const wrap = (inner: WholeStore): WholeStore => {
    const transact: WholeStore['transact'] = (table, pk, steps) => run(() => inner.transact(table, pk, steps));
    return {
      get: (table, key) => run(() => inner.get(table, key)),
      insert: (table, row) => run(() => inner.insert(table, row)),
      replace: (table, row, etag) => run(() => inner.replace(table, row, etag)),
      merge: (table, row, etag) => run(() => inner.merge(table, row, etag)),
      delete: (table, key, etag) => run(() => inner.delete(table, key, etag)),
      touch: (table, row) => run(() => inner.touch(table, row)),
      transact,
      inOrder: runTransactionsInSequence(transact),
      scan: (table, pk, range, page) => run(() => inner.scan(table, pk, range, page)),
      close: () => Promise.resolve(),
      admin: {
        scanAll: (table, page) => run(() => inner.admin.scanAll(table, { ...page, limit: 50 })),
        bulkPut: (table, rows) => run(() => inner.admin.bulkPut(table, rows)),
      },
    };
  };
  return new Map([
    ['main', wrap(opened.main)],
    ['east', wrap(opened.east)],
  ]);
};

let movers = 0;
export const createMover = (
  opened: PlacedStores,
  accounts: ReadonlyMap<string, WholeStore>,
): MoveDeps & { readonly printed: string[] } => {
  const { clock } = opened;
  const printed: string[] = [];
  movers += 1;
  return {
    ...{ accounts, clock, printed, main: accounts.get('main') ?? opened.main, owner: `mover ${movers}` },
    monotonic: () => clock.now(),
    sleep: async (ms) => {
      await Promise.resolve();
      clock.set(clock.now() + Math.max(ms, 0));
    },
    print: (line) => void printed.push(line),
  };
};

export const createPlainMover = (opened: PlacedStores) =>
  createMover(
    opened,
    watchAccounts(opened, (work) => work()),
  );

export const move = (opened: PlacedStores, to = 'east', id: OrgId = orgId) =>
  moveOrganisation(createPlainMover(opened), id, to);

export const readLines = async (account: WholeStore, id: OrgId): Promise<string[]> => {
  const lines: string[] = [];
  for (const table of placed)
    for (const row of await rowsOf(account.admin, table))
      if (row.pk.startsWith(id)) lines.push(`${table} ${row.pk} ${row.rk} ${JSON.stringify(row.values)}`);
  return lines;
};

export const readCurrentMove = async (opened: PlacedStores) =>
  (await outside(opened.main).get(placesState, undefined))?.value.move;

/** Moves the organisation with a process that fails at the call `failAt`. Returns true if the move made such a call. */
export const crashMove = async (opened: PlacedStores, failAt: number, failure: Failure): Promise<boolean> => {
  let calls = 0;
  const accounts = watchAccounts(opened, async (work) => {
    calls += 1;
    const call = calls;
    const refusal = new StoreError('UNAVAILABLE', `call ${call} fails (${failure})`);
    if ((failure === 'crash' && call > failAt) || (failure === 'before' && call === failAt)) throw refusal;
    const result = await work();
    if (call === failAt) throw refusal;
    return result;
  });
  try {
    await moveOrganisation(createMover(opened, accounts), orgId, 'east');
    return calls >= failAt;
  } catch {
    return true;
  }
};
