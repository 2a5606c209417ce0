import type { OrgId } from '../../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createOrg } from '../../../bot/src/services/teamsSync/getOrCreateOrgAndTeam.ts';
import { createPlacedStore } from '../../../bot/src/store/placement/storeAcrossStorageAccounts.ts';
import type { WholeStore } from '../../../bot/src/store/placement/partitionAccountsAndPlaceTags.ts';
import { placeTimes } from '../../../bot/src/store/placement/cachedOrganisationPlaces.ts';
import { claimAccounts } from '../../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { placesState } from '../../../bot/src/store/placement/organisationPlaceKinds.ts';
import { shardLease } from '../../../bot/src/store/kinds/operations/shardLease.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { allNewInEast, openPlacedStores } from '../../support/store/twoStorageAccounts.ts';
import type { PlacedStores } from '../../support/store/twoStorageAccounts.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { conformance } from '../storeConformance.ts';
import { aRow, everything, refusal } from '../testedStoreRowsAndReaders.ts';

describe('a store over two accounts, for an organisation in the further one', () => {
  const there = { account: 'east', tag: 'east.1' };
  const placements = {
    find: () => Promise.resolve(there),
    confirm: () => Promise.resolve(),
    locate: () => Promise.resolve(there),
    state: () => Promise.resolve({ version: 1, accounts: [], move: null }),
  };
  const file = useTempDir();
  const accounts = () =>
    new Map(['main', 'east'].map((name) => [name, openSqliteStore({ file: file(`${name}.db`) })] as const));
  let [main, east]: WholeStore[] = [];
  let store: WholeStore;
  const open = (): WholeStore => {
    const opened = accounts();
    const first = opened.get('main');
    if (first === undefined) throw new Error('There is no main account.');
    return createPlacedStore({ main: first, placements, clock: fakeClock(), shares: new Map(), accounts: opened });
  };
  beforeAll(() => {
    store = open();
    [main, east] = accounts().values();
  });
  afterAll(async () => {
    for (const opened of [store, main, east]) await opened?.close();
  });

  conformance({ store: () => store, reopen: () => Promise.resolve(open()), emulator: false });

  it('has the rows of organisations in the further account, and all others in the main one', async () => {
    const counts = async (account: WholeStore | undefined): Promise<string[]> => {
      const used: string[] = [];
      for (const table of tables)
        if ((await account?.admin.scanAll(table, { limit: 1 }))?.rows.length !== 0) used.push(table);
      return used;
    };
    expect(await counts(east)).toEqual(['Org', 'Team', 'Usage']);
    expect((await counts(main)).filter((table) => ['Org', 'Team', 'Usage'].includes(table))).toEqual([]);
    expect(await counts(main)).toContain('Due');
  });
});

let stores: PlacedStores;
beforeEach(async () => {
  stores = await openPlacedStores();
});
afterEach(() => stores.close());

const orgId = anOrgId('one');
const createOrganisation = async (store: WholeStore, id: OrgId = orgId): Promise<void> => {
  await createOrg(testDeps(store, stores.clock), { orgId: id, name: 'One', tid: null, actor: 'Ann' });
};
const isIn = async (account: WholeStore, id: OrgId = orgId): Promise<boolean> =>
  (await inOrg(account, id).get(org, undefined)) !== undefined;

