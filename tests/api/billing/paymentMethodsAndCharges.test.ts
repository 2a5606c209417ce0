import { billingMonth, currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import {
  createSubscription,
  confirmPayment,
  getPayment,
  markPaid,
} from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import type { Bill } from '../../../bot/src/gateways/paymentsPort.ts';
import { openCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { invoice } from '../../../bot/src/store/kinds/billing/invoicesAndNumbers.ts';
import { charge } from '../../../bot/src/store/kinds/billing/charges.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { aMeetingDraft, aMemberId, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { asJson } from '../../support/http/rawHttpClient.ts';
import { startLocalStripe } from '../../support/fakes/localStripe.ts';
import type { LocalStripe } from '../../support/fakes/localStripe.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

// Tests payments with the real Stripe client against a local server that implements its API.

const contact = {
  ...{ name: 'Contoso Ltd', email: 'bills@contoso.test', address: '1 Main Street\nBerlin' },
  ...{ taxId: 'DE123456789', purchaseOrder: '' },
};
const bill: Bill = { orgId: anOrgId(), month: '202611', number: '2026-000001', amountCents: 1_000, currency: 'USD' };
const trialEnd = '2026-12-01T09:00:00.000Z';

let app: TestApp;
let stripe: LocalStripe;
let stripeClock: ReturnType<typeof fakeClock>;

beforeEach(async () => {
  stripeClock = fakeClock();
  stripe = await startLocalStripe(stripeClock);
  app = await startTestApp(undefined, stripe.settings);
});
afterEach(async () => {
  await app.stop();
  await stripe.stop();
});

const records = () => inOrg(app.services.store, anOrgId());
const chargeOf = async (month = '202611') => (await records().get(charge, { month }))?.value;
const rowOf = async () => (await records().get(payment, undefined))?.value;

const enterCard = async (): Promise<void> => {
  await app.get('ann', createSubscription, contact);
  stripe.enterCard(stripe.lastSession());
  await app.get('ann', confirmPayment, { sessionId: stripe.lastSession() });
};
/** Moves the clock by just over a minute and runs the jobs, because the payment job runs at most once a minute. */
const runPaymentJob = (): Promise<void> => app.beatAt(new Date(app.clock.now() + 61_000).toISOString());
const owe = async (change: Partial<Bill> = {}): Promise<void> =>
  openCharge(app.services, { ...bill, ...change }, toInstant(app.clock.now()));

const invoiced = async (): Promise<void> => {
  const month = billingMonth.parse(bill.month);
  const customer = { company: '', address: '', taxId: '', contactName: '', contactEmail: '', purchaseOrder: '' };
  await records().insert(
    invoice,
    { month },
    {
      ...{ month, number: bill.number, issuedOn: toInstant(app.clock.now()), currency: currency.parse('USD') },
      ...{ cents: bill.amountCents, mau: 5, priceCents: 200, lines: [], issuer: [], orgName: 'Contoso', customer },
      ...{ dueOn: null, paymentDetails: [], tax: null },
    },
  );
};

const post = (event: { readonly body: string; readonly signature: string }, provider = 'stripe') =>
  app.send({
    method: 'POST',
    target: `/api/payment/webhook/${provider}`,
    headers: { ...asJson, 'stripe-signature': event.signature },
    body: event.body,
  });
const about = async (type: string) => {
  const { paymentId } = (await chargeOf()) ?? { paymentId: '' };
  const { customerId } = (await rowOf()) ?? { customerId: '' };
  return stripe.event(type, { id: paymentId, object: 'payment_intent', customer: customerId });
};
const countOf = async (text: string): Promise<number> =>
  (await app.send({ target: '/mail' })).text.split(text).length - 1;
const texts = async (): Promise<string[]> =>
  (await app.get('ann', orgAudit, {})).items.map((item) => item.text).filter((text) => /nvoice/.test(text));

it('accepts a contact without a tax number and a purchase order, which are optional', async () => {
  const { name, email, address } = contact;
  await app.get('ann', createSubscription, { name, email, address });
  expect((await app.get('ann', getPayment, {})).contact).toEqual({
    name,
    email,
    address,
    taxId: '',
    purchaseOrder: '',
  });
});

describe('a payment method', () => {
  it('is asked for on the provider’s page and read from the provider, not from what the browser reports', async () => {
    const { url } = await app.get('ann', createSubscription, contact);
    expect(url).toBe(`https://checkout.stripe.test/c/pay/${stripe.lastSession()}`);
    expect(await app.get('ann', getPayment, {})).toMatchObject({
      provider: 'stripe',
      state: 'TRIAL',
      contact,
      method: null,
    });
    const early = await app.ask('ann', confirmPayment, { sessionId: stripe.lastSession() });
    expect([early.status, early.envelope.errorCode]).toEqual([409, 'PAYMENT_INCOMPLETE']);
    stripe.enterCard(stripe.lastSession());
    expect(await app.get('ann', confirmPayment, { sessionId: stripe.lastSession() })).toMatchObject({
      ...{ state: 'PAYING', method: 'Visa •••• 4242' },
    });
  });

  it('a payment method of another organisation is rejected, like one that does not exist', async () => {
    await app.get('ann', createSubscription, contact);
    const theirs = stripe.lastSession();
    stripe.enterCard(theirs);
    await app.get('zoe', createSubscription, contact);
    const before = await app.dump();
    for (const sessionId of [theirs, 'cs_test_none']) {
      const reply = await app.ask('zoe', confirmPayment, { sessionId });
      expect([reply.status, reply.envelope.errorCode]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await app.dump()).toEqual(before);
  });

  it('is stored by the webhook if its payer never returns', async () => {
    await app.get('ann', createSubscription, contact);
    const session = stripe.lastSession();
    stripe.enterCard(session);
    const { customerId } = (await rowOf()) ?? { customerId: '' };
    const event = stripe.event('checkout.session.completed', {
      id: session,
      object: 'checkout.session',
      customer: customerId,
    });
    expect((await post(event)).status).toBe(200);
    expect((await rowOf())?.methodLabel).toBe('Visa •••• 4242');
  });

  it('a payment method that was removed at the provider no longer counts', async () => {
    await enterCard();
    const { methodId, customerId } = (await rowOf()) ?? { methodId: '', customerId: '' };
    stripe.detach(methodId ?? '');
    const event = stripe.event('customer.deleted', { id: customerId, object: 'customer' });
    expect((await post(event)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ methodId: null, methodLabel: null });
  });

  it('entered last pays, regardless of later events about another one', async () => {
    await enterCard();
    const first = stripe.lastSession();
    const removed = (await rowOf())?.methodId ?? '';
    stripeClock.advance({ minutes: 1 });
    await app.get('ann', createSubscription, contact);
    stripe.enterCard(stripe.lastSession(), '1881');
    await app.get('ann', confirmPayment, { sessionId: stripe.lastSession() });
    const { customerId } = (await rowOf()) ?? { customerId: '' };
    const late = { id: first, object: 'checkout.session', customer: customerId };
    expect((await post(stripe.event('checkout.session.completed', late))).status).toBe(200);
    await app.get('ann', confirmPayment, { sessionId: first });
    expect(await rowOf()).toMatchObject({ methodLabel: 'Visa •••• 1881' });
    stripe.detach(removed);
    const again = await app.ask('ann', confirmPayment, { sessionId: first });
    expect(again.envelope.errorCode).toBe('PAYMENT_INCOMPLETE');
  });

  it('a payment method that is removed after the trial leaves the payer one week, which no started payment changes', async () => {
    await enterCard();
    await records().touch(org, undefined, { trialEndsAt: anInstant('2026-10-01T08:00:00.000Z') });
    const lostAt = app.clock.now();
    const { methodId, customerId } = (await rowOf()) ?? { methodId: '', customerId: '' };
    stripe.detach(methodId ?? '');
    await post(stripe.event('customer.deleted', { id: customerId, object: 'customer' }));
    const readOnlyFrom = toInstant(lostAt + 7 * 24 * 3_600_000);
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'METHOD_LOST', readOnlyFrom });
    app.clock.set(lostAt + 3 * 24 * 3_600_000);
    await app.get('ann', createSubscription, contact);
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'METHOD_LOST', readOnlyFrom });
    app.clock.set(lostAt + 7 * 24 * 3_600_000);
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'READ_ONLY', readOnlyFrom });
    stripe.enterCard(stripe.lastSession());
    await app.get('ann', confirmPayment, { sessionId: stripe.lastSession() });
    expect(await rowOf()).toMatchObject({ methodLostAt: null });
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'PAYING', readOnlyFrom: null });
  });

  it('is not requested while the provider is down, and no step is left half done', async () => {
    stripe.isDown = true;
    const reply = await app.ask('ann', createSubscription, contact);
    expect([reply.status, reply.envelope.errorCode]).toEqual([503, 'UNAVAILABLE']);
    expect(await rowOf()).toBeUndefined();
  });

  it.each([
    [{ name: ' ' }, 'Please provide the name for the invoice.'],
    [{ address: '' }, 'Please provide the billing address.'],
    [{ email: 'nobody' }, 'Please enter a valid email address.'],
    [{ taxId: 'x'.repeat(41) }, 'This text is too long.'],
  ])('needs a valid contact: %j', async (change, message) => {
    const reply = await app.ask('ann', createSubscription, { ...contact, ...change });
    expect(reply.status).toBe(400);
    expect(reply.envelope.message).toBe(message);
    expect(stripe.asked).toEqual([]);
  });
});

