import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Payment, PaymentGateway } from '../../../bot/src/gateways/paymentsPort.ts';
import { markPaid, runCharge, settleCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { orgActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { isConflict, prefixRange } from '../../../bot/src/store/tableStorePort.ts';
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
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';

// Tests the requests, emails and log entries of one payment attempt.

afterEach(closeChargeWorlds);

type World = Awaited<ReturnType<typeof createChargeWorld>>;

const logOf = async ({ records }: World): Promise<unknown[]> => {
  const rows = await records.list(orgActivity, undefined, prefixRange('L|'));
  return rows.map(({ value: { message, actor, values } }) => [message, actor, values['number']]);
};

/** Returns a fake payment provider that records the requests and replies with `answers`. */
const aProvider = (answers: { readonly read?: Payment | undefined; readonly take?: Payment } = {}) => {
  const requested: string[] = [];
  const gateway: Partial<PaymentGateway> = {
    prepare: (of, customerId, attempt) => {
      requested.push(`prepare ${of.month} for ${customerId}, attempt ${attempt}`);
      return Promise.resolve({ ...paymentOf('OPEN'), id: `pi_${attempt}` });
    },
    take: (id, methodId, attempt) => {
      requested.push(`take ${id} with ${methodId}, attempt ${attempt}`);
      return Promise.resolve(answers.take ?? paymentOf('PAID'));
    },
    readPayment: (id) => {
      requested.push(`read ${id}`);
      return Promise.resolve(answers.read);
    },
  };
  return { asked: requested, gateway };
};

describe('an attempt', () => {
  it('is counted, prepared and taken, and the activity log names its invoice once', async () => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway);
    await world.open();
    await world.run();
    expect(asked).toEqual(['prepare 202611 for cus_1, attempt 1', 'take pi_1 with pm_1, attempt 1']);
    const paidAt = '2026-12-01T00:06:00.000Z';
    expect(await world.charge()).toMatchObject({ state: 'PAID', attempts: 1, paymentId: 'pi_1', paidAt, reason: null });
    await settleCharge(world.deps, orgId, paymentOf('PAID'));
    expect(await logOf(world)).toEqual([['activity.invoicePaid', 'Stripe', '2026-000001']]);
  });

  it('uses the payment that an earlier attempt prepared', async () => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway);
    await world.open();
    await world.change({ paymentId: 'pi_7', attempts: 2, reason: 'card_declined' });
    await world.run();
    expect(asked).toEqual(['take pi_7 with pm_1, attempt 3']);
    expect((await world.charge())?.paymentId).toBe('pi_7');
  });

  it('prepares another payment when the provider cancelled the one there was', async () => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway);
    await world.open();
    await world.change({ paymentId: 'pi_7', attempts: 2, reason: 'canceled' });
    await world.run();
    expect(asked).toEqual(['prepare 202611 for cus_1, attempt 3', 'take pi_3 with pm_1, attempt 3']);
    expect((await world.charge())?.paymentId).toBe('pi_3');
  });

  it.each([
    ['customer', { customerId: null }],
    ['card', { methodId: null }],
  ])('an attempt without a %s fails without asking the provider', async (_what, change) => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway, aPayment({ ...card, ...change }));
    await world.open();
    await world.run();
    expect(asked).toEqual([]);
    expect(await world.charge()).toMatchObject({ state: 'FAILED', reason: 'no_method' });
  });

  it('reads a pending payment first, and charges only if the provider does not know it', async () => {
    const underWay = { state: 'PROCESSING', paymentId: 'pi_1' } as const;
    const known = aProvider({ read: paymentOf('PAID') });
    const world = await createChargeWorld(known.gateway);
    await world.open();
    await world.change(underWay);
    await world.run();
    expect(known.asked).toEqual(['read pi_1']);
    expect((await world.charge())?.state).toBe('PAID');
    const unknown = aProvider({ read: undefined });
    const other = await createChargeWorld(unknown.gateway);
    await other.open();
    await other.change(underWay);
    await other.run();
    expect(unknown.asked).toEqual(['read pi_1', 'take pi_1 with pm_1, attempt 1']);
  });

  it('an attempt of a payment under way without an id prepares one', async () => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway);
    await world.open();
    await world.change({ state: 'PROCESSING', paymentId: null });
    await world.run();
    expect(asked[0]).toBe('prepare 202611 for cus_1, attempt 1');
  });

  it('leaves a charge alone that is paid, and forgets one that never came to be', async () => {
    const { asked, gateway } = aProvider();
    const world = await createChargeWorld(gateway);
    await world.open();
    await world.change({ state: 'PAID' });
    await world.run();
    expect(asked).toEqual([]);
    expect(await world.due()).toBeUndefined();
    await world.run('202701');
    expect(await world.due('202701')).toBeUndefined();
  });

  it('counts no attempt on a charge that is paid between two calls to the store', async () => {
    for (let call = 1; call < 40; call += 1) {
      const { gateway } = aProvider();
      const world = await createChargeWorld(gateway);
      await world.open();
      const hooked = createHookedStore(world.store);
      hooked.before(call, () => settleCharge(world.deps, orgId, paymentOf('PAID')));
      // If both servers delete the due row of the charge, the later deletion fails with a conflict.
      await runCharge({ ...world.deps, store: hooked }, { orgId, month }).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
      });
      if (hooked.calls() < call) return;
      expect((await world.charge())?.state).toBe('PAID');
      expect(await logOf(world)).toHaveLength(1);
    }
  });

  it('waits a day if no payer is set', async () => {
    const world = await createChargeWorld();
    await world.open();
    const existing = await world.records.get(payment, undefined);
    if (existing !== undefined) await world.records.delete(payment, undefined, existing.etag);
    await world.run();
    expect((await world.due())?.notBefore).toBe('2026-12-02T00:06:00.000Z');
    await settleCharge(world.deps, orgId, paymentOf('FAILED'));
    expect((await world.charge())?.state).toBe('OPEN');
  });
});