describe('a new organisation', () => {
  it('is placed in the account of its share with all rows, and is found by every instance', async () => {
    const [first, second] = [stores.instance({ shares: allNewInEast }), stores.instance()];
    expect(await isIn(second)).toBe(false);
    await createOrganisation(first);
    expect([await isIn(stores.main), await isIn(stores.east)]).toEqual([false, true]);
    expect(await isIn(second)).toBe(true);
    await first.insert('Team', aRow(`${orgId}|T`, 'a'));
    expect((await second.scan('Team', `${orgId}|T`, everything)).rows).toHaveLength(1);
    expect((await stores.main.admin.scanAll('Team')).rows).toEqual([]);
  });

  it('stays in one account if two instances with different shares create it at once', async () => {
    for (let call = 1; call <= 8; call += 1) {
      const id = anOrgId(`raced ${call}`);
      const hooked = createHookedStore(stores.main);
      const other = stores.instance();
      hooked.before(call, () => createOrganisation(other, id));
      await createOrganisation(stores.instance({ main: hooked, shares: allNewInEast }), id);
      expect([await isIn(stores.main, id), await isIn(stores.east, id)].filter(Boolean)).toHaveLength(1);
      expect(await isIn(stores.instance(), id)).toBe(true);
    }
  });

  it('is placed in the main account while an instance runs that does not know the account', async () => {
    const until = toInstant(stores.clock.now() + 10_000);
    const row = { owner: 'old', until };
    await outside(stores.main).touch(shardLease, { shard: 'i:old' }, row);
    await createOrganisation(stores.instance({ shares: allNewInEast }));
    expect(await isIn(stores.main)).toBe(true);
    await outside(stores.main).touch(shardLease, { shard: 'i:old' }, { ...row, accounts: ['east'] });
    const next = anOrgId('next');
    await createOrganisation(stores.instance({ shares: allNewInEast }), next);
    expect(await isIn(stores.east, next)).toBe(true);
  });

  it('is placed in the main account until the account has been registered for two minutes', async () => {
    const main = openSqliteStore({ file: ':memory:' });
    await claimAccounts(main, new Map([['east', stores.east]]), stores.clock);
    const instance = stores.instance({ main, shares: allNewInEast });
    await createOrganisation(instance);
    expect(await isIn(main)).toBe(true);
    stores.clock.set(stores.clock.now() + 120_000);
    await createOrganisation(instance, anOrgId('next'));
    expect(await isIn(stores.east, anOrgId('next'))).toBe(true);
    await main.close();
  });

  it('is not moved by a second creation', async () => {
    await createOrganisation(stores.instance());
    await createOrganisation(stores.instance({ shares: allNewInEast }));
    expect([await isIn(stores.main), await isIn(stores.east)]).toEqual([true, false]);
  });
});

