import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { markPaid as markPaidCall } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { retryDueAt } from '../../domain/billing/paymentRetrySchedule.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf } from '../../domain/billing/billingMonths.ts';
import type { Bill, Payment, PaymentGateway } from '../../gateways/paymentsPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { billingProfile } from '../../store/kinds/billing/billingProfile.ts';
import { charge as chargeKind, chargeDue } from '../../store/kinds/billing/charges.ts';
import { payment as paymentKind } from '../../store/kinds/billing/paymentSettings.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import { activityStep, auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { PaymentRow } from '../tenancy/payingStateAndOrgPause.ts';
import { getOrInsert, mergeChanges, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';

// Collects the payment of invoices. A charge (the work to collect one invoice) is opened when its invoice is issued.
// Both the provider's reply and its webhook settle the charge; the second of the two changes nothing.

export interface ChargeDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly payments: PaymentGateway | null;
  /**
   * Epoch ms of the last restore from a backup. Invoices of earlier months are not collected, because they may have
   * been paid after the backup was made.
   */
  readonly restoredAt?: number | undefined;
}

export type Charge = ValueOf<typeof chargeKind>;
type DueCharge = ValueOf<typeof chargeDue>;

const dueKey = ({ orgId, month }: Pick<DueCharge, 'orgId' | 'month'>) => ({ shard: shardOf(orgId), orgId, month });

/**
 * Makes the charge due at `instant`, unless it is already due earlier. Callers call this before they write the charge,
 * so that a crash cannot leave a charge that is never collected.
 */
const planCharge = async (
  { store }: Pick<Deps, 'store'>,
  orgId: OrgId,
  month: string,
  instant: Instant,
): Promise<void> => {
  const records = outside(store);
  const key = dueKey({ orgId, month });
  const row = { orgId, month, notBefore: instant, lease: null };
  await getOrInsert(records, chargeDue, key, () => row);
  await updateRow(records, chargeDue, key, (existing) =>
    existing.notBefore > instant ? { ...existing, notBefore: instant } : undefined,
  );
};

/**
 * Opens the charge of an invoice; `openedAt` is the instant of issue. If the charge already exists and is unpaid, the
 * call only makes it due now. An invoice of 0 is not charged.
 */
export const openCharge = async (
  deps: Pick<ChargeDeps, 'store' | 'clock'>,
  { orgId, month, number, amountCents, currency }: Bill,
  openedAt: Instant,
): Promise<void> => {
  if (amountCents <= 0) return;
  const records = inOrg(deps.store, orgId);
  const existing = await records.get(chargeKind, { month });
  if (existing?.value.state === 'PAID') return;
  await planCharge(deps, orgId, month, toInstant(deps.clock.now()));
  const nothingYet = { paymentId: null, attempts: 0, failedAt: null, reminders: 0, reason: null, paidAt: null };
  await getOrInsert(records, chargeKind, { month }, () => ({
    ...{ month, number, amountCents, currency, openedAt, state: 'OPEN' as const },
    ...nothingYet,
  }));
};

const unpaid = async (records: Records<OrgId>): Promise<Charge[]> =>
  (await records.list(chargeKind, undefined, prefixRange('chg|')))
    .map((row) => row.value)
    .filter((item) => item.state !== 'PAID');

/** Makes all unpaid charges due now, because a new card was added. */
export const wakeDueCharges = async (deps: Pick<ChargeDeps, 'store' | 'clock'>, orgId: OrgId): Promise<void> => {
  for (const { month } of await unpaid(inOrg(deps.store, orgId)))
    await planCharge(deps, orgId, month, toInstant(deps.clock.now()));
};

const firstFailure = async (records: Records<OrgId>): Promise<Instant | null> =>
  (await unpaid(records)).flatMap((item) => item.failedAt ?? []).sort()[0] ?? null;

/**
 * Stores since when the oldest unpaid charge is overdue. Repeats the write until no charge changed between its read and
 * the write.
 */
const keepOverdue = async (records: Records<OrgId>): Promise<void> => {
  let overdueSince = await firstFailure(records);
  for (;;) {
    const written = overdueSince;
    await updateRow(records, paymentKind, undefined, (row) => mergeChanges(row, { overdueSince: written }));
    overdueSince = await firstFailure(records);
    if (overdueSince === written) return;
  }
};

const finish = async (deps: ChargeDeps, orgId: OrgId, month: string): Promise<void> => {
  const records = outside(deps.store);
  const row = await records.get(chargeDue, dueKey({ orgId, month }));
  if (row !== undefined) await records.delete(chargeDue, dueKey({ orgId, month }), row.etag);
};

const entry = (deps: ChargeDeps, records: Records<OrgId>, fact: ActivityFact, actor: Actor | null) => {
  const about = { teamId: null, objectId: records.scope, eventKey: deps.newId(), atMs: deps.clock.now(), ...fact };
  return actor === null
    ? [activityStep(records, { ...about, actor: 'Stripe' })]
    : auditedActionSteps(records, actor, about);
};