describe('a charge', () => {
  it('charges an invoice once, for any number of openings and reads', async () => {
    await enterCard();
    await owe();
    await runPaymentJob();
    await owe();
    await app.beatAt('2026-11-20T09:00:00Z');
    expect(stripe.taken).toEqual([{ id: 'pi_000008', amount: 1_000, currency: 'usd' }]);
    expect(await chargeOf()).toMatchObject({ state: 'PAID', paidAt: '2026-11-20T08:01:01.000Z', attempts: 1 });
    expect(await texts()).toContain('Invoice 2026-000001 was paid.');
  });

  it('is found again when the provider’s answer was lost, also by another instance', async () => {
    await enterCard();
    await owe();
    stripe.losesReplies = true;
    await runPaymentJob();
    expect(await chargeOf()).toMatchObject({ state: 'OPEN' });
    stripe.losesReplies = false;
    await app.beatAt('2026-11-20T08:30:00Z');
    expect(await chargeOf()).toMatchObject({ state: 'PAID' });
    expect(stripe.taken).toHaveLength(1);
  });

  it('a charge that fails is repeated on days 1, 3 and 7 with an email each time, and then the organisation becomes read-only', async () => {
    await enterCard();
    await records().touch(org, undefined, {
      trialEndsAt: anInstant('2026-11-20T08:00:00.000Z'),
    });
    stripe.card = 'insufficient_funds';
    await owe();
    await runPaymentJob();
    expect(await chargeOf()).toMatchObject({ state: 'FAILED', reason: 'insufficient_funds', reminders: 0 });
    expect(await app.get('ann', getPayment, {})).toMatchObject({
      state: 'OVERDUE',
      readOnlyFrom: '2026-11-27T08:01:01.000Z',
    });
    for (const [day, reminders] of [
      ['20T20', 0],
      ['21T08', 1],
      ['22T08', 1],
      ['23T08', 2],
      ['27T07', 2],
    ] as const) {
      await app.beatAt(`2026-11-${day}:03:00Z`);
      expect([day, (await chargeOf())?.reminders]).toEqual([day, reminders]);
    }
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'OVERDUE' });
    await app.beatAt('2026-11-27T08:03:00Z');
    expect(await chargeOf()).toMatchObject({ reminders: 3 });
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'READ_ONLY' });
    const refused = await app.ask('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann')] }));
    expect([refused.status, refused.envelope.errorCode]).toEqual([403, 'ORG_READ_ONLY']);
    await app.beatAt('2026-12-20T08:00:00Z');
    expect((await chargeOf())?.reminders).toBe(3);
    expect(await countOf('We could not collect 10.00 USD for invoice 2026-000001 of Contoso')).toBe(3);
    expect(await countOf('Until it is paid, reports stay readable but send no questions.')).toBe(1);

    stripe.card = 'fine';
    await enterCard();
    await app.beatAt('2026-12-20T08:05:00Z');
    expect(await chargeOf()).toMatchObject({ state: 'PAID' });
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'PAYING', readOnlyFrom: null });
    expect((await app.ask('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann')] }))).status).toBe(200);
    expect(stripe.taken).toHaveLength(1);
  });

  it('a charge that is undecided at the provider is settled by its event, regardless of earlier events', async () => {
    await enterCard();
    stripe.card = 'processing';
    await owe();
    await runPaymentJob();
    expect(await chargeOf()).toMatchObject({ state: 'PROCESSING' });
    const intent = [...stripe.intents.values()][0];
    if (intent === undefined) throw new Error('No payment was made');
    intent.status = 'succeeded';
    // Stripe may deliver an older failure after a success, so the product reads the current state from Stripe.
    const [late, paid] = [await about('payment_intent.payment_failed'), await about('payment_intent.succeeded')];
    for (const event of [paid, late, paid, late]) expect((await post(event)).status).toBe(200);
    expect(await chargeOf()).toMatchObject({ state: 'PAID', failedAt: null });
    expect((await texts()).filter((text) => text.endsWith('was paid.'))).toHaveLength(1);
  });

  it('a charge of nothing is not made', async () => {
    await enterCard();
    await owe({ amountCents: 0 });
    await runPaymentJob();
    expect(await chargeOf()).toBeUndefined();
    expect(stripe.intents.size).toBe(0);
  });
});