describe('an organisation whose place changes', () => {
  const key = { pk: `${orgId}|T`, rk: 'a' };
  const move = { orgId, from: 'main', fromVersion: 0, to: 'east', toVersion: 7, owner: 'mover', beat: 0 } as const;
  const startedAt = toInstant(0);
  const set = async (phase: 'COPY' | 'FENCE' | 'CLEAN'): Promise<void> => {
    const records = outside(stores.main);
    const state = await records.get(placesState, undefined);
    if (state === undefined) throw new Error('There is no state.');
    const next = { ...state.value, version: state.value.version + 1, move: { ...move, phase, startedAt } };
    await records.replace(placesState, undefined, next, state.etag);
  };
  const pass = (ms: number): void => {
    stores.clock.set(stores.clock.now() + ms);
  };

  it('is refused during the fence, for reads and writes, while others work', async () => {
    const store = stores.instance();
    await set('FENCE');
    for (const call of [
      () => store.get('Team', key),
      () => store.insert('Team', { ...key, values: {} }),
      () => store.touch('Team', { ...key, values: {} }),
      () => store.transact('Team', key.pk, [{ do: 'touch', row: { ...key, values: {} } }]),
      () => store.inOrder([{ table: 'Team', pk: key.pk, steps: [{ do: 'touch', row: { ...key, values: {} } }] }]),
      () => store.scan('Team', key.pk, everything),
    ])
      await expect(call()).rejects.toEqual(refusal('UNAVAILABLE'));
    await store.insert('Team', aRow(`${anOrgId('two')}|T`, 'a'));
    await store.touch('Outbox', aRow('ob-01', 'a'));
  });

  it('is never written at its old place by an instance that knows the old place for longer than the lease', async () => {
    const store = stores.instance();
    await store.touch('Team', { ...key, values: { v: 1 } });
    await set('FENCE');
    pass(placeTimes.leaseMs);
    await expect(store.touch('Team', { ...key, values: { v: 2 } })).rejects.toEqual(refusal('UNAVAILABLE'));
    expect((await stores.main.get('Team', key))?.values).toEqual({ v: 1 });
    await set('CLEAN');
    pass(placeTimes.leaseMs);
    await store.touch('Team', { ...key, values: { v: 3 } });
    expect((await stores.east.get('Team', key))?.values).toEqual({ v: 3 });
  });

  it.each(['touch', 'get', 'scan', 'insert', 'conflict'] as const)(
    'gets no answer from the old place to a call that takes longer than the lease: %s',
    async (operation) => {
      const main = createHookedStore(stores.main);
      const store = stores.instance({ main });
      await stores.main.touch('Team', { ...key, values: { v: 1 } });
      await store.get('Team', key);
      // The lookup of the place reads two rows before the call itself.
      main.before(3, async () => {
        await set('FENCE');
        pass(placeTimes.leaseMs);
        await set('CLEAN');
      });
      const call = {
        touch: () => store.touch('Team', { ...key, values: { v: 2 } }),
        get: () => store.get('Team', key),
        scan: () => store.scan('Team', key.pk, everything),
        insert: () => store.insert('Team', { ...key, rk: 'b', values: {} }),
        conflict: () => store.insert('Team', { ...key, values: {} }),
      }[operation];
      await expect(call()).rejects.toEqual(refusal('UNAVAILABLE'));
    },
  );

  it('begins no further transaction at its old place after a slow one', async () => {
    const main = createHookedStore(stores.main);
    const store = stores.instance({ main });
    main.beforeTransaction('Team', async () => {
      await set('FENCE');
      pass(placeTimes.leaseMs);
      await set('CLEAN');
    });
    const touch = (rk: string) => ({ do: 'touch' as const, row: { ...key, rk, values: {} } });
    const transactions = ['a', 'b'].map((rk) => ({ table: 'Team' as const, pk: key.pk, steps: [touch(rk)] }));
    await expect(store.inOrder(transactions)).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(await stores.main.get('Team', { ...key, rk: 'b' })).toBeUndefined();
  });

  it('is looked up again if the lookup of its place took longer than the lease', async () => {
    const main = createHookedStore(stores.main);
    const store = stores.instance({ main });
    // The first read is that of the state, and the second one that of the place.
    main.before(2, async () => {
      await set('FENCE');
      pass(placeTimes.leaseMs);
      await set('CLEAN');
    });
    await store.touch('Team', { ...key, values: { v: 1 } });
    expect([await stores.main.get('Team', key), (await stores.east.get('Team', key))?.values]).toEqual([
      undefined,
      { v: 1 },
    ]);
  });

  it('has no valid version of one row in two places', async () => {
    const store = stores.instance();
    const etag = await store.insert('Team', { ...key, values: { v: 1 } });
    const sameEtag = await stores.east.insert('Team', { ...key, values: { v: 9 } });
    expect(String(sameEtag)).not.toBe('');
    await set('CLEAN');
    pass(placeTimes.leaseMs);
    for (const version of [etag, sameEtag])
      await expect(store.replace('Team', { ...key, values: { v: 2 } }, version)).rejects.toEqual(refusal('CONFLICT'));
    const read = await store.get('Team', key);
    await store.replace('Team', { ...key, values: { v: 2 } }, read?.etag ?? etag);
    expect((await stores.east.get('Team', key))?.values).toEqual({ v: 2 });
  });

  it('is usable again if the moving process gives no sign of life', async () => {
    const store = stores.instance();
    await set('FENCE');
    await expect(store.get('Team', key)).rejects.toEqual(refusal('UNAVAILABLE'));
    pass(placeTimes.fenceMs);
    await expect(store.get('Team', key)).rejects.toEqual(refusal('UNAVAILABLE'));
    pass(placeTimes.leaseMs);
    await store.insert('Team', { ...key, values: {} });
    expect((await outside(stores.main).get(placesState, undefined))?.value.move?.phase).toBe('COPY');
  });
});

describe('reads of places', () => {
  it('happen once for an organisation, and once in two seconds for the state', async () => {
    const main = createHookedStore(stores.main);
    const store = stores.instance({ main, shares: allNewInEast });
    await createOrganisation(store);
    await isIn(store);
    const before = main.calls();
    for (let count = 0; count < 50; count += 1) {
      await isIn(store);
      stores.clock.set(stores.clock.now() + 100);
    }
    expect(main.calls() - before).toBeLessThanOrEqual(3);
  });
});
