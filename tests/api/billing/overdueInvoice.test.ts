import type { Role } from '#contracts/core/rolesAndPermissions.ts';
import { overdueInvoiceFor } from '../../../bot/src/services/tenancy/overdueInvoice.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { charge } from '../../../bot/src/store/kinds/billing/charges.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { closeMonths, counted, december, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Tests the overdue state, which the banner on every page reads.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Creates a world with invoices of November and December, due on 15 December and 15 January. */
const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-12-01T00:05:00Z');
  const { orgId } = await seedOrg(store, { trialEndsAt: '2026-11-01T00:00:00Z' });
  const deps = testDeps(store, clock);
  await counted(store, 'ann', '2026-11-10T09:00:00Z');
  await closeMonths(deps);
  await counted(store, 'ann', '2026-12-10T09:00:00Z');
  clock.set('2027-01-01T00:05:00Z');
  await closeMonths(deps);
  const records = inOrg(store, orgId);
  return {
    at: (now: string) => {
      clock.set(now);
    },
    pay: (month: string) => records.touch(charge, { month }, { state: 'PAID' }),
    refuse: (month: string) => records.touch(charge, { month }, { state: 'FAILED' }),
    overdue: (role: Role = 'admin', change: object = {}) =>
      overdueInvoiceFor({ ...deps, ...change }, anActor('ann', { role })),
  };
};

const first = { number: '2026-000001', dueOn: '2026-12-15' };

it('names an invoice from the day after its due date until it is paid', async () => {
  const world = await aWorld();
  world.at('2026-12-15T23:59:59Z');
  expect(await world.overdue()).toBeNull();
  world.at('2026-12-16T00:00:00Z');
  expect(await world.overdue()).toEqual({ ...first, count: 1 });
  await world.pay(november);
  expect(await world.overdue()).toBeNull();
});

it('names the oldest of several invoices and their number', async () => {
  const world = await aWorld();
  world.at('2027-01-16T00:00:00Z');
  expect(await world.overdue()).toEqual({ ...first, count: 2 });
  await world.pay(november);
  expect(await world.overdue()).toEqual({ number: '2027-000001', dueOn: '2027-01-15', count: 1 });
});

it('leaves a card that was refused before the due date to the payment state', async () => {
  const world = await aWorld();
  world.at('2027-01-02T00:00:00Z');
  await world.pay(november);
  await world.refuse(december);
  expect(await world.overdue()).toBeNull();
});

it('names none to a member, and none where nothing is billed', async () => {
  const world = await aWorld();
  world.at('2027-01-16T00:00:00Z');
  expect(await world.overdue('user')).toBeNull();
  expect(await world.overdue('admin', { isBillingEnabled: false })).toBeNull();
});
