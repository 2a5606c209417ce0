import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { closeMonthOfShard } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { monthsClosed } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { counted, invoicesIn } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Tests months that were closed by a clock that was years ahead and was set back.

const shard = shardOf(anOrgId('contoso'));
const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T08:00:00Z');
  await seedOrg(store, { org: 'contoso', trialEndsAt: '2026-10-01T00:00:00Z' });
  const deps = testDeps(store, clock);
  return {
    closeAt: (at: string, isBillingEnabled = true) => {
      clock.set(at);
      return closeMonthOfShard({ ...deps, isBillingEnabled }, shard);
    },
    count: (name: string, at: string) => counted(store, name, at, { org: 'contoso' }),
    invoices: async () => (await invoicesIn(store)).map((line) => line.replace(/^\S+ /, '')),
    closed: async () => (await outside(store).get(monthsClosed, { shard }))?.value,
  };
};

it('the months after the clock was set back are billed in time', async () => {
  const world = await aWorld();
  await world.closeAt('2026-11-20T08:00:00Z');
  await world.closeAt('2028-11-20T08:00:00Z');
  const months = ['2026-12', '2027-01', '2027-02', '2027-03'];
  for (const [index, month] of months.slice(0, 3).entries()) {
    await world.count('ann', `${month}-10T00:00:00Z`);
    expect(await world.closeAt(`${months[index + 1] ?? ''}-01T00:06:00Z`)).toBe(true);
    expect(await world.invoices()).toHaveLength(index + 1);
  }
  expect(await world.closed()).toMatchObject({ month: '202702', from: '200001' });
});

it('a person whom the wrong clock billed is not billed again, and others are billed late', async () => {
  const world = await aWorld();
  await world.closeAt('2026-12-20T08:00:00Z');
  // The activity of November is stored after the month was closed, so a later invoice has it.
  await world.count('ann', '2026-11-30T09:00:00Z');
  await world.count('ann', '2026-12-10T09:00:00Z');
  await world.closeAt('2028-12-20T08:00:00Z');
  const wrong = await world.invoices();
  expect(wrong).toEqual([expect.stringContaining('1 of 202611')]);
  await world.closeAt('2026-12-20T08:01:00Z');
  expect(await world.invoices()).toEqual(wrong);
  await world.count('bob', '2026-12-25T09:00:00Z');
  await world.closeAt('2027-01-01T00:06:00Z');
  expect(await world.invoices()).toEqual(wrong);
  await world.closeAt('2027-02-01T00:06:00Z');
  expect(await world.invoices()).toEqual([...wrong, expect.stringContaining('1 of 202612')]);
});

it('a clock that was months behind for a moment bills no person twice', async () => {
  const world = await aWorld();
  await world.closeAt('2026-12-20T08:00:00Z');
  await world.count('ann', '2026-11-30T09:00:00Z');
  await world.count('bob', '2026-12-10T09:00:00Z');
  await world.closeAt('2027-01-01T00:06:00Z');
  const right = await world.invoices();
  expect(right).toEqual([expect.stringContaining('1 of 202611')]);
  await world.closeAt('2026-08-20T08:00:00Z');
  await world.closeAt('2027-01-01T00:07:00Z');
  expect(await world.invoices()).toEqual(right);
});

it('usage is billed again after a wrong clock found billing off', async () => {
  const world = await aWorld();
  await world.closeAt('2028-11-20T08:00:00Z', false);
  await world.count('ann', '2026-11-10T09:00:00Z');
  await world.closeAt('2026-11-20T08:01:00Z', false);
  expect(await world.closed()).toMatchObject({ month: '202610', from: '202611' });
  await world.closeAt('2026-12-01T00:06:00Z');
  expect(await world.invoices()).toHaveLength(1);
});

it('late activity is billed again after a wrong clock found billing off', async () => {
  const world = await aWorld();
  await world.closeAt('2028-11-20T08:00:00Z', false);
  await world.closeAt('2026-11-20T08:01:00Z');
  await world.closeAt('2026-12-01T00:06:00Z');
  await world.count('ann', '2026-11-10T09:00:00Z');
  await world.closeAt('2027-01-01T00:06:00Z');
  expect(await world.invoices()).toEqual([expect.stringContaining('1 of 202611')]);
});

it('a clock that was one month ahead closes no month twice', async () => {
  const world = await aWorld();
  await world.closeAt('2026-12-02T08:00:00Z');
  const before = await world.closed();
  expect(await world.closeAt('2026-11-20T08:00:00Z')).toBe(true);
  expect(await world.closed()).toEqual(before);
});
