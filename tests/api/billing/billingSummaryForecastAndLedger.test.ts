import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { getInvoices, getBillingSummary } from '../../../bot/src/services/billing/billingSummaryAndInvoices.ts';
import { createUsageForecasts } from '../../../bot/src/services/billing/usageForecast.ts';
import { getLedger } from '../../../bot/src/services/billing/billingLedger.ts';
import type { IndexedOrganisation } from '../../../bot/src/services/tenancy/listIndexedOrganisations.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { org as orgKind } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { charge } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { asked, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { closeMonths, counted, december, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import {
  aMeeting,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aPayment,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Tests the billing pages of an admin: the month, the invoices and the ledger.

const october = billingMonth.parse('202610');
const ann = anActor('ann', { role: 'admin' });

/**
 * Creates a world on Friday, 20 November 2026, with ann, bob and cy in a team of Contoso. The organisation's trial is
 * over and it has a payment method.
 */
const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const deps = { ...testDeps(store, clock), outlooks: createUsageForecasts({ store, clock, isBillingEnabled: true }) };
  const { orgId, teamId } = await seedTeam(store, {
    people: ['ann', 'bob', 'cy'],
    trialEndsAt: '2026-10-01T00:00:00Z',
  });
  const records = inOrg(store, orgId);
  await records.insert(payment, undefined, aPayment());
  return {
    ...{ store, clock, deps, records, teamId },
    summary: () => getBillingSummary(deps, ann, {}),
    count: (name: string, at = '2026-11-19T09:00:00Z', more = {}) => counted(store, name, at, more),
    meeting: async (members: readonly string[], change = {}) => {
      const ids = members.map((name) => aMemberId(name));
      const meeting = aMeeting({ members: ids, teamId, ...change });
      await records.touch(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
      await records.touch(meetingKind, { teamId, meetingId: meeting.id }, meeting);
    },
    asked: async (name: string, month: string) => {
      const memberId = aMemberId(name);
      await records.insert(asked, { month, memberId }, { memberId, at: anInstant('2026-10-01T09:00:00Z') });
    },
    change: (name: string, fields: object) => records.touch(teamMember, { teamId, memberId: aMemberId(name) }, fields),
  };
};

const setOrgState = async (store: TableStore, state: IndexedOrganisation['state']): Promise<void> => {
  await outside(store).touch(orgIndex, { orgId: anOrgId() }, { state });
};

