import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { retryDueAt } from '../../../bot/src/domain/billing/paymentStateAndRetries.ts';
import { monthOf } from '../../../bot/src/domain/billing/billingMonths.ts';
import { BadSignature } from '../../../bot/src/gateways/paymentsPort.ts';
import type { Payment, PaymentEvent, PaymentGateway, Setup } from '../../../bot/src/gateways/paymentsPort.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { runCharge, settleCharge, wakeDueCharges } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { receiveWebhook } from '../../../bot/src/services/billing/paymentWebhook.ts';
import { confirmPayment } from '../../../bot/src/services/billing/billingContactAndPaymentMethod.ts';
import { isAskingMembers, isReadOnly } from '../../../bot/src/services/tenancy/payingStateAndOrgPause.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { payingCustomer, payingEvent } from '../../../bot/src/store/kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { aPayment, anInstant, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  card,
  closeChargeWorlds,
  createChargeWorld,
  month,
  orgId,
  paymentOf,
} from '../../support/worlds/chargeWorld.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';
import { anActor, seedOrg } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// Tests the rules of charging and of use without payment. chargeFaults.test.ts tests the charging under faults.

afterEach(closeChargeWorlds);

describe('a charge that is planned', () => {
  it('is not put off by planning it again later', async () => {
    const world = await createChargeWorld();
    await world.open();
    const planned = (await world.due())?.notBefore;
    world.clock.advance({ minutes: 30 });
    await world.open();
    await wakeDueCharges(world.deps, orgId);
    expect((await world.due())?.notBefore).toBe(planned);
  });

  it('is tried at once after a new card is stored', async () => {
    const world = await createChargeWorld();
    await world.open();
    await settleCharge(world.deps, orgId, paymentOf('FAILED', 'card_declined'));
    expect((await world.due())?.notBefore).toBe('2026-12-02T00:06:00.000Z');
    world.clock.advance({ minutes: 30 });
    await wakeDueCharges(world.deps, orgId);
    expect((await world.due())?.notBefore).toBe('2026-12-01T00:36:00.000Z');
  });

  it('a charge of nothing does not exist', async () => {
    const world = await createChargeWorld();
    await world.open({ amountCents: 0 });
    expect(await world.charge()).toBeUndefined();
    expect(await world.due()).toBeUndefined();
  });

  it('waits ten minutes after the provider did not answer', async () => {
    const world = await createChargeWorld({ prepare: () => Promise.reject(new AppError('UNAVAILABLE')) });
    await world.open();
    await createPaymentJob(world.deps)(jobSettings.shards, () => true);
    expect(await world.due()).toMatchObject({ notBefore: '2026-12-01T00:16:00.000Z', lease: null });
  });
});

describe('a payment that fails', () => {
  it('sends a reminder on days 1, 3 and 7 and not before, however often the same failure is reported', async () => {
    const world = await createChargeWorld();
    await world.open();
    const reminders = async (): Promise<number | undefined> => {
      await settleCharge(world.deps, orgId, paymentOf('FAILED', 'card_declined'));
      await settleCharge(world.deps, orgId, paymentOf('FAILED', 'card_declined'));
      return (await world.charge())?.reminders;
    };
    const seen: (number | undefined)[] = [];
    for (const hours of [0, 23, 1, 47, 1, 95, 1]) {
      world.clock.advance({ minutes: hours * 60 });
      seen.push(await reminders());
    }
    expect(seen).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(await world.letters()).toEqual(['PAYMENT_FAILED', 'PAYMENT_FAILED', 'PAYMENT_FAILED']);
    expect(await world.due()).toBeUndefined();
  });

  it('makes the organisation overdue since the first failure, until the charge is paid', async () => {
    const world = await createChargeWorld();
    await world.open();
    const overdueSince = async () => (await world.records.get(payment, undefined))?.value.overdueSince;
    await settleCharge(world.deps, orgId, paymentOf('FAILED', 'card_declined'));
    world.clock.advance({ minutes: 24 * 60 });
    await settleCharge(world.deps, orgId, paymentOf('FAILED', 'expired_card'));
    expect(await overdueSince()).toBe('2026-12-01T00:06:00.000Z');
    await settleCharge(world.deps, orgId, paymentOf('PAID'));
    expect(await overdueSince()).toBeNull();
  });

  it('a payment that fails never opens a charge again that is paid, also not between two calls to the store', async () => {
    for (let call = 1; call < 40; call += 1) {
      const world = await createChargeWorld();
      await world.open();
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => settleCharge(world.deps, orgId, paymentOf('PAID')));
      await settleCharge({ ...world.deps, store: hooked }, orgId, paymentOf('FAILED', 'card_declined'));
      if (hooked.calls() < call) return;
      expect((await world.charge())?.state).toBe('PAID');
    }
  });

  it('is refused when it is the payment of another amount, currency or organisation', async () => {
    const world = await createChargeWorld();
    await world.open();
    const wrong: Partial<Payment>[] = [{ amountCents: 999 }, { currency: 'EUR' }, { orgId: anOrgId('fabrikam') }];
    for (const change of [...wrong, { month: '202612' }, { month: null }])
      await expect(settleCharge(world.deps, orgId, { ...paymentOf('PAID'), ...change })).rejects.toThrow(
        'PAYMENT_MISMATCH',
      );
    expect((await world.charge())?.state).toBe('OPEN');
  });

  it('leaves a charge that is under way at the provider for an hour', async () => {
    const world = await createChargeWorld();
    await world.open();
    await settleCharge(world.deps, orgId, paymentOf('PROCESSING'));
    expect((await world.charge())?.state).toBe('PROCESSING');
    expect((await world.due())?.notBefore).toBe('2026-12-01T01:06:00.000Z');
  });
});

