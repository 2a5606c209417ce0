import { restoreFromBlobContainer } from '../../../bot/src/backup/restoreFromBlobContainer.ts';
import { migrateRowsToOtherStore } from '../../../bot/src/backup/migrateRowsToOtherStore.ts';
import { backUpTables } from '../../../bot/src/backup/nightlyAndManualBackup.ts';
import type { BlobContainer } from '../../../bot/src/gateways/blobContainerPort.ts';
import { organisationPlace, placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { findMisplacedRows } from '../../../bot/src/store/placement/findMisplacedRows.ts';
import { createPlacements } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { PlacesChangedError } from '../../../bot/src/store/placement/tableAdminAcrossStorageAccounts.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { quietLog } from '../../support/worlds/teamWorldWithEngine.ts';
import { numbered } from '../testedStoreRowsAndReaders.ts';

let stores: PlacedStores;
const [here, there] = [anOrgId('here'), anOrgId('there')];
beforeEach(async () => {
  stores = await openPlacedStores();
  await stores.place(there, 'east');
  const store = stores.instance();
  for (const id of [here, there]) await store.admin.bulkPut('Team', numbered(`${id}|T`, 25));
  await store.admin.bulkPut('Dir', numbered('mem:x', 3));
});
afterEach(() => stores.close());

const memoryBlobs = (): BlobContainer => {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: (name, bytes) => {
      blobs.set(name, bytes);
      return Promise.resolve();
    },
    get: (name) => Promise.resolve(blobs.get(name)),
    list: (prefix) => Promise.resolve([...blobs.keys()].filter((name) => name.startsWith(prefix)).sort()),
  };
};

const settings = { partSize: 1, pageRows: 10 };

const backUp = async (onPart: (name: string) => Promise<void> = () => Promise.resolve()): Promise<BlobContainer> => {
  const blobs = memoryBlobs();
  const put: BlobContainer['put'] = async (name, bytes) => {
    await blobs.put(name, bytes);
    await onPart(name);
  };
  const { clock } = stores;
  const deps = {
    store: stores.instance(),
    blobs: { ...blobs, put },
    clock,
    log: quietLog(),
    newId: () => idOf(String((count += 1))),
  };
  expect(await backUpTables(deps, () => true, settings)).toBe(true);
  return blobs;
};
let count = 0;

const restored = async (blobs: BlobContainer): Promise<string[]> => {
  const store = openSqliteStore({ file: ':memory:' });
  await restoreFromBlobContainer({ store, blobs, clock: stores.clock, id: undefined, isReplacing: false });
  expect(await rowsOf(store.admin, 'Sys')).toEqual([expect.anything(), expect.anything()]);
  const rows = await rowsOf(store.admin, 'Team');
  await store.close();
  return rows.map((row) => `${row.pk} ${row.rk}`);
};
const all = [here, there].sort().flatMap((id) => numbered(`${id}|T`, 25).map(({ pk, rk }) => `${pk} ${rk}`));

describe('a backup of two accounts', () => {
  it('has each row once, and is restored into the main account', async () => {
    expect(await restored(await backUp())).toEqual(all);
  });

  it.each(['main', 'east'] as const)(
    'has each row once if an organisation moves to %s during the backup',
    async (to) => {
      const id = to === 'main' ? there : here;
      let parts = 0;
      const blobs = await backUp(async (name) => {
        parts += name.includes('Team-') ? 1 : 0;
        if (parts !== 2) return;
        const [from, into] = to === 'main' ? [stores.east, stores.main] : [stores.main, stores.east];
        await into.admin.bulkPut('Team', numbered(`${id}|T`, 25));
        await from.transact(
          'Team',
          `${id}|T`,
          numbered(`${id}|T`, 25).map((key) => ({ do: 'delete', key })),
        );
        await stores.place(id, to, 2);
        const records = outside(stores.main);
        const state = await records.get(placesState, undefined);
        if (state === undefined) throw new Error('There is no state.');
        await records.replace(placesState, undefined, { ...state.value, version: 2 }, state.etag);
        stores.clock.set(stores.clock.now() + 10_000);
      });
      expect(parts).toBeGreaterThan(2);
      expect(await restored(blobs)).toEqual(all);
    },
  );

  it('is restored over two accounts only with the flag, and empties both', async () => {
    const blobs = await backUp();
    const work = { store: stores.main, further: [stores.east], blobs, clock: stores.clock, id: undefined };
    await expect(restoreFromBlobContainer({ ...work, isReplacing: false })).rejects.toThrow('already contain data');
    await restoreFromBlobContainer({ ...work, isReplacing: true });
    expect(await rowsOf(stores.east.admin, 'Team')).toEqual([]);
    expect(await outside(stores.main).get(organisationPlace, { orgId: there })).toBeUndefined();
    expect((await rowsOf(stores.main.admin, 'Team')).map((row) => `${row.pk} ${row.rk}`)).toEqual(all);
  });
});

it('a restore into other tables does not empty the accounts of this installation', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const work = { store, further: [stores.east], blobs: await backUp(), clock: stores.clock, id: undefined };
  await expect(restoreFromBlobContainer({ ...work, isReplacing: true })).rejects.toThrow(
    /^A storage account of TABLES_ACCOUNTS contains data that these tables do not know/,
  );
  expect(await rowsOf(stores.east.admin, 'Team')).toHaveLength(25);
  await store.close();
});

it('a scan of a table fails if an organisation moves while its page is read', async () => {
  const { east } = stores;
  const scanAll: typeof east.admin.scanAll = async (table, page) => {
    const rows = await east.admin.scanAll(table, page);
    const records = outside(stores.main);
    const state = await records.get(placesState, undefined);
    if (state === undefined) throw new Error('There is no state.');
    await stores.place(there, 'main', 2);
    await records.replace(placesState, undefined, { ...state.value, version: 2 }, state.etag);
    stores.clock.set(stores.clock.now() + 10_000);
    return rows;
  };
  const store = stores.instance({ east: { ...east, admin: { ...east.admin, scanAll } } });
  const { continuation } = await store.admin.scanAll('Team');
  const last = store.admin.scanAll('Team', continuation === undefined ? {} : { continuation });
  await expect(last).rejects.toBeInstanceOf(PlacesChangedError);
});

it('a copy of the main account is refused while organisations are in another', async () => {
  const to = openSqliteStore({ file: ':memory:' });
  const work = { from: stores.main, to, clock: stores.clock };
  await expect(migrateRowsToOtherStore(work)).rejects.toThrow('in the storage account east');
  await stores.place(there, 'main');
  await migrateRowsToOtherStore(work);
  expect(await outside(to).get(organisationPlace, { orgId: there })).toBeUndefined();
  await to.close();
});

it('the check of the store reports rows outside the account of their organisation', async () => {
  const { main, clock } = stores;
  const strays = () =>
    findMisplacedRows({
      ...{ main, clock, shares: new Map() },
      accounts: new Map([
        ['main', main],
        ['east', stores.east],
      ]),
      placements: createPlacements({ main, monotonic: () => clock.now() }),
    });
  expect(await strays()).toEqual([]);
  await stores.main.admin.bulkPut('Team', numbered(`${there}|U`, 3));
  expect(await strays()).toEqual([
    { table: 'Team', key: { pk: `${there}|U`, rk: '000000' }, account: 'main', place: 'east', rows: 3 },
  ]);
});
