import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type { OrgPause } from '#contracts/core/actionsDuringOrgPause.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { payingState, trialDaysLeft } from '../../domain/billing/trialAndPayingState.ts';
import type { PayingState } from '../../domain/billing/trialAndPayingState.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { payment as paymentKind } from '../../store/kinds/billing/paymentSettings.ts';
import type { Deps } from '../core/deps.ts';

export type PaymentRow = ValueOf<typeof paymentKind>;
type Organisation = ValueOf<typeof orgKind>;

export type PayingDeps = Pick<Deps, 'clock' | 'isBillingEnabled'>;

/** True if the organisation has a way to pay: invoices by email, or a stored card. */
export const hasPaymentMethod = (row: PaymentRow | undefined): boolean =>
  row !== undefined && (row.provider === 'invoice' || row.methodId !== null);

export const readPayingState = (row: PaymentRow | undefined, { trialEndsAt }: Organisation, now: number): PayingState =>
  payingState(
    {
      trialEndsAt,
      hasMethod: hasPaymentMethod(row),
      overdueSince: row?.overdueSince ?? null,
      methodLostAt: row?.methodLostAt ?? null,
    },
    now,
  );

/**
 * True if the organisation is read-only: its trial is over, and it has had no payment method or an overdue payment for
 * too long. During the trial no payment is due, so the payment row is not read.
 */
const isPaused = async (deps: PayingDeps, records: Records<OrgId>, organisation: Organisation): Promise<boolean> => {
  const now = deps.clock.now();
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > now) return false;
  return readPayingState((await records.get(paymentKind, undefined))?.value, organisation, now).is === 'READ_ONLY';
};

const pauseOf = async (
  deps: PayingDeps,
  records: Records<OrgId>,
  organisation: Organisation,
): Promise<OrgPause | null> => {
  if (organisation.state !== 'ACTIVE') return 'DEACTIVATED';
  return (await isPaused(deps, records, organisation)) ? 'READ_ONLY' : null;
};

/** The rules of an organisation for runs: whether it opens them, and whether members may skip them. */
export interface OrgRules {
  /** The reason why the organisation opens no runs; null if it opens runs. */
  readonly pause: OrgPause | null;
  readonly maySkip: boolean;
}

/**
 * Returns the rules of the organisation with one read of its row. A missing organisation counts as not paused; the
 * check of the store reports the teams that it left.
 */
export const orgRulesOf = async (deps: PayingDeps, records: Records<OrgId>): Promise<OrgRules> => {
  const row = await records.get(orgKind, undefined);
  if (row === undefined) return { pause: null, maySkip: true };
  return { pause: await pauseOf(deps, records, row.value), maySkip: row.value.maySkip ?? true };
};

/** Returns the reason why the organisation opens no runs; null if it opens runs. */
export const orgPauseOf = async (deps: PayingDeps, records: Records<OrgId>): Promise<OrgPause | null> =>
  (await orgRulesOf(deps, records)).pause;

/**
 * True if the organisation opens runs, that is, unless it is deactivated, pending deletion, deleted, or read-only
 * because of a missing payment.
 */
export const isAskingMembers = async (deps: PayingDeps, records: Records<OrgId>): Promise<boolean> =>
  doesOrgAllow('openRun', await orgPauseOf(deps, records));

/**
 * True if nothing new may be set up, because the organisation is read-only: its trial is over, and it has had no
 * payment method or an overdue payment for too long.
 */
export const isReadOnly = async (deps: PayingDeps, records: Records<OrgId>): Promise<boolean> => {
  const row = await records.get(orgKind, undefined);
  return row !== undefined && isPaused(deps, records, row.value);
};

/**
 * Returns the instant from which the organisation is read-only, which may be in the future. Null during the trial, and
 * while its payments are in order.
 */
export const readOnlyFrom = (paying: PayingState): Instant | null => {
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

/** Returns the state of payment that every person of the organisation may see; null if billing is off. */
export const billingStatus = async (
  deps: PayingDeps & Pick<Deps, 'store'>,
  organisation: Organisation,
): Promise<UserDetails['billing']> => {
  if (!deps.isBillingEnabled) return null;
  const now = deps.clock.now();
  const row = await inOrg(deps.store, organisation.orgId).get(paymentKind, undefined);
  const paying = readPayingState(row?.value, organisation, now);
  const daysLeft = trialDaysLeft(organisation.trialEndsAt, now);
  const { trialEndsAt } = organisation;
  return { state: paying.is, daysLeft, trialEndsAt, readOnlyFrom: readOnlyFrom(paying) };
};
