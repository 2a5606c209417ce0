import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { drawInvoiceNumber } from '../../../bot/src/services/billing/assignInvoiceNumber.ts';
import { invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { alwaysContinue, billRemaining, closeBillingMonth } from '../../../bot/src/services/billing/issueInvoices.ts';
import { closeMonthOfShard } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice, invoiceNumbers, monthsClosed } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { charge } from '../../../bot/src/store/kinds/billing/charges.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { counted, december, invoicesIn, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { createRefusingStore } from '../../support/store/storeRefusingWrites.ts';
import { seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

// Tests the rules of the month close; monthClose.test.ts tests it under faults.

const monthOf = (text: string): BillingMonth => billingMonth.parse(text);
const contoso = anOrgId();
const fabrikam = anOrgId('fabrikam');
const shard = shardOf(contoso);

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const aWorld = async (at: string) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock(at);
  for (const name of ['contoso', 'fabrikam']) await seedOrg(store, { org: name, trialEndsAt: '2026-11-01T00:00:00Z' });
  const made = (createdOn: string) => inOrg(store, contoso).touch(org, undefined, { createdOn: anInstant(createdOn) });
  return {
    store,
    clock,
    made,
    deps: testDeps(store, clock),
    count: (name: string, when: string) => counted(store, name, when),
  };
};
type World = Awaited<ReturnType<typeof aWorld>>;

const without = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/^\S+ /, ''));

/** Stores an invoice without a number, as after a crash. */
const waiting = async ({ store }: World, name = 'contoso', change: Partial<ValueOf<typeof invoice>> = {}) => {
  const customer = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };
  const row: ValueOf<typeof invoice> = {
    ...{ month: november, number: null, issuedOn: anInstant('2026-12-01T00:05:00Z'), currency: currency.parse('USD') },
    ...{ cents: 200, mau: 1, priceCents: 200, lines: [], issuer: [], orgName: 'Contoso', customer },
    ...{ dueOn: null, paymentDetails: [], tax: null, ...change },
  };
  await inOrg(store, anOrgId(name)).insert(invoice, { month: row.month }, row);
};
const numberOf = async ({ store }: World, name = 'contoso', month = november) =>
  (await inOrg(store, anOrgId(name)).get(invoice, { month }))?.value.number;

describe('people who were counted too late', () => {
  it('are billed up to twelve months later, the newest of those months included', async () => {
    const world = await aWorld('2028-02-01T00:05:00Z');
    await world.count('ann', '2026-12-10T09:00:00Z');
    await world.count('bob', '2027-01-10T09:00:00Z');
    await world.count('cy', '2027-12-10T09:00:00Z');
    await closeBillingMonth(world.deps, contoso, monthOf('202801'), alwaysContinue);
    expect(without(await invoicesIn(world.store))).toEqual(['202801: 0, 400 + 1 of 202701 + 1 of 202712']);
  });

  it('pay the price of today where their month was billed in another currency', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await world.count('ann', '2026-11-10T09:00:00Z');
    const euros = {
      priceCents: 900,
      currency: currency.parse('EUR'),
      issuer: ['Rollcall'],
      paymentDetails: [],
      dueDays: 14,
      tax: null,
    };
    await closeBillingMonth({ ...world.deps, billing: euros }, contoso, november, alwaysContinue);
    await world.count('bob', '2026-11-30T23:59:00Z');
    world.clock.set('2027-01-01T00:05:00Z');
    await closeBillingMonth(world.deps, contoso, december, alwaysContinue);
    expect(without(await invoicesIn(world.store))).toEqual(['202611: 1, 900', '202612: 0, 200 + 1 of 202611']);
  });

  it('are not billed for a month before the first one that is billed at all', async () => {
    const world = await aWorld('2027-01-01T00:05:00Z');
    await world.count('ann', '2026-11-10T09:00:00Z');
    await world.count('ann', '2026-12-10T09:00:00Z');
    await closeBillingMonth(world.deps, contoso, december, december);
    expect(without(await invoicesIn(world.store))).toEqual(['202612: 1, 200']);
  });
});