describe('a webhook', () => {
  it.each([
    ['signed with another secret', { secret: 'whsec_another' }],
    ['older than five minutes', { at: Date.parse('2026-11-20T07:54:00Z') }],
  ])('%s is refused', async (_what, change) => {
    await enterCard();
    await owe();
    const before = await app.dump();
    const event = stripe.event('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, change);
    const reply = await post(event);
    expect([reply.status, reply.envelope.errorCode]).toEqual([400, 'WEBHOOK_REFUSED']);
    const unsigned = await app.send({
      method: 'POST',
      target: '/api/payment/webhook/stripe',
      headers: asJson,
      body: event.body,
    });
    expect(unsigned.status).toBe(400);
    expect(await app.dump()).toEqual(before);
  });

  it.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'eur' }],
    ['another organisation', { metadata: { organisation: anOrgId('fabrikam'), month: '202611' } }],
  ])('about a payment of %s changes nothing', async (_what, change) => {
    await enterCard();
    stripe.card = 'processing';
    await owe();
    await runPaymentJob();
    const [id, intent] = [...stripe.intents.entries()][0] ?? ['', undefined];
    if (intent === undefined) throw new Error('No payment was made');
    stripe.intents.set(id, { ...intent, status: 'succeeded', ...change });
    const before = await app.dump();
    const reply = await post(await about('payment_intent.succeeded'));
    expect([reply.status, reply.envelope.errorCode]).toEqual([409, 'PAYMENT_MISMATCH']);
    expect(await app.dump()).toEqual(before);
  });

  it('a webhook of an unknown customer or an unused type is accepted without effect', async () => {
    await enterCard();
    const before = await app.dump();
    const { customerId } = (await rowOf()) ?? { customerId: '' };
    const strange = stripe.event('payment_intent.succeeded', {
      id: 'pi_9',
      object: 'payment_intent',
      customer: 'cus_9',
    });
    expect((await post(strange)).status).toBe(200);
    expect(await app.dump()).toEqual(before);
    const other = stripe.event('customer.updated', { id: customerId, object: 'customer' });
    expect((await post(other)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ methodLabel: 'Visa •••• 4242' });
  });

  it('a webhook of another provider is not found', async () => {
    expect((await post(stripe.event('ping', {}), 'paypal')).status).toBe(404);
  });
});