describe('the summary', () => {
  it('is the month so far, plus an estimate for members still due from last month’s share', async () => {
    const world = await aWorld();
    await world.count('ann');
    await world.count('eve', '2026-10-10T09:00:00Z');
    for (const name of ['ann', 'bob', 'cy', 'eve']) await world.asked(name, '202610');
    await world.meeting(['ann', 'bob', 'cy']);
    expect(await world.summary()).toEqual({
      month: november,
      currentMau: 1,
      currentFree: 0,
      // Ann costs 200. bob and cy are still due, and one of the four members who were prompted last month became
      // active: 2 × ¼ × 200 = 100.
      currentMonthForecast: 200 + 100,
      fullMonthAmount: 200 + 100,
      stillDue: 2,
      expected: 1,
      lastMonthAmount: 0,
      currency: 'USD',
      trend: { direction: 'SAME', percent: 0 },
      pricePerUser: 200,
      trialEndsAt: null,
      isTrial: false,
      usage: [{ month: november, mau: 1 }],
    });
  });

  it('expects no member who is disabled, unreachable, or not prompted again this month', async () => {
    const world = await aWorld();
    const forecast = async (): Promise<number> => {
      world.clock.advance({ minutes: 10 });
      return (await world.summary()).currentMonthForecast;
    };
    await world.meeting(['ann', 'bob', 'cy']);
    expect(await forecast()).toBe(600);
    await world.change('bob', { isEnabled: false });
    await world.change('cy', { unreachable: 'BLOCKED' });
    expect(await forecast()).toBe(200);
    await world.meeting(['ann'], { isEnabled: false });
    expect(await forecast()).toBe(0);
    await world.meeting(['ann']);
    expect(await forecast()).toBe(200);
    world.clock.set('2026-11-30T12:00:00Z');
    expect(await forecast()).toBe(0);
  });

  it('reads the meetings at most every 10 minutes, and does not expect a person whom it already counts', async () => {
    const world = await aWorld();
    const forecast = async (): Promise<number> => (await world.summary()).currentMonthForecast;
    await world.meeting(['ann', 'bob']);
    expect(await forecast()).toBe(400);
    await world.meeting(['ann', 'bob', 'cy'], { id: aMeetingId('other') });
    await world.count('bob');
    world.clock.advance({ minutes: 9 });
    expect(await forecast()).toBe(400);
    world.clock.advance({ minutes: 1 });
    expect(await forecast()).toBe(600);
  });

  it('shows no month before the organisation was created', async () => {
    const world = await aWorld();
    const months = async (createdOn: string): Promise<readonly string[]> => {
      await world.records.touch(orgKind, undefined, { createdOn: anInstant(createdOn) });
      return (await world.summary()).usage.map(({ month }) => month);
    };
    expect(await months('2026-11-01T00:00:00.000Z')).toEqual([november]);
    expect(await months('2026-10-31T23:59:59.999Z')).toEqual([october, november]);
  });

  it('compares with last month, shows the months between, and reports until when nothing is charged', async () => {
    const world = await aWorld();
    for (const name of ['ann', 'bob']) await world.count(name);
    world.clock.set('2026-12-05T00:00:00Z');
    await closeMonths(world.deps);
    expect(await world.summary()).toMatchObject({
      ...{ currentMonthForecast: 0, lastMonthAmount: 400, trend: { direction: 'DOWN', percent: 100 } },
    });
    await world.count('ann', '2027-01-03T09:00:00Z');
    world.clock.set('2027-01-05T00:00:00Z');
    const summary = await world.summary();
    expect(summary).toMatchObject({ lastMonthAmount: 0, trend: { direction: 'SAME', percent: 0 } });
    expect(summary.usage.map(({ month, mau }) => `${month} ${mau}`)).toEqual(['202611 2', '202612 0', '202701 1']);
    await seedTeam(world.store, { people: [], trialEndsAt: '2027-01-20T00:00:00Z' });
    expect((await world.summary()).trialEndsAt).toBe('2027-01-20T00:00:00.000Z');
  });

  it('counts people of a month that only a later invoice charges, for example after a restored deletion', async () => {
    const world = await aWorld();
    for (const name of ['ann', 'bob']) await world.count(name);
    await setOrgState(world.store, 'DELETING');
    world.clock.set('2026-12-05T00:00:00Z');
    await closeMonths(world.deps);
    await setOrgState(world.store, 'ACTIVE');
    await world.count('ann', '2026-12-06T09:00:00Z');
    world.clock.set('2027-01-05T00:00:00Z');
    await closeMonths(world.deps);
    expect((await getInvoices(world.deps, ann, {})).map(({ month, adjustments }) => ({ month, adjustments }))).toEqual([
      { month: december, adjustments: [{ month: november, people: 2, amount: 400 }] },
    ]);
    const { usage: shown } = await world.summary();
    expect(shown.map(({ month, mau }) => `${month} ${mau}`)).toEqual(['202611 2', '202612 1', '202701 0']);
    expect((await getLedger(world.deps, ann, { month: november })).people).toBe(2);
  });
});

