import type { UserDetails } from '#contracts/account.ts';
import type { Instant, OrgId } from '#contracts/ids.ts';
import { msOf } from '../domain/time.ts';
import { payingOf, trialDaysLeft } from '../domain/paying.ts';
import type { Paying } from '../domain/paying.ts';
import { inOrg } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { payment as paymentKind } from '../store/kinds/payment.ts';
import type { Deps } from './deps.ts';

export type PaymentRow = ValueOf<typeof paymentKind>;
type Organisation = ValueOf<typeof orgKind>;

export type PayingDeps = Pick<Deps, 'clock' | 'isBillingEnabled'>;

/** Whether somebody said how bills are paid: where they go, or which card is charged. */
export const hasMethod = (row: PaymentRow | undefined): boolean =>
  row !== undefined && (row.provider === 'invoice' || row.methodId !== null);

export const payingNow = (row: PaymentRow | undefined, { trialEndsAt }: Organisation, now: number): Paying =>
  payingOf(
    {
      trialEndsAt,
      hasMethod: hasMethod(row),
      overdueSince: row?.overdueSince ?? null,
      methodLostAt: row?.methodLostAt ?? null,
    },
    now,
  );

/** While the trial runs nothing can be owed, so that its organisations cost no read. */
const isPaused = async (deps: PayingDeps, records: Records<OrgId>, organisation: Organisation): Promise<boolean> => {
  const now = deps.clock.now();
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > now) return false;
  return payingNow((await records.get(paymentKind, undefined))?.value, organisation, now).is === 'READ_ONLY';
};

/**
 * Whether the organisation asks at all: not while it is deactivated, being deleted, or long without payment. Teams are
 * made after their organisation, so one without it is left to who looks for orphans.
 */
export const isAsking = async (deps: PayingDeps, records: Records<OrgId>): Promise<boolean> => {
  const row = await records.get(orgKind, undefined);
  if (row === undefined) return true;
  return row.value.state === 'ACTIVE' && !(await isPaused(deps, records, row.value));
};

/** Whether nothing new may be set up, because the trial or a payment is long over. */
export const isReadOnly = async (deps: PayingDeps, records: Records<OrgId>): Promise<boolean> => {
  const row = await records.get(orgKind, undefined);
  return row !== undefined && isPaused(deps, records, row.value);
};

/** Until when everything goes on, or since when nothing does; null while nothing is asked for. */
export const readOnlyFrom = (paying: Paying): Instant | null => {
  switch (paying.is) {
    case 'TRIAL':
    case 'PAYING':
      return null;
    case 'TRIAL_ENDED':
    case 'METHOD_LOST':
    case 'OVERDUE':
      return paying.readOnlyFrom;
    case 'READ_ONLY':
      return paying.since;
  }
};

/** What everybody in the organisation may know of it; null where nothing is billed. */
export const billingStanding = async (
  deps: PayingDeps & Pick<Deps, 'store'>,
  organisation: Organisation,
): Promise<UserDetails['billing']> => {
  if (!deps.isBillingEnabled) return null;
  const now = deps.clock.now();
  const row = await inOrg(deps.store, organisation.orgId).get(paymentKind, undefined);
  const paying = payingNow(row?.value, organisation, now);
  const daysLeft = trialDaysLeft(organisation.trialEndsAt, now);
  return { state: paying.is, daysLeft, readOnlyFrom: readOnlyFrom(paying) };
};