describe('the report of the provider', () => {
  it('the report of the provider of a payment that is still open changes nothing', async () => {
    const world = await createChargeWorld();
    await world.open();
    const before = [await world.charge(), await world.due()];
    await settleCharge(world.deps, orgId, paymentOf('OPEN'));
    expect([await world.charge(), await world.due()]).toEqual(before);
  });

  it('the report of the provider of a payment under way never opens a paid charge again', async () => {
    const world = await createChargeWorld();
    await world.open();
    await settleCharge(world.deps, orgId, paymentOf('PAID'));
    await settleCharge(world.deps, orgId, paymentOf('PROCESSING'));
    expect((await world.charge())?.state).toBe('PAID');
  });

  it('the report of the provider of a refusal is kept with its reason and entered into the activity log once', async () => {
    const world = await createChargeWorld();
    await world.open();
    await settleCharge(world.deps, orgId, paymentOf('FAILED'));
    expect((await world.charge())?.reason).toBe('refused');
    expect(await logOf(world)).toHaveLength(1);
    await settleCharge(world.deps, orgId, paymentOf('FAILED', 'expired_card'));
    expect((await world.charge())?.reason).toBe('expired_card');
    expect(await logOf(world)).toEqual([['activity.invoiceFailed', 'Stripe', '2026-000001']]);
  });

  it('the report of the provider of another amount is logged with the difference', async () => {
    const world = await createChargeWorld();
    await world.open();
    await expect(settleCharge(world.deps, orgId, { ...paymentOf('PAID'), amountCents: 1 })).rejects.toThrow(AppError);
    const facts = { orgId, month, amountCents: 1, currency: 'USD', paymentId: 'pi_1' };
    expect(world.deps.log.lines).toEqual([{ level: 'warn', event: 'payment.mismatch', facts }]);
  });
});

describe('overdue', () => {
  it('is an organisation since the oldest of its failures', async () => {
    const world = await createChargeWorld();
    await world.open();
    await world.open({ month: '202612', number: '2027-000001' });
    await settleCharge(world.deps, orgId, { ...paymentOf('FAILED'), month: '202612' });
    world.clock.advance({ minutes: 60 });
    await settleCharge(world.deps, orgId, paymentOf('FAILED'));
    const overdueSince = async () => (await world.records.get(payment, undefined))?.value.overdueSince;
    expect(await overdueSince()).toBe('2026-12-01T00:06:00.000Z');
    await settleCharge(world.deps, orgId, { ...paymentOf('PAID'), month: '202612' });
    expect(await overdueSince()).toBe('2026-12-01T01:06:00.000Z');
  });

  it('needs more than a charge that was not tried yet', async () => {
    const world = await createChargeWorld({}, aPayment({ ...card, overdueSince: anInstant('2026-11-01T00:00:00Z') }));
    await world.open();
    await world.open({ month: '202612', number: '2027-000001' });
    await settleCharge(world.deps, orgId, { ...paymentOf('PAID'), month: '202612' });
    expect((await world.records.get(payment, undefined))?.value.overdueSince).toBeNull();
  });
});

