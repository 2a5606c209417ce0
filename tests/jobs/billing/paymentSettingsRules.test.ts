import { currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { PaymentGateway, Setup } from '../../../bot/src/gateways/paymentsPort.ts';
import {
  confirmPayment,
  createSubscription,
  getPayment,
  handleMethodsChanged,
  handleSetupFinished,
} from '../../../bot/src/services/billing/billingContactAndPaymentMethod.ts';
import type { PaymentRow } from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';
import { openCharge, settleCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { chargeDue } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payingCustomer } from '../../../bot/src/store/kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aPayment, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { bill, card, issued, paymentOf } from '../../support/worlds/chargeWorld.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { anActor, seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';

const stores: SqliteStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

const orgId = anOrgId();
const ann = { ...anActor('ann', { role: 'admin' }), locale: 'de' };
const contact = {
  ...{
    name: 'Contoso Ltd',
    email: 'pay@contoso.test',
    address: '1 High Street',
    taxId: 'EL123',
    purchaseOrder: 'PO-7',
  },
};
const entered = { id: 'pm_1', label: 'Visa •••• 4242', enteredAt: Date.parse('2026-11-20T07:59:00Z') };
const aSetup = (change: Partial<Setup> = {}): Setup => ({ orgId, customerId: 'cus_1', method: entered, ...change });

/** Creates a world on Friday, 20 November 2026, in which the trial ends in one month. */
const aWorld = async (options: { row?: PaymentRow; trialEndsAt?: string } = {}) => {
  const store = openSqliteStore({ file: ':memory:' });
  stores.push(store);
  const clock = fakeClock('2026-11-20T08:00:00Z');
  await seedOrg(store, { trialEndsAt: options.trialEndsAt ?? '2026-12-20T08:00:00Z' });
  const records = inOrg(store, orgId);
  if (options.row !== undefined) await records.insert(payment, undefined, options.row);
  const calls: unknown[] = [];
  const answers = { setup: aSetup() as Setup | undefined, method: entered as typeof entered | undefined };
  const gateway = {
    provider: 'stripe',
    customer: (org) => {
      calls.push(['customer', org]);
      return Promise.resolve('cus_1');
    },
    beginSetup: (request) => {
      calls.push(['beginSetup', request]);
      return Promise.resolve('https://pay.test/setup');
    },
    readSetup: () => Promise.resolve(answers.setup),
    readMethod: (...input) => {
      calls.push(['readMethod', ...input]);
      return Promise.resolve(answers.method);
    },
  } as Partial<PaymentGateway> as PaymentGateway;
  const base = testDeps(store, clock);
  const deps = { ...base, billing: { ...base.billing, currency: currency.parse('EUR') }, payments: gateway };
  return {
    ...{ store, clock, records, calls, answers, gateway, deps },
    invoiceDeps: { ...deps, payments: null },
    row: async () => (await records.get(payment, undefined))?.value,
    version: async () => (await records.get(payment, undefined))?.etag,
    profile: async () => (await records.get(billingProfile, undefined))?.value,
    log: async () => (await rowsOf(store.admin, 'Org', 'L|')).map(({ values }) => [values['message'], values['actor']]),
  };
};

describe('without billing', () => {
  it('there are no payment settings', async () => {
    const { deps } = await aWorld();
    const off = { ...deps, isBillingEnabled: false };
    await expect(getPayment(off, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(createSubscription(off, ann, contact)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(confirmPayment(off, ann, { sessionId: 'cs' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the payment page', () => {
  it('the payment page of an organisation without a saved row shows its trial and the way the installation bills', async () => {
    const { deps, invoiceDeps } = await aWorld();
    const empty = { state: 'TRIAL', trialEndsAt: '2026-12-20T08:00:00.000Z', readOnlyFrom: null, contact: null };
    expect(await getPayment(deps, ann)).toEqual({ ...empty, provider: 'stripe', method: null });
    expect(await getPayment(invoiceDeps, ann)).toEqual({ ...empty, provider: 'invoice', method: null });
  });

  it('ignores a row that was never saved as a payment method', async () => {
    const { invoiceDeps } = await aWorld({ trialEndsAt: '2026-11-20T08:00:00Z' });
    expect(await getPayment(invoiceDeps, ann)).toMatchObject({
      ...{ state: 'TRIAL_ENDED', readOnlyFrom: '2026-11-27T08:00:00.000Z' },
    });
  });

  it('shows the card and the contact that are saved', async () => {
    const { deps } = await aWorld({ row: aPayment(card) });
    await createSubscription(deps, ann, contact);
    expect(await getPayment(deps, ann)).toMatchObject({ state: 'PAYING', contact, method: card.methodLabel });
  });

  it('shows no contact without an email address', async () => {
    const { deps, records } = await aWorld();
    const profile = {
      company: 'Contoso',
      address: '',
      taxId: '',
      contactName: '',
      purchaseOrder: '',
      contactEmail: '',
    };
    await records.insert(billingProfile, undefined, profile);
    expect((await getPayment(deps, ann)).contact).toBeNull();
  });
});

describe('a contact for invoices', () => {
  it('is saved with its language and an entry of the log', async () => {
    const world = await aWorld();
    expect(await createSubscription(world.invoiceDeps, ann, contact)).toEqual({ url: null });
    expect(await world.row()).toEqual(aPayment({ locale: 'de' }));
    expect(await world.log()).toEqual([['activity.paymentSaved', 'Ann']]);
    expect(await world.profile()).toEqual({
      ...{ company: 'Contoso Ltd', address: '1 High Street', taxId: 'EL123', purchaseOrder: 'PO-7' },
      ...{ contactName: '', contactEmail: 'pay@contoso.test' },
    });
    expect(world.calls).toEqual([]);
  });

  it('replaces the former one, and settings that stay the same are not written again', async () => {
    const world = await aWorld();
    await createSubscription(world.invoiceDeps, ann, contact);
    const before = await world.version();
    await createSubscription(world.invoiceDeps, ann, { ...contact, email: 'new@contoso.test' });
    expect((await world.profile())?.contactEmail).toBe('new@contoso.test');
    expect(await world.version()).toBe(before);
    expect(await world.log()).toHaveLength(1);
  });
});

describe('a contact for a card', () => {
  it('creates a customer of the provider, who enters the card in the currency of the bills', async () => {
    const world = await aWorld();
    expect(await createSubscription(world.deps, ann, contact)).toEqual({ url: 'https://pay.test/setup' });
    const page = 'https://rollcall.test/payment';
    expect(world.calls).toEqual([
      ['customer', { orgId, name: 'Contoso Ltd', email: 'pay@contoso.test' }],
      [
        'beginSetup',
        {
          ...{ orgId, customerId: 'cus_1', currency: 'EUR', cancelUrl: `${page}/cancel` },
          successUrl: `${page}/success?session_id={CHECKOUT_SESSION_ID}`,
        },
      ],
    ]);
    expect(await world.row()).toEqual(aPayment({ provider: 'stripe', customerId: 'cus_1', locale: 'de' }));
    expect(await world.log()).toEqual([['activity.paymentSaved', 'Ann']]);
    const key = { provider: 'stripe', customerId: 'cus_1' } as const;
    expect((await outside(world.store).get(payingCustomer, key))?.value).toEqual({ orgId });
  });

  it('keeps the customer and the card that are known', async () => {
    const world = await aWorld({ row: aPayment({ ...card, customerId: 'cus_known' }) });
    await createSubscription(world.deps, ann, contact);
    expect(world.calls.map((call) => (call as unknown[])[0])).toEqual(['beginSetup']);
    expect(await world.row()).toEqual(aPayment({ ...card, customerId: 'cus_known', locale: 'de' }));
    const key = { provider: 'stripe', customerId: 'cus_known' } as const;
    expect((await outside(world.store).get(payingCustomer, key))?.value).toEqual({ orgId });
  });

  it('becomes a new customer after invoices, and the missing card counts from that instant', async () => {
    const world = await aWorld({ row: aPayment({ customerId: 'cus_other', methodId: 'pm_0', methodLabel: 'Old' }) });
    await createSubscription(world.deps, ann, contact);
    expect(await world.row()).toEqual(
      aPayment({
        ...{ provider: 'stripe', customerId: 'cus_1', locale: 'de', methodLostAt: anInstant('2026-11-20T08:00:00Z') },
      }),
    );
  });
});

describe('a card that was entered', () => {
  const waiting = () => aWorld({ row: aPayment({ provider: 'stripe', customerId: 'cus_1' }) });
  const confirm = (world: Awaited<ReturnType<typeof aWorld>>) => confirmPayment(world.deps, ann, { sessionId: 'cs_1' });

  it('pays from then on, and the log names the person who returned', async () => {
    const world = await waiting();
    expect(await confirm(world)).toMatchObject({ state: 'PAYING', method: 'Visa •••• 4242', provider: 'stripe' });
    expect(await world.row()).toEqual(aPayment({ ...card, methodEnteredAt: anInstant('2026-11-20T07:59:00Z') }));
    expect(await world.log()).toEqual([['activity.paymentSaved', 'Ann']]);
  });

  it('pays also if the payer never returns: the provider is then the author of the log entry', async () => {
    const world = await waiting();
    await handleSetupFinished(world.deps, world.gateway, orgId, 'cs_1');
    expect((await world.row())?.methodId).toBe('pm_1');
    expect(await world.log()).toEqual([['activity.paymentSaved', 'Stripe']]);
  });

  it('collects a failed charge at once', async () => {
    const world = await waiting();
    await openCharge(world.deps, bill, issued);
    await settleCharge(world.deps, orgId, paymentOf('FAILED', 'card_declined'));
    const due = async () =>
      (await outside(world.store).get(chargeDue, { shard: shardOf(orgId), orgId, month: bill.month }))?.value.notBefore;
    expect(await due()).not.toBe('2026-11-20T08:00:00.000Z');
    await confirm(world);
    expect(await due()).toBe('2026-11-20T08:00:00.000Z');
  });

  it.each<[string, Setup | undefined, string]>([
    ['a session that does not exist', undefined, 'NOT_FOUND'],
    ['another organisation', aSetup({ orgId: anOrgId('fabrikam') }), 'NOT_FOUND'],
    ['another customer', aSetup({ customerId: 'cus_2' }), 'NOT_FOUND'],
    ['no customer', aSetup({ customerId: null }), 'NOT_FOUND'],
    ['a page that was left', aSetup({ method: null }), 'PAYMENT_INCOMPLETE'],
  ])('a card that was entered is refused for %s', async (_, setup, code) => {
    const world = await waiting();
    world.answers.setup = setup;
    const before = await world.version();
    await expect(confirm(world)).rejects.toMatchObject({ code });
    expect(await world.version()).toBe(before);
  });

  it('is refused for an organisation that never began to enter one', async () => {
    const world = await aWorld();
    await expect(confirm(world)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    world.answers.setup = aSetup({ customerId: null });
    await expect(confirm(world)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const invoiced = await aWorld({ row: aPayment() });
    invoiced.answers.setup = aSetup({ customerId: null });
    await expect(confirm(invoiced)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused where bills are sent as invoices', async () => {
    const world = await waiting();
    await expect(confirmPayment(world.invoiceDeps, ann, { sessionId: 'cs_1' })).rejects.toEqual(
      new AppError('NOT_FOUND'),
    );
  });

  it('does not replace one that was entered later', async () => {
    const world = await waiting();
    const later = entered.enteredAt + 1;
    world.answers.setup = aSetup({ method: { id: 'pm_2', label: 'Later', enteredAt: later } });
    await confirm(world);
    world.answers.setup = aSetup();
    await confirm(world);
    expect((await world.row())?.methodId).toBe('pm_2');
    world.answers.setup = aSetup({ method: { id: 'pm_3', label: 'Same instant', enteredAt: later } });
    await confirm(world);
    expect((await world.row())?.methodId).toBe('pm_3');
  });
});

describe('a card that changed at the provider', () => {
  const changed = (world: Awaited<ReturnType<typeof aWorld>>) => handleMethodsChanged(world.deps, world.gateway, orgId);

  it('stays missing after its removal at the provider until another card is entered', async () => {
    const world = await aWorld({ row: aPayment(card) });
    world.answers.method = undefined;
    await changed(world);
    expect(world.calls).toEqual([['readMethod', 'cus_1', 'pm_1']]);
    const lostAt = anInstant('2026-11-20T08:00:00Z');
    expect(await world.row()).toEqual(aPayment({ ...card, methodId: null, methodLabel: null, methodLostAt: lostAt }));
    expect(await world.log()).toEqual([['activity.paymentRemoved', 'Stripe']]);
    world.clock.advance({ minutes: 60 });
    await createSubscription(world.deps, ann, contact);
    expect((await world.row())?.methodLostAt).toBe(lostAt);
    await handleSetupFinished(world.deps, world.gateway, orgId, 'cs_1');
    expect(await world.row()).toMatchObject({ methodId: 'pm_1', methodLostAt: null });
  });

  it('gets its new label without an entry of the log', async () => {
    const world = await aWorld({ row: aPayment(card) });
    world.answers.method = { ...entered, label: 'Visa •••• 0005' };
    await changed(world);
    expect(await world.row()).toEqual(aPayment({ ...card, methodLabel: 'Visa •••• 0005' }));
    expect(await world.log()).toEqual([]);
  });

  it.each<[string, PaymentRow | undefined]>([
    ['without settings', undefined],
    ['that pays by invoice', aPayment({ ...card, provider: 'invoice' })],
    ['without a customer', aPayment({ ...card, customerId: null })],
    ['without a card', aPayment({ ...card, methodId: null })],
  ])('changes nothing of an organisation %s', async (_, row) => {
    const world = await aWorld(row === undefined ? {} : { row });
    await changed(world);
    expect(world.calls).toEqual([]);
    expect(await world.row()).toEqual(row);
  });
});