describe('after the store was put back from a backup', () => {
  const restoredAt = Date.parse('2026-12-10T00:00:00Z');

  it('a month that was over by then is not charged, and the month of the restore is', async () => {
    const taken: string[] = [];
    const world = await createChargeWorld({
      prepare: (of) => Promise.resolve({ ...paymentOf('OPEN'), month: of.month }),
      take: (id) => {
        taken.push(id);
        return Promise.resolve({ ...paymentOf('PAID'), month: '202612' });
      },
    });
    world.clock.set('2027-01-01T00:06:00Z');
    await world.open();
    await world.open({ month: '202612', number: '2027-000001' });
    const deps = { ...world.deps, restoredAt };
    await runCharge(deps, { orgId, month });
    expect(taken).toEqual([]);
    expect((await world.due())?.notBefore).toBe('2027-01-02T00:06:00.000Z');
    await runCharge(deps, { orgId, month: '202612' });
    expect(taken).toEqual(['pi_1']);
  });

  it('the email of an invoice that was sent before the backup is not sent again', async () => {
    const world = await createChargeWorld({}, aPayment());
    await world.open();
    await world.open({ month: '202612', number: '2027-000001' });
    for (const closed of [month, '202612']) await runCharge({ ...world.deps, restoredAt }, { orgId, month: closed });
    expect((await world.letterRows()).map(({ id }) => id)).toEqual([`${orgId}-202612`]);
    expect(await world.due()).toBeUndefined();
  });
});