describe('the payer', () => {
  const withContact = async (contactEmail: string | null, paying = aPayment(card)) => {
    const world = await createChargeWorld({}, paying);
    if (contactEmail !== null) await world.records.touch(billingProfile, undefined, { contactEmail });
    else {
      const existing = await world.records.get(billingProfile, undefined);
      if (existing !== undefined) await world.records.delete(billingProfile, undefined, existing.etag);
    }
    await world.open();
    return world;
  };
  const failTwice = async (world: World) => {
    await settleCharge(world.deps, orgId, paymentOf('FAILED'));
    world.clock.advance({ minutes: 24 * 60 });
    await settleCharge(world.deps, orgId, paymentOf('FAILED'));
  };

  it('is reminded of the month, with the number of the reminder', async () => {
    const world = await withContact('pay@contoso.test');
    await failTwice(world);
    expect(await world.letterRows()).toMatchObject([
      {
        letter: 'PAYMENT_FAILED',
        address: 'pay@contoso.test',
        id: `${orgId}-202611-1`,
        at: '2026-12-02T00:06:00.000Z',
      },
    ]);
    const [row] = await world.letterRows();
    expect(JSON.parse(String(row?.['j_values']))).toEqual({ month: '202611', reminder: '1' });
  });

  it.each([[null], ['']])(
    'the payer without a known address (%p) gets no email, and the days are counted nevertheless',
    async (contact) => {
      const world = await withContact(contact);
      await failTwice(world);
      expect(await world.letters()).toEqual([]);
      expect((await world.charge())?.reminders).toBe(1);
      const sent = await withContact(contact, aPayment());
      await sent.run();
      expect(await sent.letters()).toEqual([]);
      expect(await sent.due()).toBeUndefined();
    },
  );

  it('gets the invoice if no provider takes payments', async () => {
    const world = await withContact('pay@contoso.test');
    await runCharge({ ...world.deps, payments: null }, { orgId, month });
    expect(await world.letterRows()).toMatchObject([{ letter: 'INVOICE_READY', id: `${orgId}-202611` }]);
  });
});

describe('a payment by other means', () => {
  const gus = anActor('gus', { role: 'superadmin' });

  it('settles the charge under the name of the operator', async () => {
    const world = await createChargeWorld();
    await world.open();
    expect(await markPaid(world.deps, gus, { orgId, month })).toBe(true);
    expect((await world.charge())?.state).toBe('PAID');
    expect(await logOf(world)).toEqual([['activity.invoicePaid', gus.name, '2026-000001']]);
    expect(await world.due()).toBeUndefined();
  });

  it('is refused for a month without a charge, and for another organisation', async () => {
    const world = await createChargeWorld();
    await world.open();
    await expect(markPaid(world.deps, gus, { orgId, month: '202701' })).rejects.toThrow('NOT_FOUND');
    await expect(markPaid(world.deps, gus, { orgId: anOrgId('fabrikam'), month })).rejects.toThrow('NOT_FOUND');
    expect((await world.charge())?.state).toBe('OPEN');
  });
});

describe('after a restore', () => {
  const restoredAt = Date.parse('2026-12-10T00:00:00Z');

  it('an earlier charge is settled if the provider has the money, and held with a warning otherwise', async () => {
    const paid = aProvider({ read: paymentOf('PAID') });
    const world = await createChargeWorld(paid.gateway);
    await world.open();
    await world.change({ paymentId: 'pi_1' });
    await runCharge({ ...world.deps, restoredAt }, { orgId, month });
    expect((await world.charge())?.state).toBe('PAID');
    const failed = aProvider({ read: paymentOf('FAILED') });
    const other = await createChargeWorld(failed.gateway);
    await other.open();
    await other.change({ paymentId: 'pi_1' });
    await runCharge({ ...other.deps, restoredAt }, { orgId, month });
    expect(failed.asked).toEqual(['read pi_1']);
    expect((await other.charge())?.state).toBe('OPEN');
    expect(other.deps.log.lines).toEqual([{ level: 'warn', event: 'charge.beforeRestore', facts: { orgId, month } }]);
  });
});

it('an invoice that is opened again after its payment plans nothing', async () => {
  const world = await createChargeWorld();
  await world.open();
  await settleCharge(world.deps, orgId, paymentOf('PAID'));
  await world.open();
  expect(await world.due()).toBeUndefined();
  expect((await world.charge())?.state).toBe('PAID');
});