describe('the forecast around the end of the trial', () => {
  const trialUntil = async (trialEndsAt: string) => {
    const world = await aWorld();
    await seedTeam(world.store, { people: [], trialEndsAt });
    return world;
  };

  it('charges neither people counted during the trial nor people who can only be counted during it', async () => {
    const world = await trialUntil('2026-12-10T09:00:00Z');
    await world.count('ann');
    await world.meeting(['ann', 'bob', 'cy']);
    expect(await world.summary()).toMatchObject({
      ...{ currentMau: 1, currentFree: 1, currentMonthForecast: 0, fullMonthAmount: 600, stillDue: 2 },
      ...{ isTrial: true, trialEndsAt: '2026-12-10T09:00:00.000Z' },
    });
  });

  it('charges a member who can be counted after a trial that ends within the month', async () => {
    const world = await trialUntil('2026-11-30T00:00:00Z');
    await world.count('ann');
    await world.meeting(['ann', 'bob']);
    expect(await world.summary()).toMatchObject({ currentFree: 1, currentMonthForecast: 200, fullMonthAmount: 400 });
    await seedTeam(world.store, { people: [], trialEndsAt: '2026-11-30T23:00:00Z' });
    world.clock.advance({ minutes: 10 });
    expect(await world.summary()).toMatchObject({ currentFree: 1, currentMonthForecast: 0, fullMonthAmount: 400 });
  });

  it('charges a member whose last run opens during the trial and closes after it', async () => {
    const world = await trialUntil('2026-11-30T10:00:00Z');
    await world.meeting(['ann'], { reportSummaryTime: 60 });
    expect(await world.summary()).toMatchObject({ stillDue: 1, currentMonthForecast: 0 });
    await world.meeting(['bob'], { id: aMeetingId('long'), reportSummaryTime: 61 });
    world.clock.advance({ minutes: 10 });
    expect(await world.summary()).toMatchObject({ stillDue: 2, currentMonthForecast: 200, fullMonthAmount: 400 });
  });

  it('charges no person when the trial ends with the month, also for a run that closes after both', async () => {
    const world = await trialUntil('2026-12-01T00:00:00Z');
    world.clock.set('2026-11-30T12:00:00Z');
    await world.meeting(['ann'], { time: 1410, timezone: aZone('UTC'), reportSummaryTime: 120 });
    expect(await world.summary()).toMatchObject({ stillDue: 1, currentMonthForecast: 0, fullMonthAmount: 200 });
  });

  it('leaves people counted free at 0 after the trial has ended', async () => {
    const world = await trialUntil('2026-11-20T00:00:00Z');
    await world.count('ann', '2026-11-19T09:00:00Z');
    await world.count('bob', '2026-11-20T09:00:00Z');
    expect(await world.summary()).toMatchObject({
      ...{ currentMau: 2, currentFree: 1, currentMonthForecast: 200, fullMonthAmount: 400 },
      ...{ isTrial: false, trialEndsAt: '2026-11-20T00:00:00.000Z' },
    });
  });
});

it('an ended month has its invoices, newest first, with late entries named', async () => {
  const world = await aWorld();
  expect(await getInvoices(world.deps, ann, {})).toEqual([]);
  await world.count('ann');
  world.clock.set('2026-12-01T00:05:00Z');
  await closeMonths(world.deps);
  await world.count('bob', '2026-11-30T23:59:00Z');
  await world.count('ann', '2026-12-02T09:00:00Z');
  world.clock.set('2027-01-01T00:05:00Z');
  await closeMonths(world.deps);
  const about = { currency: 'USD', mau: 1 };
  expect(await getInvoices(world.deps, ann, {})).toEqual([
    {
      ...{ ...about, number: '2027-000001', month: december, date: '2026-12-01', amount: 400 },
      adjustments: [{ month: november, people: 1, amount: 200 }],
      ...{ issuedOn: '2027-01-01T00:05:00.000Z', url: '/api/billing/invoice/202612' },
      ...{ state: 'OPEN', dueOn: '2027-01-15' },
    },
    {
      ...{ ...about, number: '2026-000001', month: november, date: '2026-11-01', amount: 200, adjustments: [] },
      ...{ issuedOn: '2026-12-01T00:05:00.000Z', url: '/api/billing/invoice/202611' },
      ...{ state: 'OVERDUE', dueOn: '2026-12-15' },
    },
  ]);
});

it('an invoice is open until its due date, then or after a refused card overdue, later paid, or void without an amount', async () => {
  const world = await aWorld();
  const stateOf = async (): Promise<string | undefined> => (await getInvoices(world.deps, ann, {}))[0]?.state;
  await world.count('ann');
  world.clock.set('2026-12-01T00:05:00Z');
  await closeMonths(world.deps);
  world.clock.set('2026-12-15T23:59:59Z');
  expect(await stateOf()).toBe('OPEN');
  world.clock.set('2026-12-16T00:00:00Z');
  expect(await stateOf()).toBe('OVERDUE');
  await world.records.touch(charge, { month: november }, { state: 'PAID' });
  expect(await stateOf()).toBe('PAID');
  world.clock.set('2026-12-02T00:00:00Z');
  await world.records.touch(charge, { month: november }, { state: 'FAILED' });
  expect(await stateOf()).toBe('OVERDUE');
  await seedTeam(world.store, { people: [], trialEndsAt: '2027-02-01T00:00:00Z' });
  await world.count('ann', '2026-12-02T09:00:00Z');
  world.clock.set('2027-01-01T00:05:00Z');
  await closeMonths(world.deps);
  expect((await getInvoices(world.deps, ann, {}))[0]).toMatchObject({ state: 'VOID', dueOn: null, amount: 0 });
});