const paid = async (deps: ChargeDeps, records: Records<OrgId>, month: string, actor: Actor | null): Promise<void> => {
  const paidAt = toInstant(deps.clock.now());
  await updateWithLog(
    records,
    chargeKind,
    { month },
    {
      change: (row) => (row.state === 'PAID' ? undefined : { ...row, state: 'PAID' as const, paidAt, reason: null }),
      log: ({ number }) => entry(deps, records, { message: 'activity.invoicePaid', values: { number } }, actor),
    },
  );
  await keepOverdue(records);
  await finish(deps, records.scope, month);
};

interface ChargeOfPayer {
  readonly row: PaymentRow;
  readonly charge: Charge;
}

const remind = async (
  deps: ChargeDeps,
  orgId: OrgId,
  { row, charge }: ChargeOfPayer,
  instant: Instant,
): Promise<void> => {
  const contact = (await inOrg(deps.store, orgId).get(billingProfile, undefined))?.value;
  if (contact === undefined || contact.contactEmail === '') return;
  const reminder = String(charge.reminders + 1);
  const values = { month: charge.month, reminder };
  const { contactEmail: address } = contact;
  const id = `${orgId}-${charge.month}-${reminder}`;
  await queueEmail(deps, { kind: 'PAYMENT_FAILED', address, locale: row.locale, orgId, id, at: instant, values });
};

/**
 * Handles a failed payment. The first failure starts the overdue period. After a later failure, the payer gets an email
 * if a reminder is due. After the last reminder the charge is not tried again until the payer enters a new card.
 */
const failed = async (deps: ChargeDeps, records: Records<OrgId>, month: string, reason: string): Promise<void> => {
  const [charge, row] = await Promise.all([records.get(chargeKind, { month }), records.get(paymentKind, undefined)]);
  if (charge === undefined || row === undefined || charge.value.state === 'PAID') return;
  const { value } = charge;
  const isFirst = value.failedAt === null;
  const failedAt = value.failedAt ?? toInstant(deps.clock.now());
  const due = retryDueAt(failedAt, value.reminders);
  const isReminded = !isFirst && due !== undefined && deps.clock.now() >= msOf(due);
  // The email is queued before the reminder is counted. If a crash repeats the call, the email has the same id, so it
  // is sent only once.
  if (isReminded) await remind(deps, records.scope, { row: row.value, charge: value }, due);
  const reminders = value.reminders + (isReminded ? 1 : 0);
  await updateWithLog(
    records,
    chargeKind,
    { month },
    {
      change: (now) =>
        now.state === 'PAID' ? undefined : { ...now, state: 'FAILED' as const, failedAt, reminders, reason },
      log: ({ number, state }) =>
        state === 'FAILED' ? [] : entry(deps, records, { message: 'activity.invoiceFailed', values: { number } }, null),
    },
  );
  await keepOverdue(records);
  const next = retryDueAt(failedAt, reminders);
  if (next === undefined) await finish(deps, records.scope, month);
  else await again(deps, records.scope, month, next);
};

/** Makes the charge due at `instant`, even if it was due at an earlier instant. */
const again = async ({ store }: ChargeDeps, orgId: OrgId, month: string, instant: Instant): Promise<void> => {
  const row = { orgId, month, notBefore: instant, lease: null };
  await getOrInsert(outside(store), chargeDue, dueKey(row), () => row);
  await updateRow(outside(store), chargeDue, dueKey(row), () => row);
};

/**
 * Applies the payment state that the provider reports. Throws PAYMENT_MISMATCH if this organisation has no charge with
 * the month, amount and currency of the payment.
 */
export const settleCharge = async (deps: ChargeDeps, orgId: OrgId, payment: Payment): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const { month, amountCents, currency } = payment;
  const charge = month === null ? undefined : (await records.get(chargeKind, { month }))?.value;
  const isOurs = charge !== undefined && payment.orgId === orgId;
  if (!isOurs || charge.amountCents !== amountCents || charge.currency !== currency) {
    deps.log.warn('payment.mismatch', { orgId, month, amountCents, currency, paymentId: payment.id });
    throw new AppError('PAYMENT_MISMATCH');
  }
  switch (payment.state) {
    case 'PAID':
      return paid(deps, records, charge.month, null);
    case 'FAILED':
      return failed(deps, records, charge.month, payment.reason ?? 'refused');
    case 'OPEN':
      return;
    case 'PROCESSING':
      await updateRow(records, chargeKind, charge, (row) =>
        row.state === 'PAID' ? undefined : mergeChanges(row, { state: 'PROCESSING' }),
      );
      return again(deps, orgId, charge.month, toInstant(deps.clock.now() + hourMs));
  }
};

/** Marks the charge as paid. The operator calls it when a payment arrived by other means, such as a bank transfer. */
export const markPaid = async (
  deps: ChargeDeps,
  actor: Actor,
  { orgId, month }: ParsedOf<typeof markPaidCall>,
): Promise<true> => {
  const records = inOrg(deps.store, orgId);
  if ((await records.get(chargeKind, { month })) === undefined) throw new AppError('NOT_FOUND');
  await paid(deps, records, month, actor);
  return true;
};