it('people who are counted late are billed once, also beside others on the invoice', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  await world.count('ann', '2026-11-10T09:00:00Z');
  await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
  await world.count('bob', '2026-11-30T23:59:00Z');
  await world.count('ann', '2026-12-10T09:00:00Z');
  world.clock.set('2027-01-01T00:05:00Z');
  await closeBillingMonth(world.deps, contoso, december, alwaysContinue);
  world.clock.set('2027-02-01T00:05:00Z');
  await closeBillingMonth(world.deps, contoso, monthOf('202701'), alwaysContinue);
  expect(without(await invoicesIn(world.store))).toEqual(['202611: 1, 200', '202612: 1, 400 + 1 of 202611']);
});

it('people who are counted late are billed beside as many people of another month', async () => {
  const world = await aWorld('2027-01-01T00:05:00Z');
  for (const name of ['ann', 'bob']) await world.count(name, '2026-12-10T09:00:00Z');
  await world.count('ann', '2026-11-10T09:00:00Z');
  await closeBillingMonth(world.deps, contoso, december, alwaysContinue);
  await world.count('cy', '2026-12-31T23:59:00Z');
  world.clock.set('2027-02-01T00:05:00Z');
  await closeBillingMonth(world.deps, contoso, monthOf('202701'), alwaysContinue);
  expect(without(await invoicesIn(world.store))).toEqual([
    '202612: 2, 600 + 1 of 202611',
    '202701: 0, 200 + 1 of 202612',
  ]);
});

it('people who are counted late pay the price of their own month', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  const at = (priceCents: number) => ({ ...world.deps, billing: { ...world.deps.billing, priceCents } });
  await world.count('ann', '2026-11-10T09:00:00Z');
  await closeBillingMonth(at(200), contoso, november, alwaysContinue);
  await world.count('ann', '2026-12-10T09:00:00Z');
  world.clock.set('2027-01-01T00:05:00Z');
  await closeBillingMonth(at(333), contoso, december, alwaysContinue);
  await world.count('bob', '2026-11-30T23:59:00Z');
  await world.count('bob', '2026-12-30T23:59:00Z');
  world.clock.set('2027-02-01T00:05:00Z');
  await closeBillingMonth(at(500), contoso, monthOf('202701'), alwaysContinue);
  const [, , last] = await invoicesOf(inOrg(world.store, contoso));
  expect(last?.lines.map(({ month, cents }) => [month, cents])).toEqual([
    [november, 200],
    [december, 333],
  ]);
});

it('bills no person for a month before the organisation existed', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  await world.made('2026-11-05T00:00:00Z');
  await world.count('ann', '2026-10-10T09:00:00Z');
  await world.count('ann', '2026-11-10T09:00:00Z');
  await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
  expect(without(await invoicesIn(world.store))).toEqual(['202611: 1, 200']);
});

describe('the charge of an invoice', () => {
  const chargeOf = async ({ store }: World) => (await inOrg(store, contoso).get(charge, { month: november }))?.value;

  it('is opened with its number and amount', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    for (const name of ['ann', 'bob']) await world.count(name, '2026-11-10T09:00:00Z');
    await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
    expect(await chargeOf(world)).toMatchObject({
      ...{ number: '2026-000001', amountCents: 400, currency: 'USD', state: 'OPEN', month: november },
      openedAt: '2026-12-01T00:05:00.000Z',
    });
  });

  it('creates the missing charge of an invoice, and none if there is no invoice', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await waiting(world);
    await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
    expect(await chargeOf(world)).toMatchObject({ amountCents: 200, number: '2026-000001' });
    const empty = await aWorld('2026-12-01T00:05:00Z');
    await closeBillingMonth(empty.deps, contoso, november, alwaysContinue);
    expect(await chargeOf(empty)).toBeUndefined();
  });
});

it('an invoice that cannot be stored is an error, and no number is drawn', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  await world.count('ann', '2026-11-10T09:00:00Z');
  const store = createRefusingStore(world.store, (keys) =>
    keys.includes(`inv|${november}`) ? 'UNAVAILABLE' : undefined,
  );
  await expect(closeBillingMonth({ ...world.deps, store }, contoso, november, alwaysContinue)).rejects.toThrow(
    'refuses',
  );
  expect(await outside(world.store).get(invoiceNumbers, { year: '2026' })).toBeUndefined();
});

