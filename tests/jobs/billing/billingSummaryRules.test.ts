import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { expectedPeople } from '../../../bot/src/domain/billing/forecastAndInvoiceAmounts.ts';
import { getInvoices, getBillingSummary } from '../../../bot/src/services/billing/billingSummaryAndInvoices.ts';
import { createUsageForecasts } from '../../../bot/src/services/billing/usageForecast.ts';
import { getLedger } from '../../../bot/src/services/billing/billingLedger.ts';
import { getInvoiceToken } from '../../../bot/src/services/billing/invoiceDownloadAndToken.ts';
import { closeBillingMonth } from '../../../bot/src/services/billing/issueInvoices.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { orgTeam } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { counted, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import {
  aMeeting,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aPayment,
  aUserId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { anActor, seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const october = billingMonth.parse('202610');
const ann = anActor('ann', { role: 'admin' });
const euros = {
  priceCents: 900,
  currency: currency.parse('EUR'),
  issuer: ['Rollcall'],
  paymentDetails: [],
  dueDays: 14,
  tax: null,
};

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/**
 * Creates a world on Friday, 20 November 2026. The members ann and bob are in one stand-up at 10:00 UTC, and the trial
 * of their organisation is over.
 */
const aWorld = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock();
  const deps = { ...testDeps(store, clock), outlooks: createUsageForecasts({ store, clock, isBillingEnabled: true }) };
  const { orgId, teamId } = await seedTeam(store, { people: ['ann', 'bob'], trialEndsAt: '2026-10-01T00:00:00Z' });
  const records = inOrg(store, orgId);
  await records.insert(payment, undefined, aPayment());
  const meeting = aMeeting({
    ...{ teamId, time: 600, timezone: aZone('UTC'), members: [aMemberId('ann'), aMemberId('bob')] },
  });
  await records.touch(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
  await records.touch(meetingKind, { teamId, meetingId: meeting.id }, meeting);
  const summary = () => getBillingSummary(deps, ann, {});
  return {
    ...{ store, clock, deps, records, teamId, meeting, summary },
    /**
     * Returns the number of members who will still be prompted this month and are not active yet, without using the
     * cached forecast.
     */
    due: async (): Promise<number> => {
      const outlooks = createUsageForecasts({ store, clock, isBillingEnabled: true });
      return (await getBillingSummary({ ...deps, outlooks }, ann, {})).stillDue;
    },
    invoiced: async (month: string, change: object = {}) => {
      const customer = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };
      await records.insert(
        invoice,
        { month },
        {
          ...{ month: billingMonth.parse(month), number: `2026-${month}`, issuedOn: anInstant('2026-11-01T00:05:00Z') },
          ...{ currency: currency.parse('USD'), cents: 500, mau: 3, priceCents: 200, lines: [], issuer: [] },
          ...{ orgName: 'Contoso', customer, dueOn: null, paymentDetails: [], tax: null, ...change },
        },
      );
    },
  };
};

describe('the summary', () => {
  it('compares with last month only where that was billed in the same currency', async () => {
    const world = await aWorld();
    await world.invoiced('202610', { currency: currency.parse('EUR') });
    expect((await world.summary()).lastMonthAmount).toBe(0);
    const other = await aWorld();
    await other.invoiced('202610');
    expect((await other.summary()).lastMonthAmount).toBe(500);
  });

  it('shows the newest twelve months and the current one, also those without active people', async () => {
    const world = await aWorld();
    await world.invoiced('202501', { mau: 7 });
    await world.invoiced('202511', { mau: 5 });
    await world.invoiced('202610', { mau: 4 });
    const { usage } = await world.summary();
    expect(usage).toHaveLength(13);
    expect(usage[0]).toEqual({ month: '202511', mau: 5 });
    expect(usage[1]).toEqual({ month: '202512', mau: 0 });
    expect(usage.slice(-2)).toEqual([
      { month: october, mau: 4 },
      { month: november, mau: 0 },
    ]);
  });

  it('names the end of a trial that reaches into this month, and of no earlier one', async () => {
    const world = await aWorld();
    expect((await world.summary()).trialEndsAt).toBeNull();
    await seedTeam(world.store, { people: ['ann', 'bob'], trialEndsAt: '2026-11-01T00:00:00.001Z' });
    expect((await world.summary()).trialEndsAt).toBe('2026-11-01T00:00:00.001Z');
    await seedTeam(world.store, { people: ['ann', 'bob'], trialEndsAt: '2026-11-01T00:00:00Z' });
    expect((await world.summary()).trialEndsAt).toBeNull();
  });
});

