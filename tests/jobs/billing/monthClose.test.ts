import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { createInvoicingJob } from '../../../bot/src/jobs/core/invoicingJob.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { drawInvoiceNumber } from '../../../bot/src/services/billing/assignInvoiceNumber.ts';
import { invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { findingLine as lineOfFinding } from '../../../bot/src/store/admin/storeCheckFinding.ts';
import { verifyStore } from '../../../bot/src/store/admin/verifyStore.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice, invoicePage, monthsClosed } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { orgPartition } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import {
  chargedOn,
  closeMonths,
  counted,
  december,
  invoicesIn,
  november,
} from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { allRows, lineOf } from '../../support/worlds/deletionWorld.ts';
import { failingStore, failures } from '../../support/store/storeFailingAtNthCall.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const over = '2026-12-01T00:05:00Z';
const orgs = ['contoso', 'fabrikam', 'initech'] as const;

interface World {
  readonly store: SqliteStore;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly deps: ReturnType<typeof testDeps>;
}

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) {
    const { findings } = await verifyStore(store.admin);
    if (findings.length > 0) throw new Error(findings.map(lineOfFinding).join('\n'));
    await store.close();
  }
});

const emptyWorld = (at: string): World => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock(at);
  return { store, clock, deps: testDeps(store, clock) };
};

/**
 * Creates three organisations after their trial. In November, ann and bob of Contoso and zoe of Fabrikam were active.
 */
const aWorld = async (at = '2026-11-20T08:00:00Z'): Promise<World> => {
  const world = emptyWorld(at);
  for (const org of orgs)
    await seedTeam(world.store, { org, team: `${org} team`, people: [], trialEndsAt: '2026-11-01T00:00:00Z' });
  await counted(world.store, 'ann', '2026-11-10T09:00:00Z');
  await counted(world.store, 'bob', '2026-11-11T09:00:00Z', { event: 'TASK' });
  await counted(world.store, 'zoe', '2026-11-12T09:00:00Z', { org: 'fabrikam' });
  return world;
};

const copyOf = async (of: World, at: string): Promise<World> => {
  const world = emptyWorld(at);
  for (const { table, pk, rk, values } of await allRows(of.store)) await world.store.insert(table, { pk, rk, values });
  return world;
};

const numbers = async ({ store }: World): Promise<string[]> =>
  (await Promise.all(orgs.map((org) => invoicesOf(inOrg(store, anOrgId(org))))))
    .flat()
    .map((row) => row.number ?? '-')
    .sort();

const linesOf = async ({ store }: World): Promise<string[]> => (await allRows(store)).map((row) => lineOf(row)).sort();

/**
 * Returns all rows with their invoice numbers replaced by "#", because the number of an invoice depends on the order in
 * which organisations are billed. The sorted numbers follow.
 */
const unnumbered = async (world: World): Promise<string> =>
  [
    ...(await linesOf(world))
      .filter((line) => !line.startsWith('Dir seq'))
      .map((line) => line.replace(/2026-\d{6}/, '#')),
    ...(await numbers(world)),
  ].join('\n');