describe('frozen data of an invoice', () => {
  const closed = async (billing: object = {}, trialEndsAt = '2026-11-01T00:00:00Z') => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await seedOrg(world.store, { trialEndsAt });
    await world.count('ann', '2026-11-10T09:00:00Z');
    const terms = { ...world.deps.billing, paymentDetails: ['IBAN DE1'], dueDays: 10, ...billing };
    await closeBillingMonth({ ...world.deps, billing: terms }, contoso, november, alwaysContinue);
    const [row] = await invoicesOf(inOrg(world.store, contoso));
    return row;
  };

  it('are the terms of the day it was made: price, due date, payment details, issuer and tax', async () => {
    expect(
      await closed({ tax: { name: 'VAT', basisPoints: 2500 }, issuer: ['Rollcall', 'Main street 1'] }),
    ).toMatchObject({
      ...{ priceCents: 200, cents: 200, dueOn: '2026-12-11', paymentDetails: ['IBAN DE1'], orgName: 'Contoso' },
      ...{ tax: { name: 'VAT', basisPoints: 2500, cents: 40 }, issuer: ['Rollcall', 'Main street 1'] },
    });
  });

  it('stores an empty customer if none was entered', async () => {
    const empty = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };
    expect(await closed()).toMatchObject({ customer: empty, tax: null });
  });

  it('stores neither a due date nor payment details if nothing is to be paid', async () => {
    expect(await closed({}, '2027-01-01T00:00:00Z')).toMatchObject({
      cents: 0,
      mau: 1,
      dueOn: null,
      paymentDetails: [],
    });
  });
});

it('an invoice without its organisation is not made', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  await closeBillingMonth(world.deps, anOrgId('nowhere'), november, alwaysContinue);
  expect(await invoicesOf(inOrg(world.store, anOrgId('nowhere')))).toEqual([]);
});

it('a number is drawn for no invoice that is missing', async () => {
  const world = await aWorld('2026-12-01T00:05:00Z');
  await drawInvoiceNumber(world.deps, contoso, november);
  expect(await outside(world.store).get(invoiceNumbers, { year: '2026' })).toBeUndefined();
  await waiting(world, 'contoso', { number: '2026-000001' });
  await drawInvoiceNumber(world.deps, contoso, november);
  expect(await outside(world.store).get(invoiceNumbers, { year: '2026' })).toBeUndefined();
});

describe('an organisation that was made after the month', () => {
  it('is billed when only its clock was minutes ahead, and not when it is a month younger', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await world.count('ann', '2026-11-30T23:59:00Z');
    await world.made('2027-01-01T00:00:00Z');
    await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
    expect(await invoicesIn(world.store)).toEqual([]);
    await world.made('2026-12-01T00:01:00Z');
    await closeBillingMonth(world.deps, contoso, november, alwaysContinue);
    expect(without(await invoicesIn(world.store))).toEqual(['202611: 1, 200']);
  });
});

it('closes a month without an error when another server closes it between any two calls', async () => {
  for (let call = 1; call < 40; call += 1) {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await world.count('ann', '2026-11-10T09:00:00Z');
    const hooked = createHookedStore(world.store);
    hooked.before(call, () => closeBillingMonth(world.deps, contoso, november, alwaysContinue));
    await closeBillingMonth({ ...world.deps, store: hooked }, contoso, november, alwaysContinue);
    expect(await invoicesIn(world.store)).toEqual(['2026-000001 202611: 1, 200']);
    if (hooked.calls() < call) return;
  }
});

describe('the last bill of an organisation that is being deleted', () => {
  const aRest = async () => {
    const world = await aWorld('2026-12-15T09:00:00Z');
    await world.count('ann', '2026-11-10T09:00:00Z');
    await world.count('ann', '2026-12-10T09:00:00Z');
    return world;
  };

  it('covers the last month and the current month', async () => {
    const world = await aRest();
    await billRemaining(world.deps, contoso);
    expect(without(await invoicesIn(world.store))).toEqual(['202611: 1, 200', '202612: 1, 200']);
  });

  it('is billed for no month before the first one that is billed', async () => {
    const world = await aRest();
    await outside(world.store).insert(monthsClosed, { shard }, { month: november, from: december });
    await billRemaining(world.deps, contoso);
    expect(without(await invoicesIn(world.store))).toEqual(['202612: 1, 200']);
  });

  it('is not billed where billing is off', async () => {
    const world = await aRest();
    await billRemaining({ ...world.deps, isBillingEnabled: false }, contoso);
    expect(await invoicesIn(world.store)).toEqual([]);
  });
});