describe('the ledger', () => {
  it('reports each counted person with the reason, the price and the invoice', async () => {
    const world = await aWorld();
    await world.meeting(['ann', 'bob']);
    const memberId = aMemberId('ann');
    const instant = anInstant('2026-11-18T09:00:00Z');
    const key = { month: november, memberId };
    await world.records.insert(usage, key, { memberId, event: 'ANSWER', at: instant, meetingId: aMeetingId() });
    await world.count('bob', '2026-11-19T09:00:00Z', { event: 'TASK' });
    world.clock.set('2026-12-01T00:05:00Z');
    await closeMonths(world.deps);
    await world.count('cy', '2026-11-30T23:59:00Z');
    const ledger = await getLedger(world.deps, ann, { month: november });
    expect(ledger).toMatchObject({ month: november, currency: 'USD', people: 3, total: 600, next: null });
    const byName = new Map(ledger.items.map((item) => [item.name, item]));
    expect(byName.get('Ann')).toEqual({
      ...{
        memberId,
        name: 'Ann',
        event: 'ANSWER',
        at: instant,
        meetingName: 'Daily stand-up',
        amount: 200,
        billedIn: november,
      },
    });
    expect(byName.get('Bob')).toMatchObject({ event: 'TASK', meetingName: null, billedIn: november });
    expect(byName.get('Cy')).toMatchObject({ billedIn: null, amount: 200 });
  });

  it('names no erased person, and charges nothing for the trial', async () => {
    const world = await aWorld();
    await seedTeam(world.store, { people: [], trialEndsAt: '2026-11-19T10:00:00Z' });
    await world.count('bob');
    await world.count('cy', '2026-11-19T11:00:00Z');
    const row = await world.records.get(orgMember, { memberId: aMemberId('bob') });
    if (row !== undefined) await world.records.delete(orgMember, { memberId: aMemberId('bob') }, row.etag);
    const { items, total } = await getLedger(world.deps, ann, { month: november });
    expect(new Map(items.map((item) => [item.name, item.amount]))).toEqual(
      new Map([
        [null, 0],
        ['Cy', 200],
      ]),
    );
    expect(total).toBe(200);
  });

  it('is read a page at a time, with the sums of all pages', async () => {
    const world = await aWorld();
    await Promise.all(Array.from({ length: 1001 }, (_, index) => world.count(`m${index}`)));
    const first = await getLedger(world.deps, ann, { month: november });
    expect([first.items.length, first.people, first.total]).toEqual([1000, 1001, 200_200]);
    const rest = await getLedger(world.deps, ann, { month: november, cursor: first.next ?? undefined });
    expect([rest.items.length, rest.people, rest.next]).toEqual([1, 1001, null]);
    expect(first.items.map((item) => item.memberId)).not.toContain(rest.items[0]?.memberId);
  });

  it('is visible only to its own organisation and to superadmins', async () => {
    const world = await aWorld();
    await seedTeam(world.store, { org: 'fabrikam', team: 'mars', people: ['zoe'] });
    await world.count('zoe', '2026-11-19T09:00:00Z', { org: 'fabrikam' });
    expect(await getLedger(world.deps, ann, { month: november })).toMatchObject({ people: 0, items: [] });
    expect(await getLedger(world.deps, ann, { month: october })).toMatchObject({ people: 0, total: 0 });
    const orgId = anOrgId('fabrikam');
    await expect(getLedger(world.deps, ann, { month: november, orgId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const gus = { ...ann, role: 'superadmin' as const };
    expect((await getLedger(world.deps, gus, { month: november, orgId })).items[0]?.name).toBe('Zoe');
  });
});
