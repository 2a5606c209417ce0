import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { closeMonthOfShard, lastFinishedMonth } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { monthsClosed } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { orgPartition } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { counted, december, invoicesIn, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { createRefusingStore } from '../../support/store/storeRefusingWrites.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Tests which organisations and months one poll of a shard closes, and the progress that the poll stores.

const october = billingMonth.parse('202610');
const shard = shardOf(anOrgId('contoso'));
/** Another organisation in the same shard, whose invoices the same poll creates. */
const neighbour = Array.from({ length: 5_000 }, (_, index) => `neighbour${index}`).find(
  (name) => shardOf(anOrgId(name)) === shard,
);

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const aWorld = async (at = '2026-12-01T00:05:00Z') => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock(at);
  const other = neighbour ?? '';
  for (const org of ['contoso', other]) await seedOrg(store, { org, trialEndsAt: '2026-11-01T00:00:00Z' });
  const deps = testDeps(store, clock);
  return {
    ...{ store, clock, deps, other },
    close: (on: TableStore = store) => closeMonthOfShard({ ...deps, store: on }, shard),
    count: (org: string, when = '2026-11-10T09:00:00Z', name = 'ann') => counted(store, name, when, { org }),
    closed: async () => (await outside(store).get(monthsClosed, { shard }))?.value,
    billed: async (org: string) => (await invoicesOf(inOrg(store, anOrgId(org)))).map(({ month }) => month),
  };
};

it('a month is over five minutes after its end', () => {
  expect(lastFinishedMonth(Date.parse('2026-12-01T00:04:59.999Z'))).toBe(october);
  expect(lastFinishedMonth(Date.parse('2026-12-01T00:05:00.000Z'))).toBe(november);
});

describe('an organisation', () => {
  it.each(['DELETING', 'DELETED'] as const)(
    'an organisation that is %s is billed by its removal, not by the month',
    async (state) => {
      const world = await aWorld();
      await world.count('contoso');
      await world.count(world.other);
      await seedOrg(world.store, { org: 'contoso', state, trialEndsAt: '2026-11-01T00:00:00Z' });
      expect(await world.close()).toBe(true);
      expect(await world.billed('contoso')).toEqual([]);
      expect(await world.billed(world.other)).toEqual([november]);
    },
  );

  it('an organisation that is deactivated is billed for its usage', async () => {
    const world = await aWorld();
    await world.count('contoso');
    await seedOrg(world.store, { org: 'contoso', state: 'DEACTIVATED', trialEndsAt: '2026-11-01T00:00:00Z' });
    await world.close();
    expect(await world.billed('contoso')).toEqual([november]);
  });

  it.each(['contoso', neighbour ?? ''])(
    'an organisation whose invoice fails (%s) is logged, delays no other and is retried',
    async (failing) => {
      const world = await aWorld();
      for (const org of ['contoso', world.other]) await world.count(org);
      let isDown = true;
      const inner = createHookedStore(world.store);
      const store: TableStore & { admin: typeof world.store.admin } = {
        ...inner,
        scan: (table, pk, range, page) => {
          if (isDown && pk.startsWith(anOrgId(failing))) return Promise.reject(new Error('down'));
          return inner.scan(table, pk, range, page);
        },
      };
      expect(await world.close(store)).toBe(false);
      const facts = { orgId: anOrgId(failing) };
      expect(world.deps.log.lines).toEqual([{ level: 'error', event: 'monthClose.failed', facts }]);
      expect(await world.billed(failing === 'contoso' ? world.other : 'contoso')).toEqual([november]);
      expect(await world.billed(failing)).toEqual([]);
      expect(await world.closed()).toBeUndefined();
      isDown = false;
      expect(await world.close(store)).toBe(true);
      expect(await world.billed(failing)).toEqual([november]);
    },
  );

  it('an organisation whose row is unreadable keeps the month open and delays no other', async () => {
    const world = await aWorld();
    await world.count('contoso');
    await world.store.insert('Dir', { pk: orgPartition(shard), rk: '0', values: { v: 99 } });
    expect(await world.close()).toBe(false);
    expect(await world.billed('contoso')).toEqual([november]);
    expect(await world.closed()).toBeUndefined();
  });
});

describe('a shard', () => {
  it('a shard that is closed costs one read until the next month is over, and reports that nothing is left', async () => {
    const world = await aWorld();
    await world.count('contoso');
    expect(await world.close()).toBe(true);
    const hooked = createHookedStore(world.store);
    expect(await world.close(hooked)).toBe(true);
    expect(hooked.calls()).toBe(1);
    world.clock.set('2026-11-15T00:00:00Z');
    expect(await world.close(hooked)).toBe(true);
    expect(hooked.calls()).toBe(2);
  });

  it('remembers the last month it closed, and since when it bills', async () => {
    const world = await aWorld();
    await world.close();
    expect(await world.closed()).toMatchObject({ month: november, from: '200001' });
    world.clock.set('2027-01-01T00:05:00Z');
    await world.close();
    expect(await world.closed()).toMatchObject({ month: december, from: '200001' });
  });

  it('bills a late entry of a closed month with the next month', async () => {
    const world = await aWorld();
    await world.close();
    await world.count('contoso', '2026-11-30T23:59:00Z');
    world.clock.set('2027-01-01T00:05:00Z');
    await world.close();
    const invoices = await invoicesIn(world.store);
    expect(invoices.map((line) => line.replace(/^\S+ /, ''))).toEqual(['202612: 0, 200 + 1 of 202611']);
  });

  it('a shard never bills the months during which billing was off', async () => {
    const world = await aWorld();
    await world.count('contoso');
    expect(await closeMonthOfShard({ ...world.deps, isBillingEnabled: false }, shard)).toBe(true);
    expect(await world.billed('contoso')).toEqual([]);
    expect(await world.closed()).toMatchObject({ month: november, from: december });
    await world.count('contoso', '2026-12-10T09:00:00Z');
    world.clock.set('2027-01-01T00:05:00Z');
    await world.close();
    const invoices = await invoicesIn(world.store);
    expect(invoices.map((line) => line.replace(/^\S+ /, ''))).toEqual(['202612: 1, 200']);
  });

  it('is closed although another server writes the same month first', async () => {
    const world = await aWorld();
    let conflicts = 2;
    const store = createRefusingStore(world.store, (keys) => {
      if (conflicts === 0 || !keys.some((key) => key.startsWith('mc') || key.startsWith('months'))) return undefined;
      conflicts -= 1;
      return 'CONFLICT';
    });
    expect(await world.close(store)).toBe(true);
    expect((await world.closed())?.month).toBe(november);
  });
});