describe('the number of an invoice', () => {
  it('is never replaced, also not by a counter that still names the invoice', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await waiting(world, 'contoso', { number: '2026-000009' });
    await waiting(world, 'fabrikam');
    const counter = { count: 9, lastOrgId: contoso, lastMonth: november };
    await outside(world.store).insert(invoiceNumbers, { year: '2026' }, { ...counter, count: 4 });
    await drawInvoiceNumber(world.deps, fabrikam, november);
    expect(await numberOf(world)).toBe('2026-000009');
    expect(await numberOf(world, 'fabrikam')).toBe('2026-000005');
  });

  it('the number of an invoice that the counter assigned before a crash is reused', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await waiting(world);
    const counter = { count: 7, lastOrgId: contoso, lastMonth: november };
    await outside(world.store).insert(invoiceNumbers, { year: '2026' }, counter);
    await drawInvoiceNumber(world.deps, contoso, november);
    expect(await numberOf(world)).toBe('2026-000007');
    expect((await outside(world.store).get(invoiceNumbers, { year: '2026' }))?.value).toEqual(counter);
  });

  it('is assigned to one invoice by two parallel servers, in every order', async () => {
    for (let call = 1; call < 40; call += 1) {
      const world = await aWorld('2026-12-01T00:05:00Z');
      await waiting(world, 'contoso', { month: monthOf('202610') });
      await drawInvoiceNumber(world.deps, contoso, monthOf('202610'));
      await waiting(world);
      await waiting(world, 'fabrikam');
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => drawInvoiceNumber(world.deps, fabrikam, november));
      await drawInvoiceNumber({ store: hooked }, contoso, november);
      if (hooked.calls() < call) return;
      const given = [await numberOf(world), await numberOf(world, 'fabrikam')].sort();
      expect(given).toEqual(['2026-000002', '2026-000003']);
    }
  });

  it('gets a number although thirty other invoices get theirs first', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await waiting(world);
    let conflicts = 30;
    const store = createRefusingStore(world.store, (keys) => {
      const isCounter = keys.some((key) => key.startsWith('inv|2026') && key.length === 8);
      if (!isCounter || conflicts === 0) return undefined;
      conflicts -= 1;
      return 'CONFLICT';
    });
    await drawInvoiceNumber({ store }, contoso, november);
    expect(await numberOf(world)).toBe('2026-000001');
    expect(conflicts).toBe(0);
  });
});

describe('the months of a shard', () => {
  it('are not closed by an instance that may not continue', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await world.count('ann', '2026-11-10T09:00:00Z');
    await expect(closeMonthOfShard({ ...world.deps, shouldContinue: () => false }, shard)).rejects.toThrow('halted');
    expect(await invoicesOf(inOrg(world.store, contoso))).toEqual([]);
  });

  it('stay closed when a server that began earlier finishes later, between any two calls', async () => {
    for (let call = 1; call < 60; call += 1) {
      const world = await aWorld('2026-12-01T00:05:00Z');
      const later = { ...world.deps, clock: fakeClock('2027-01-01T00:05:00Z') };
      const hooked = createHookedStore(world.store);
      hooked.before(call, async () => {
        await closeMonthOfShard(later, shard);
      });
      await closeMonthOfShard({ ...world.deps, store: hooked }, shard);
      if (hooked.calls() < call) return;
      expect((await outside(world.store).get(monthsClosed, { shard }))?.value.month).toBe('202612');
    }
  });

  it('closes each missed month into its own invoice, one after another', async () => {
    const world = await aWorld('2026-12-01T00:05:00Z');
    await closeMonthOfShard(world.deps, shard);
    await world.count('ann', '2026-12-10T09:00:00Z');
    await world.count('ann', '2027-01-10T09:00:00Z');
    await world.count('ann', '2027-03-10T09:00:00Z');
    world.clock.set('2027-04-01T00:05:00Z');
    await closeMonthOfShard(world.deps, shard);
    expect(without(await invoicesIn(world.store))).toEqual(['202612: 1, 200', '202701: 1, 200', '202703: 1, 200']);
  });

  it('closes at most the last year if no month was ever closed', async () => {
    const world = await aWorld('2028-02-01T00:05:00Z');
    await world.count('ann', '2026-12-10T09:00:00Z');
    await world.count('ann', '2027-02-10T09:00:00Z');
    await closeMonthOfShard(world.deps, shard);
    const months = (await invoicesOf(inOrg(world.store, contoso))).map((row) => row.month);
    expect(months).toContain('202702');
    expect(months.every((month) => month >= '202701')).toBe(true);
  });
});