describe('an event of the provider', () => {
  const event = (about: PaymentEvent['about']): PaymentEvent => ({ id: 'evt_1', customerId: 'cus_1', about });
  const webhook = { provider: 'stripe', body: Buffer.from(''), signature: 'signed' };
  const aCustomer = async (gateway: Partial<PaymentGateway>) => {
    const world = await createChargeWorld(gateway);
    await outside(world.store).insert(payingCustomer, { provider: 'stripe', customerId: 'cus_1' }, { orgId });
    await world.open();
    return world;
  };

  it('is applied once, for any number of deliveries', async () => {
    let reads = 0;
    const world = await aCustomer({
      readEvent: () => event({ is: 'PAYMENT', paymentId: 'pi_1' }),
      readPayment: () => {
        reads += 1;
        return Promise.resolve(paymentOf('PAID'));
      },
    });
    expect(await receiveWebhook(world.deps, webhook)).toBe('PAYMENT');
    expect(await receiveWebhook(world.deps, webhook)).toBe('NOTHING');
    expect(reads).toBe(1);
    const key = { provider: 'stripe', customerId: 'cus_1', eventId: 'evt_1' };
    expect(await outside(world.store).get(payingEvent, key)).toBeDefined();
  });

  it('is applied again when it could not be applied the first time', async () => {
    let isDown = true;
    const world = await aCustomer({
      readEvent: () => event({ is: 'PAYMENT', paymentId: 'pi_1' }),
      readPayment: () => (isDown ? Promise.reject(new AppError('UNAVAILABLE')) : Promise.resolve(paymentOf('PAID'))),
    });
    await expect(receiveWebhook(world.deps, webhook)).rejects.toThrow('UNAVAILABLE');
    isDown = false;
    expect(await receiveWebhook(world.deps, webhook)).toBe('PAYMENT');
    expect((await world.charge())?.state).toBe('PAID');
  });

  it('is ignored without a customer, of an unknown customer, or of a payment without an organisation', async () => {
    const read: string[] = [];
    const readPayment: PaymentGateway['readPayment'] = (id) => {
      read.push(id);
      return Promise.resolve(id === 'pi_gone' ? undefined : { ...paymentOf('PAID'), orgId: null });
    };
    const about = (paymentId: string) => ({ is: 'PAYMENT', paymentId }) as const;
    const events = [
      { ...event(about('pi_1')), customerId: null },
      { ...event(about('pi_2')), customerId: 'cus_2' },
      { ...event(about('pi_3')), id: 'evt_3' },
      { ...event(about('pi_gone')), id: 'evt_4' },
    ];
    const texts: string[] = [];
    for (const item of events) {
      const world = await aCustomer({ readEvent: () => item, readPayment });
      texts.push(await receiveWebhook(world.deps, webhook));
      expect((await world.charge())?.state).toBe('OPEN');
    }
    expect(texts).toEqual(['NOTHING', 'NOTHING', 'PAYMENT', 'PAYMENT']);
    expect(read).toEqual(['pi_3', 'pi_gone']);
  });

  it('about a finished page or a changed card loads it, and any other event loads nothing', async () => {
    const method = { id: 'pm_2', label: 'Visa •••• 1111', enteredAt: Date.parse('2026-12-01T00:05:00Z') };
    const requested: string[] = [];
    const gateway: Partial<PaymentGateway> = {
      readSetup: (id) => {
        requested.push(id);
        return Promise.resolve({ orgId, customerId: 'cus_1', method });
      },
      readMethod: (customerId, methodId) => {
        requested.push(`${customerId} ${methodId}`);
        return Promise.resolve(method);
      },
    };
    const take = async (about: PaymentEvent['about']) => {
      const world = await aCustomer({ ...gateway, readEvent: () => event(about) });
      expect(await receiveWebhook(world.deps, webhook)).toBe(about.is);
    };
    await take({ is: 'SETUP', sessionId: 'cs_1' });
    await take({ is: 'METHODS' });
    await take({ is: 'NOTHING' });
    expect(requested).toEqual(['cs_1', 'cus_1 pm_1']);
  });

  it('an event of the provider with a wrong signature is refused, and any other fault is not hidden', async () => {
    const failing = async (error: Error) => {
      const world = await aCustomer({
        readEvent: () => {
          throw error;
        },
      });
      return receiveWebhook(world.deps, webhook);
    };
    const wrong = new BadSignature('wrong');
    await expect(failing(wrong)).rejects.toMatchObject({ code: 'WEBHOOK_REFUSED', cause: wrong });
    await expect(failing(new Error('down'))).rejects.toThrow('down');
  });

  it('does not exist where billing is off, nor for another provider', async () => {
    const world = await aCustomer({ readEvent: () => event({ is: 'NOTHING' }) });
    const off = { ...world.deps, isBillingEnabled: false };
    await expect(receiveWebhook(off, webhook)).rejects.toThrow('NOT_FOUND');
    await expect(receiveWebhook(world.deps, { ...webhook, provider: 'other' })).rejects.toThrow('NOT_FOUND');
    await expect(receiveWebhook({ ...world.deps, payments: null }, webhook)).rejects.toThrow('NOT_FOUND');
  });
});

describe('a card that was entered on the provider’s page', () => {
  const method = { id: 'pm_2', label: 'Visa •••• 1111', enteredAt: Date.parse('2026-12-01T00:05:00Z') };
  const confirm = async (setup: Setup | undefined) => {
    const world = await createChargeWorld({ readSetup: () => Promise.resolve(setup) });
    const done = confirmPayment(world.deps, anActor('ann', { role: 'admin' }), { sessionId: 'cs_1' });
    const saved = async () => (await world.records.get(payment, undefined))?.value.methodId;
    return { done, saved };
  };

  it('stores the card for the organisation and customer named by the session', async () => {
    const { done, saved } = await confirm({ orgId, customerId: 'cus_1', method });
    expect(await done).toMatchObject({ method: method.label, state: 'PAYING' });
    expect(await saved()).toBe('pm_2');
  });

  it.each([
    ['another organisation', { orgId: anOrgId('fabrikam'), customerId: 'cus_1', method }, 'NOT_FOUND'],
    ['another customer', { orgId, customerId: 'cus_2', method }, 'NOT_FOUND'],
    ['no customer', { orgId, customerId: null, method }, 'NOT_FOUND'],
    ['no session', undefined, 'NOT_FOUND'],
    ['a page that was not finished', { orgId, customerId: 'cus_1', method: null }, 'PAYMENT_INCOMPLETE'],
  ] as const)('is not taken over from %s', async (_what, setup, code) => {
    const { done, saved } = await confirm(setup);
    await expect(done).rejects.toThrow(code);
    expect(await saved()).toBe('pm_1');
  });
});

describe('the state of an organisation', () => {
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
