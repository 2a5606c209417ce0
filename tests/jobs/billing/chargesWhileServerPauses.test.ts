import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Payment, PaymentGateway } from '../../../bot/src/gateways/paymentsPort.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { markPaid } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { closeChargeWorlds, createChargeWorld, month, orgId, paymentOf } from '../../support/worlds/chargeWorld.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

afterEach(closeChargeWorlds);

it('charges once if a server sleeps for three minutes between any two of its calls, and another collects meanwhile', async () => {
  const wrong: string[] = [];
  for (let call = 1; ; call += 1) {
    const payments = new Map<string, Payment>();
    const taken: string[] = [];
    const gateway: Partial<PaymentGateway> = {
      prepare: (_bill, _customer, attempt) => {
        const id = `pi_${attempt}`;
        payments.set(id, payments.get(id) ?? { ...paymentOf('OPEN'), id });
        return Promise.resolve(payments.get(id) as Payment);
      },
      take: (id) => {
        const existing = payments.get(id) as Payment;
        if (existing.state !== 'PAID') taken.push(id);
        payments.set(id, { ...existing, state: 'PAID' });
        return Promise.resolve(payments.get(id) as Payment);
      },
      readPayment: (id) => Promise.resolve(payments.get(id)),
    };
    const world = await createChargeWorld(gateway);
    await world.open();
    const hooked = createHookedStore(world.store);
    hooked.before(call, async () => {
      world.clock.advance({ minutes: 3 });
      await createPaymentJob(world.deps)([shardOf(orgId)], () => true);
    });
    await createPaymentJob({ ...world.deps, store: hooked })([shardOf(orgId)], () => true);
    if (hooked.calls() < call) break;
    if (taken.length !== 1) wrong.push(`call ${call}: money taken by ${taken.join(' and ')}`);
  }
  expect(wrong).toEqual([]);
});

it('takes no money from a card after the operator marked the invoice as paid by transfer', async () => {
  const wrong: string[] = [];
  for (let call = 1; ; call += 1) {
    let isMarked = false;
    const takenAfter: string[] = [];
    const world = await createChargeWorld({
      prepare: () => Promise.resolve(paymentOf('OPEN')),
      take: (id) => {
        if (isMarked) takenAfter.push(id);
        return Promise.resolve(paymentOf('PAID'));
      },
    });
    await world.open();
    const hooked = createHookedStore(world.store);
    hooked.before(call, async () => {
      await markPaid(world.deps, { ...anActor(), role: 'superadmin' }, { orgId, month: billingMonth.parse(month) });
      isMarked = true;
    });
    await createPaymentJob({ ...world.deps, store: hooked })([shardOf(orgId)], () => true);
    if (hooked.calls() < call) break;
    if (takenAfter.length > 0) wrong.push(`call ${call}: ${takenAfter.join()}`);
  }
  expect(wrong).toEqual([]);
});
