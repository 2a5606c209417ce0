import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { BadSignature } from '../../../bot/src/gateways/paymentsPort.ts';
import { receiveWebhook } from '../../../bot/src/services/billing/paymentWebhook.ts';
import { confirmPayment } from '../../../bot/src/services/billing/billingContactAndPaymentMethod.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { payingCustomer, payingEvent } from '../../../bot/src/store/kinds/billing/payingCustomerAndEvents.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeChargeWorlds, createChargeWorld, orgId, paymentOf } from '../../support/worlds/chargeWorld.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import type { PaymentEvent, PaymentGateway, Setup } from '../../../bot/src/gateways/paymentsPort.ts';

// Tests the effect of events that the payment provider sends, and the storage of a card.

afterEach(closeChargeWorlds);

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
