import {
  billingStatus,
  hasPaymentMethod,
  isAskingMembers,
  isReadOnly,
  orgPauseOf,
  readOnlyFrom,
} from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aPayment, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { card, closeChargeWorlds, createChargeWorld } from '../../support/worlds/chargeWorld.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { retryDueAt } from '../../../bot/src/domain/billing/paymentRetrySchedule.ts';
import { monthOf } from '../../../bot/src/domain/billing/billingMonths.ts';

// Tests how the payment state of an organisation follows from its stored rows.

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const endsAt = '2026-11-20T08:00:00.000Z';

const aWorld = async (now: string, paying?: ReturnType<typeof aPayment>) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const { orgId } = await seedOrg(store, { trialEndsAt: endsAt });
  const records = inOrg(store, orgId);
  if (paying !== undefined) await records.insert(payment, undefined, paying);
  const deps = { store, clock: fakeClock(now), isBillingEnabled: true };
  const organisation = (await records.get(org, undefined))?.value;
  if (organisation === undefined) throw new Error('The organisation is missing.');
  return {
    ...{ store, records, deps },
    standing: (change: object = {}) => billingStatus({ ...deps, ...change }, organisation),
  };
};

it('a payment method is an address for invoices or a card, and a customer without a card is none', () => {
  expect(hasPaymentMethod(undefined)).toBe(false);
  expect(hasPaymentMethod(aPayment())).toBe(true);
  expect(hasPaymentMethod(aPayment(card))).toBe(true);
  expect(hasPaymentMethod(aPayment({ ...card, methodId: null }))).toBe(false);
});

it('is read-only from a given instant on, without trial and payment', () => {
  const instant = anInstant('2026-12-01T00:00:00Z');
  expect(readOnlyFrom({ is: 'TRIAL', endsAt: instant })).toBeNull();
  expect(readOnlyFrom({ is: 'PAYING' })).toBeNull();
  for (const is of ['TRIAL_ENDED', 'METHOD_LOST', 'OVERDUE'] as const)
    expect(readOnlyFrom({ is, readOnlyFrom: instant })).toBe(instant);
  expect(readOnlyFrom({ is: 'READ_ONLY', because: 'TRIAL', since: instant })).toBe(instant);
});

describe('the standing', () => {
  it('does not exist if billing is off', async () => {
    const world = await aWorld('2026-11-18T08:00:00Z');
    expect(await world.standing({ isBillingEnabled: false })).toBeNull();
  });

  it('shows the trial with its days left, with and without a payment method', async () => {
    const world = await aWorld('2026-11-18T08:00:00Z');
    const expected = { daysLeft: 2, trialEndsAt: endsAt, readOnlyFrom: null };
    expect(await world.standing()).toEqual({ ...expected, state: 'TRIAL' });
    const paying = await aWorld('2026-11-18T08:00:00Z', aPayment());
    expect(await paying.standing()).toEqual({ ...expected, state: 'PAYING' });
  });

  it('shows an ended trial to a customer without a card', async () => {
    const world = await aWorld('2026-11-20T08:00:00Z', aPayment({ ...card, methodId: null }));
    const readOnlyAt = '2026-11-27T08:00:00.000Z';
    expect(await world.standing()).toEqual({
      ...{ state: 'TRIAL_ENDED', daysLeft: 0, trialEndsAt: endsAt, readOnlyFrom: readOnlyAt },
    });
  });

  it('is a lost card since the card went', async () => {
    const lost = aPayment({ ...card, methodId: null, methodLostAt: anInstant('2026-12-01T00:00:00Z') });
    const world = await aWorld('2026-12-02T00:00:00Z', lost);
    expect(await world.standing()).toMatchObject({ state: 'METHOD_LOST', readOnlyFrom: '2026-12-08T00:00:00.000Z' });
  });
});

describe('an organisation without payment settings', () => {
  it('asks and sets up as before until a week after the trial, then neither', async () => {
    const world = await aWorld('2026-11-27T07:59:59.999Z');
    expect(await orgPauseOf(world.deps, world.records)).toBeNull();
    expect(await isReadOnly(world.deps, world.records)).toBe(false);
    world.deps.clock.set('2026-11-27T08:00:00Z');
    expect(await orgPauseOf(world.deps, world.records)).toBe('READ_ONLY');
    expect(await isAskingMembers(world.deps, world.records)).toBe(false);
    expect(await isReadOnly(world.deps, world.records)).toBe(true);
  });

  it('costs one read while the trial runs, and two once it is over', async () => {
    const world = await aWorld('2026-11-20T07:59:59.999Z');
    const hooked = createHookedStore(world.store);
    const records = inOrg(hooked, world.records.scope);
    await orgPauseOf(world.deps, records);
    expect(hooked.calls()).toBe(1);
    world.deps.clock.set(endsAt);
    await orgPauseOf(world.deps, records);
    expect(hooked.calls()).toBe(3);
  });
});

it('a team without its organisation is neither paused nor read-only', async () => {
  const world = await aWorld('2027-11-20T08:00:00Z');
  const nowhere = inOrg(world.store, anOrgId('nowhere'));
  expect(await orgPauseOf(world.deps, nowhere)).toBeNull();
  expect(await isReadOnly(world.deps, nowhere)).toBe(false);
});

describe('the state of an organisation', () => {
  afterEach(closeChargeWorlds);

  const unpaid = aPayment({ ...card, overdueSince: anInstant('2026-11-23T00:00:00Z') });

  it('an organisation whose payment failed more than a week ago sends no prompts and creates nothing new', async () => {
    const world = await createChargeWorld({}, unpaid);
    expect(await isAskingMembers(world.deps, world.records)).toBe(false);
    expect(await isReadOnly(world.deps, world.records)).toBe(true);
    world.clock.set('2026-11-29T23:59:59.999Z');
    expect(await isAskingMembers(world.deps, world.records)).toBe(true);
    expect(await isReadOnly(world.deps, world.records)).toBe(false);
  });

  it('no organisation is stopped without billing', async () => {
    const world = await createChargeWorld({}, unpaid);
    const off = { ...world.deps, isBillingEnabled: false };
    expect(await isAskingMembers(off, world.records)).toBe(true);
    expect(await isReadOnly(off, world.records)).toBe(false);
  });

  it('a deactivated organisation sends no prompts', async () => {
    const world = await createChargeWorld();
    expect(await isAskingMembers(world.deps, world.records)).toBe(true);
    await seedOrg(world.store, { state: 'DEACTIVATED', trialEndsAt: '2026-11-01T00:00:00Z' });
    expect(await isAskingMembers(world.deps, world.records)).toBe(false);
    expect(await isReadOnly(world.deps, world.records)).toBe(false);
  });

  it('a payer without a card is reminded on the days after the failure and then no more', () => {
    const failedAt = anInstant('2026-12-01T00:00:00Z');
    const days = [0, 1, 2, 3].map((reminders) => retryDueAt(failedAt, reminders)?.slice(0, 10));
    expect(days).toEqual(['2026-12-02', '2026-12-04', '2026-12-08', undefined]);
    expect(monthOf(Date.parse(failedAt))).toBe('202612');
  });
});
