import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Payment } from '../../../bot/src/gateways/paymentsPort.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createPaymentJob } from '../../../bot/src/jobs/core/paymentJob.ts';
import { runCharge, settleCharge, wakeDueCharges } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { aPayment, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { closeChargeWorlds, createChargeWorld, month, orgId, paymentOf } from '../../support/worlds/chargeWorld.ts';
import { createHookedStore } from '../../support/store/storeWithWorkBetweenCalls.ts';

// Tests the rules of charging. chargeFaults.test.ts tests the charging under faults.

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
      expect((await world.records.get(payment, undefined))?.value.overdueSince).toBeNull();
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