describe('a month that is over', () => {
  it('is closed into one invoice of each organisation where a person was active, five minutes after its end', async () => {
    const world = await aWorld('2026-12-01T00:04:59Z');
    await closeMonths(world.deps);
    expect(await invoicesIn(world.store)).toEqual([]);
    world.clock.set(over);
    await closeMonths(world.deps);
    expect(await invoicesIn(world.store)).toEqual([expect.stringMatching(/^2026-00000\d 202611: 2, 400$/)]);
    expect(await invoicesIn(world.store, 'fabrikam')).toEqual([expect.stringMatching(/^2026-00000\d 202611: 1, 200$/)]);
    expect(await invoicesIn(world.store, 'initech')).toEqual([]);
    expect(await numbers(world)).toEqual(['2026-000001', '2026-000002']);
    expect(await chargedOn(world.store, anOrgId())).toEqual(
      [aMemberId('ann'), aMemberId('bob')].sort().map((memberId) => ({ memberId, month: november, cents: 200 })),
    );
  });

  it('is closed once by any number of polls, also with the clock set back', async () => {
    const world = await aWorld(over);
    await closeMonths(world.deps);
    const before = await linesOf(world);
    await closeMonths(world.deps);
    world.clock.set('2026-11-15T00:00:00Z');
    await closeMonths(world.deps);
    world.clock.set('2026-12-20T00:00:00Z');
    await closeMonths(world.deps);
    expect(await linesOf(world)).toEqual(before);
  });

  it('closes the month for all others if one organisation’s row is unreadable, and later for that one', async () => {
    const world = await aWorld(over);
    const unreadable = { pk: orgPartition(shardOf(anOrgId())), rk: '0'.repeat(26) };
    const etag = await world.store.insert('Dir', { ...unreadable, values: { v: 99 } });
    await closeMonths(world.deps);
    expect(await numbers(world)).toEqual(['2026-000001', '2026-000002']);
    const closed = async () =>
      (await outside(world.store).get(monthsClosed, { shard: shardOf(anOrgId()) }))?.value.month;
    expect(await closed()).toBeUndefined();
    await world.store.delete('Dir', unreadable, etag);
    await closeMonths(world.deps);
    expect(await closed()).toBe(november);
  });

  it('asks the store once a month and shard', async () => {
    const world = await aWorld(over);
    const counting = failingStore(world.store, Infinity, 'before');
    const work = createInvoicingJob({ ...world.deps, store: counting.store });
    const countCalls = async (): Promise<number> => {
      const before = counting.calls();
      await work(jobSettings.shards, () => true);
      return counting.calls() - before;
    };
    expect(await countCalls()).toBeGreaterThan(30);
    world.clock.advance({ minutes: 10 });
    expect(await countCalls()).toBe(0);
  });

  it('is closed the same after a kill, or a fault, at any call to the store', async () => {
    const begun = await aWorld();
    const whole = await copyOf(begun, over);
    const counting = failingStore(whole.store, Infinity, 'before');
    await closeMonths({ ...whole.deps, store: counting.store });
    const expected = await unnumbered(whole);
    const wrong: string[] = [];
    for (const failure of failures)
      for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
        const world = await copyOf(begun, over);
        const broken = failingStore(world.store, call, failure).store;
        await closeMonths({ ...world.deps, store: broken }).catch(() => undefined);
        await closeMonths(world.deps);
        if ((await unnumbered(world)) !== expected) wrong.push(`${failure} ${call}`);
        await stores.pop()?.close();
      }
    expect(wrong).toEqual([]);
  });

  it('closes once if two servers run at once, in every order, and leaves out no number', async () => {
    const begun = await aWorld();
    const wrong: string[] = [];
    const counting = failingStore((await copyOf(begun, over)).store, Infinity, 'before');
    await closeMonths({ ...begun.deps, clock: fakeClock(over), store: counting.store });
    for (let call = 1; call <= counting.calls(); call += 2) {
      const world = await copyOf(begun, over);
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => closeMonths(world.deps));
      await closeMonths({ ...world.deps, store: hooked });
      const existing = [...(await invoicesIn(world.store)), ...(await invoicesIn(world.store, 'fabrikam'))];
      const isRight = existing.length === 2 && (await numbers(world)).join() === '2026-000001,2026-000002';
      if (!isRight || (await verifyStore(world.store.admin)).findings.length > 0)
        wrong.push(`${call}: ${existing.join()}`);
      await stores.pop()?.close();
    }
    expect(wrong).toEqual([]);
  });

  it('is made good after a standstill, month after month', async () => {
    const world = await aWorld();
    await counted(world.store, 'ann', '2026-12-05T09:00:00Z');
    await counted(world.store, 'ann', '2027-02-05T09:00:00Z');
    world.clock.set('2027-03-10T09:00:00Z');
    await closeMonths(world.deps);
    const texts = (await invoicesIn(world.store)).map((line) => line.replace(/^\S+ /, ''));
    expect(texts).toEqual(['202611: 2, 400', '202612: 1, 200', '202702: 1, 200']);
    expect((await numbers(world)).every((number) => number.startsWith('2027-'))).toBe(true);
  });

  it('passes without an invoice where nothing is billed, and is never billed later', async () => {
    const world = await aWorld(over);
    await closeMonths({ ...world.deps, isBillingEnabled: false });
    await counted(world.store, 'ann', '2026-12-05T09:00:00Z');
    world.clock.set('2027-01-02T00:00:00Z');
    await closeMonths(world.deps);
    expect(await invoicesIn(world.store)).toEqual(['2027-000001 202612: 1, 200']);
  });

  it('costs nothing for a person who was first counted during the trial', async () => {
    const world = await aWorld(over);
    await seedTeam(world.store, {
      org: 'contoso',
      team: 'contoso team',
      people: [],
      trialEndsAt: '2026-11-11T00:00:00Z',
    });
    await closeMonths(world.deps);
    expect(await invoicesIn(world.store)).toEqual([expect.stringMatching(/ 202611: 2, 200$/)]);
  });

  it('is not billed to an organisation on its way out, nor to one that is gone', async () => {
    const world = await aWorld(over);
    await seedTeam(world.store, { org: 'contoso', team: 'contoso team', people: [], state: 'DELETING' });
    await closeMonths(world.deps);
    expect(await invoicesIn(world.store)).toEqual([]);
    expect(await invoicesIn(world.store, 'fabrikam')).toHaveLength(1);
  });
});