/**
 * True if the month ended before the month in which the store was restored from a backup. Its invoice may have been
 * paid after the backup was made, and the restored store does not know that.
 */
const isFromBefore = ({ restoredAt }: ChargeDeps, month: string): boolean =>
  restoredAt !== undefined && month < monthOf(restoredAt);

/**
 * Delays the charge by a day instead of collecting it, to prevent a second payment. It stays unpaid until the
 * provider's event arrives or the operator marks it as paid.
 */
const hold = async (deps: ChargeDeps, orgId: OrgId, month: string): Promise<void> => {
  deps.log.warn('charge.beforeRestore', { orgId, month });
  await again(deps, orgId, month, toInstant(deps.clock.now() + 24 * hourMs));
};

/**
 * Collects a charge from the organisation's card. A missing card counts as a failed payment, so the payer gets the same
 * reminders.
 */
const collect = async (
  deps: ChargeDeps,
  gateway: PaymentGateway,
  records: Records<OrgId>,
  { row, charge }: ChargeOfPayer,
): Promise<void> => {
  const { scope: orgId } = records;
  const { month } = charge;
  if (row.customerId === null || row.methodId === null) return failed(deps, records, month, 'no_method');
  if (charge.state === 'PROCESSING' && charge.paymentId !== null) {
    const now = await gateway.readPayment(charge.paymentId);
    if (now !== undefined) return settleCharge(deps, orgId, now);
  }
  if (isFromBefore(deps, month)) {
    const now = charge.paymentId === null ? undefined : await gateway.readPayment(charge.paymentId);
    return now?.state === 'PAID' ? settleCharge(deps, orgId, now) : hold(deps, orgId, month);
  }
  // The attempt is counted first, so that each attempt has its own idempotency key. The payment's id is stored before
  // `take`, so if the reply to `take` is lost, the next attempt continues the same payment.
  let counted: Charge | undefined;
  await updateRow(records, chargeKind, charge, (existing) => {
    counted = existing.state === 'PAID' ? undefined : { ...existing, attempts: existing.attempts + 1 };
    return counted;
  });
  if (counted === undefined) return finish(deps, orgId, month);
  const { attempts } = counted;
  const isFresh = counted.paymentId === null || counted.reason === 'canceled';
  const prepared = isFresh ? await gateway.prepare({ orgId, ...counted }, row.customerId, attempts) : undefined;
  const paymentId = prepared?.id ?? counted.paymentId ?? '';
  // Stops if this is no longer the last attempt: another instance may have begun one after the lease of this one ended,
  // or the operator may have marked the invoice as paid.
  const isLast = await updateRow(records, chargeKind, charge, (existing) =>
    existing.state === 'PAID' || existing.attempts !== attempts ? undefined : { ...existing, paymentId },
  );
  if (!isLast) return;
  await settleCharge(deps, orgId, await gateway.take(paymentId, row.methodId, attempts));
};

/**
 * Emails the invoice to the payer once, for organisations that pay by transfer. The operator marks the charge as paid
 * when the money has arrived.
 */
const announce = async (
  deps: ChargeDeps,
  records: Records<OrgId>,
  row: PaymentRow,
  { month, openedAt: at }: Charge,
): Promise<void> => {
  const { scope: orgId } = records;
  const contact = (await records.get(billingProfile, undefined))?.value;
  if (contact !== undefined && contact.contactEmail !== '' && !isFromBefore(deps, month)) {
    const { contactEmail: address } = contact;
    const email = { kind: 'INVOICE_READY', address, locale: row.locale, orgId, at, values: { month } } as const;
    await queueEmail(deps, { ...email, id: `${orgId}-${month}` });
  }
  await finish(deps, orgId, month);
};

/**
 * Collects a due charge. A repeated call continues where the last call stopped, so that a crash does not charge the
 * card twice.
 */
export const runCharge = async (deps: ChargeDeps, { orgId, month }: Pick<DueCharge, 'orgId' | 'month'>) => {
  const records = inOrg(deps.store, orgId);
  const [charge, row] = await Promise.all([records.get(chargeKind, { month }), records.get(paymentKind, undefined)]);
  // The charge was never created, or it is already paid, so the work is finished.
  if (charge === undefined || charge.value.state === 'PAID') return finish(deps, orgId, month);
  const { payments: gateway } = deps;
  // The organisation has entered no payment data yet. The end of the trial already restricts it, so it gets no
  // reminder, and the charge is tried again a day later.
  if (row === undefined) return again(deps, orgId, month, toInstant(deps.clock.now() + 24 * hourMs));
  if (gateway === null || row.value.provider === 'invoice') return announce(deps, records, row.value, charge.value);
  return collect(deps, gateway, records, { row: row.value, charge: charge.value });
};