it('the expected people are rounded to the nearest whole person', () => {
  expect(expectedPeople({ counted: 0, due: 10, lastAsked: 30, lastActive: 10 })).toBe(3);
  expect(expectedPeople({ counted: 0, due: 10, lastAsked: 40, lastActive: 10 })).toBe(3);
  expect(expectedPeople({ counted: 9, due: 10, lastAsked: 0, lastActive: 0 })).toBe(10);
});

it('lists no invoice before it has its number, and the newest first', async () => {
  const world = await aWorld();
  for (const month of ['202608', '202609']) await world.invoiced(month);
  await world.invoiced('202610', { number: null });
  expect((await getInvoices(world.deps, ann, {})).map(({ month }) => month)).toEqual(['202609', '202608']);
});

it('gives out no document of an invoice before it has its number', async () => {
  const world = await aWorld();
  await world.invoiced('202610', { number: null });
  const signIn = { familyId: 'f', epoch: 1, method: 'PASSWORD', hasSecondFactor: false, confinedTo: null } as const;
  const reader = { ...ann, userId: aUserId('ann'), signIn: { ...signIn, at: world.clock.now() } };
  await expect(getInvoiceToken(world.deps, reader, { month: october })).rejects.toThrow('NOT_FOUND');
  await world.invoiced('202609');
  expect(await getInvoiceToken(world.deps, reader, { month: billingMonth.parse('202609') })).toHaveProperty('token');
});

it('a trial is over at its end, and the summary reports it', async () => {
  const world = await aWorld();
  await seedTeam(world.store, { people: ['ann', 'bob'], trialEndsAt: '2026-11-20T08:00:00Z' });
  world.clock.set('2026-11-20T07:59:59.999Z');
  expect((await world.summary()).isTrial).toBe(true);
  world.clock.set('2026-11-20T08:00:00Z');
  expect((await world.summary()).isTrial).toBe(false);
});

describe('the outlook that is kept for ten minutes', () => {
  /** Disconnects the team, so that only a cached forecast still contains its members. */
  const disconnect = (world: Awaited<ReturnType<typeof aWorld>>) =>
    world.records.touch(orgTeam, { teamId: world.teamId }, { state: 'DISCONNECTED' });

  it('is of one organisation and one month', async () => {
    const world = await aWorld();
    const { outlooks } = world.deps;
    const own = await outlooks.of(world.records.scope, november);
    expect(own.due.size).toBe(2);
    expect((await outlooks.of(anOrgId('fabrikam'), november)).due.size).toBe(0);
    expect((await outlooks.of(world.records.scope, october)).due.size).toBe(0);
    expect(await outlooks.of(world.records.scope, november)).toBe(own);
  });

  it.each([
    [499, 2],
    [500, 0],
  ])('is kept beside %d others: then %d people are due', async (others, due) => {
    const world = await aWorld();
    const { outlooks } = world.deps;
    await outlooks.of(world.records.scope, november);
    await disconnect(world);
    for (let index = 0; index < others; index += 1) await outlooks.of(anOrgId(`other${index}`), november);
    expect((await outlooks.of(world.records.scope, november)).due.size).toBe(due);
  });

  it('is not kept when it could not be read', async () => {
    const world = await aWorld();
    const hooked = createHookedStore(world.store);
    const outlooks = createUsageForecasts({ store: hooked, clock: world.clock, isBillingEnabled: true });
    hooked.before(1, () => Promise.reject(new StoreError('UNAVAILABLE', 'down')));
    await expect(outlooks.of(world.records.scope, november)).rejects.toThrow('down');
    expect((await outlooks.of(world.records.scope, november)).due.size).toBe(2);
  });

  it('the outlook of a newer read stays when an older one fails late', async () => {
    const world = await aWorld();
    const hooked = createHookedStore(world.store);
    const outlooks = createUsageForecasts({ store: hooked, clock: world.clock, isBillingEnabled: true });
    let fail = (): void => undefined;
    const held = new Promise<void>((_resolve, reject) => {
      fail = () => {
        reject(new StoreError('UNAVAILABLE', 'down'));
      };
    });
    hooked.before(1, () => held);
    const older = outlooks.of(world.records.scope, november);
    world.clock.advance({ minutes: 10 });
    const newer = await outlooks.of(world.records.scope, november);
    fail();
    await expect(older).rejects.toThrow('down');
    expect(await outlooks.of(world.records.scope, november)).toBe(newer);
  });
});