describe('an event that arrives late', () => {
  it('is a named adjustment of the next invoice, at the price of its month, and of no other', async () => {
    const world = await aWorld(over);
    await closeMonths(world.deps);
    await counted(world.store, 'cem', '2026-11-30T23:59:00Z');
    await counted(world.store, 'ann', '2026-12-03T09:00:00Z');
    world.clock.set('2027-01-01T00:05:00Z');
    const dearer = { ...world.deps, billing: { ...world.deps.billing, priceCents: 300 } };
    await closeMonths(dearer);
    await counted(world.store, 'ann', '2027-01-03T09:00:00Z');
    world.clock.set('2027-02-01T00:05:00Z');
    await closeMonths(dearer);
    expect((await invoicesIn(world.store)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      '202611: 2, 400',
      '202612: 1, 500 + 1 of 202611',
      '202701: 1, 300',
    ]);
  });

  it('creates its own invoice after months without activity', async () => {
    const world = await aWorld(over);
    await closeMonths(world.deps);
    world.clock.set('2027-02-01T00:05:00Z');
    await closeMonths(world.deps);
    await counted(world.store, 'cem', '2026-11-30T23:59:00Z');
    await counted(world.store, 'dan', '2026-12-30T23:59:00Z');
    world.clock.set('2027-03-01T00:05:00Z');
    await closeMonths(world.deps);
    expect((await invoicesIn(world.store)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      '202611: 2, 400',
      '202702: 0, 400 + 1 of 202611 + 1 of 202612',
    ]);
  });
});

describe('the numbers of invoices', () => {
  it('are all assigned after a kill at any call, without gaps', async () => {
    const begun = await aWorld(over);
    await closeMonths(begun.deps);
    const created = (await inOrg(begun.store, anOrgId()).get(invoice, { month: november }))?.value;
    expect(created).toBeDefined();
    const empty = { number: null, lines: [], cents: 0, mau: 0 };
    for (let call = 0; call < 12; call += 1) {
      const world = await copyOf(begun, over);
      const waiting = async (org: string): Promise<void> => {
        const row = { ...created, ...empty, month: december } as ValueOf<typeof invoice>;
        await inOrg(world.store, anOrgId(org)).insert(invoice, { month: december }, row);
      };
      await waiting('contoso');
      await drawInvoiceNumber({ store: failingStore(world.store, call, 'crash').store }, anOrgId(), december).catch(
        () => undefined,
      );
      await waiting('fabrikam');
      await drawInvoiceNumber(world.deps, anOrgId('fabrikam'), december);
      await drawInvoiceNumber(world.deps, anOrgId(), december);
      expect(await numbers(world)).toEqual([1, 2, 3, 4].map((count) => `2026-00000${count}`));
    }
  });

  it('the numbers of invoices of many parallel organisations are each assigned once', async () => {
    const world = emptyWorld(over);
    const names = Array.from({ length: 24 }, (_, index) => `org ${index}`);
    for (const org of names) {
      await seedTeam(world.store, { org, team: org, people: [], trialEndsAt: '2026-11-01T00:00:00Z' });
      await counted(world.store, 'ann', '2026-11-10T09:00:00Z', { org });
    }
    await Promise.all([1, 2, 3].map(() => closeMonths(world.deps)));
    const input = await Promise.all(names.map((org) => invoicesIn(world.store, org)));
    const sorted = input
      .flat()
      .map((line) => line.split(' ')[0] ?? '')
      .sort();
    expect(sorted).toEqual(names.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`));
  });
});

it('keeps people of a large organisation on several pages of one invoice', async () => {
  const world = await aWorld(over);
  for (let index = 0; index < 1100; index += 1) await counted(world.store, `m${index}`, '2026-11-20T09:00:00Z');
  await closeMonths(world.deps);
  const records = inOrg(world.store, anOrgId());
  const pages = await records.list(invoicePage, undefined, { from: 'inl|', to: 'inl}' });
  expect(pages.map((page) => page.value.members.length)).toEqual([1000, 102]);
  expect(await invoicesIn(world.store)).toEqual([expect.stringContaining('1102, 220400')]);
});

it('handles only its own shards', async () => {
  const world = await aWorld(over);
  const mine = shardOf(anOrgId('fabrikam'));
  await createInvoicingJob(world.deps)([mine], (shard) => shard === mine);
  expect(await invoicesIn(world.store, 'fabrikam')).toHaveLength(1);
  const others = orgs.filter((org) => shardOf(anOrgId(org)) !== mine);
  for (const org of others) expect(await invoicesIn(world.store, org)).toEqual([]);
});
