import { createStripe } from '../../../bot/src/gateways/stripe/stripePayments.ts';
import type { Bill } from '../../../bot/src/gateways/paymentsPort.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { startLocalStripe } from '../../support/fakes/localStripe.ts';
import type { LocalStripe } from '../../support/fakes/localStripe.ts';

// A repetition after a lost reply must not create a second payment.

const bill: Bill = { orgId: anOrgId(), month: '202611', number: '2026-000001', amountCents: 1_000, currency: 'USD' };

const providers: LocalStripe[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.stop();
});

const aPayer = async () => {
  const provider = await startLocalStripe(fakeClock());
  providers.push(provider);
  const gateway = createStripe({ secretKey: 'sk_test_of_these_tests', webhookSecret: 'whsec', apiBase: provider.url });
  const customerId = await gateway.customer({ orgId: bill.orgId, name: 'Contoso', email: 'pay@contoso.test' });
  return { provider, gateway, customerId };
};

it('prepares one payment for one attempt, and another one for the next attempt', async () => {
  const { provider, gateway, customerId } = await aPayer();
  const first = await gateway.prepare(bill, customerId, 1);
  expect((await gateway.prepare(bill, customerId, 1)).id).toBe(first.id);
  expect(provider.intents.size).toBe(1);
  expect((await gateway.prepare(bill, customerId, 2)).id).not.toBe(first.id);
});

it('asks the bank once for one attempt, and again for the next attempt', async () => {
  const { provider, gateway, customerId } = await aPayer();
  const { id } = await gateway.prepare(bill, customerId, 1);
  provider.card = 'insufficient_funds';
  expect((await gateway.take(id, 'pm_1', 1)).state).toBe('FAILED');
  provider.card = 'fine';
  expect((await gateway.take(id, 'pm_1', 1)).state).toBe('FAILED');
  expect(provider.taken).toEqual([]);
  expect((await gateway.take(id, 'pm_1', 2)).state).toBe('PAID');
  expect(provider.taken).toHaveLength(1);
});