it('the ledger names the meeting of an answer, and no meeting that was deleted', async () => {
  const world = await aWorld();
  const { teamId, meeting, records } = world;
  const add = async (name: string, meetingId: MeetingId) => {
    const memberId = aMemberId(name);
    const instant = anInstant('2026-11-18T09:00:00Z');
    await records.insert(usage, { month: november, memberId }, { memberId, event: 'ANSWER', at: instant, meetingId });
  };
  await add('ann', meeting.id);
  await add('bob', aMeetingId('gone'));
  const gone = aMeetingId('half');
  await records.touch(meetingPointer, { meetingId: gone }, { meetingId: gone, teamId });
  await add('cy', gone);
  const { items } = await getLedger(world.deps, ann, { month: november });
  expect(items.map(({ meetingName }) => meetingName).sort()).toEqual(['Daily stand-up', null, null]);
});

describe('people who are still due', () => {
  it('are prompted once more before the month ends, not at its last instant', async () => {
    const world = await aWorld();
    const put = (change: object) =>
      world.records.touch(meetingKind, { teamId: world.teamId, meetingId: world.meeting.id }, change);
    // It is Monday, 30 November: a run at 23:59 belongs to November, a run at midnight does not.
    world.clock.set('2026-11-30T12:00:00Z');
    await put({ time: 1439 });
    expect(await world.due()).toBe(2);
    await put({ time: 0 });
    expect(await world.due()).toBe(0);
  });

  it('are in a connected team', async () => {
    const world = await aWorld();
    expect(await world.due()).toBe(2);
    await world.records.touch(orgTeam, { teamId: world.teamId }, { state: 'DISCONNECTED' });
    expect(await world.due()).toBe(0);
  });

  it('belong to an organisation that may continue without payment', async () => {
    const world = await aWorld();
    await world.records.touch(payment, undefined, aPayment({ overdueSince: anInstant('2026-11-12T00:00:00Z') }));
    expect(await world.due()).toBe(0);
    await world.records.touch(payment, undefined, aPayment({ overdueSince: anInstant('2026-11-19T00:00:00Z') }));
    expect(await world.due()).toBe(2);
  });

  it('are counted again after the clock was set back', async () => {
    const world = await aWorld();
    expect((await world.summary()).stillDue).toBe(2);
    await world.records.touch(orgTeam, { teamId: world.teamId }, { state: 'DISCONNECTED' });
    world.clock.set('2026-11-20T07:50:01Z');
    expect((await world.summary()).stillDue).toBe(2);
    world.clock.set('2026-11-20T07:50:00Z');
    expect((await world.summary()).stillDue).toBe(0);
  });
});

it('keeps price and currency of a billed month, also for people who are counted late', async () => {
  const world = await aWorld();
  await counted(world.store, 'ann', '2026-10-20T09:00:00Z');
  await closeBillingMonth({ ...world.deps, billing: euros }, world.records.scope, october, october);
  await counted(world.store, 'bob', '2026-10-31T09:00:00Z');
  const ledger = await getLedger(world.deps, ann, { month: october });
  expect(ledger).toMatchObject({ currency: 'EUR', people: 2, total: 1800 });
  expect(ledger.items.map(({ amount, billedIn }) => [amount, billedIn]).sort()).toEqual([
    [900, null],
    [900, october],
  ]);
  const open = await getLedger(world.deps, ann, { month: november });
  expect(open).toMatchObject({ currency: 'USD', people: 0, total: 0 });
});