describe('the trial', () => {
  it('runs, ends with a week in which everything continues, and then nothing new is set up', async () => {
    await records().touch(org, undefined, { trialEndsAt: anInstant(trialEnd) });
    const stateAt = async (at: string) => {
      app.clock.set(at);
      return (await app.get('ann', getPayment, {})).state;
    };
    expect(await stateAt('2026-12-01T08:59:59Z')).toBe('TRIAL');
    expect(await stateAt('2026-12-01T09:00:00Z')).toBe('TRIAL_ENDED');
    const draft = aMeetingDraft({ members: [aMemberId('ann')] });
    expect((await app.ask('ann', saveMeeting, draft)).status).toBe(200);
    expect(await stateAt('2026-12-08T09:00:00Z')).toBe('READ_ONLY');
    expect((await app.ask('ann', saveMeeting, { ...draft, name: 'Another' })).envelope.errorCode).toBe('ORG_READ_ONLY');
    await enterCard();
    expect((await app.ask('ann', saveMeeting, { ...draft, name: 'Another' })).status).toBe(200);
  });
});

describe('without a payment card', () => {
  it('bills are sent to their payer once and settled by the operator’s books', async () => {
    await app.stop();
    app = await startTestApp(undefined, { SUPERADMINS: 'gus@example.test' });
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'TRIAL', contact: null });
    expect(await app.get('ann', createSubscription, contact)).toEqual({ url: null });
    expect(await app.get('ann', getPayment, {})).toMatchObject({ state: 'PAYING', contact });
    await invoiced();
    await owe();
    await runPaymentJob();
    await app.beatAt('2026-11-21T08:00:00Z');
    expect(await countOf('for Contoso over 10.00 USD is attached to this email as PDF')).toBe(1);
    expect(await chargeOf()).toMatchObject({ state: 'OPEN' });
    const paying = { orgId: anOrgId(), month: '202611' };
    expect((await app.ask('ann', markPaid, paying)).status).toBe(403);
    expect((await app.ask('gus', markPaid, { ...paying, month: '202610' })).status).toBe(404);
    expect(await app.get('gus', markPaid, paying)).toBe(true);
    expect(await chargeOf()).toMatchObject({ state: 'PAID' });
  });

  it('has no billing routes if billing is off', async () => {
    await app.stop();
    app = await startTestApp(undefined, { BILLING_ENABLED: 'false' });
    for (const reply of [await app.ask('ann', getPayment, {}), await app.ask('ann', createSubscription, contact)])
      expect(reply.status).toBe(404);
  });
});
