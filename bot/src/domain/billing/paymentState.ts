import type { Instant } from '#contracts/core/ids.ts';
import { dayMs, msOf, toInstant } from '../core/zonedTime.ts';

// Derives the payment state of an organisation (docs/product-rules.md, Billing).

/** Number of days after the end of the trial, or after a failed payment, before the organisation becomes read-only. */
export const graceDays = 7;

export interface PayingFacts {
  readonly trialEndsAt: Instant;
  readonly hasMethod: boolean;
  /** Instant of the first failed payment; null = none has failed. */
  readonly overdueSince: Instant | null;
  /** Instant at which the payment method was lost; null = there never was a payment method, or there is one now. */
  readonly methodLostAt: Instant | null;
}

/** READ_ONLY: no prompts are sent and nothing new can be set up; everything stays readable. */
export type PayingState =
  | { readonly is: 'TRIAL'; readonly endsAt: Instant }
  | { readonly is: 'PAYING' }
  | { readonly is: 'TRIAL_ENDED'; readonly readOnlyFrom: Instant }
  | { readonly is: 'METHOD_LOST'; readonly readOnlyFrom: Instant }
  | { readonly is: 'OVERDUE'; readonly readOnlyFrom: Instant }
  | { readonly is: 'READ_ONLY'; readonly because: 'TRIAL' | 'PAYMENT'; readonly since: Instant };

const graceAfter = (instant: Instant): Instant => toInstant(msOf(instant) + graceDays * dayMs);

/**
 * Returns the instant at which the grace days begin. Losing the card begins them, like a failed payment, even after
 * years. Losing the card after a failed payment does not prolong the grace of that payment.
 */
const unpaidSince = ({ trialEndsAt, hasMethod, overdueSince, methodLostAt }: PayingFacts): Instant => {
  if (hasMethod) return overdueSince ?? trialEndsAt;
  const [first = trialEndsAt] =
    methodLostAt === null ? [] : [methodLostAt, ...(overdueSince === null ? [] : [overdueSince])].sort();
  return first > trialEndsAt ? first : trialEndsAt;
};

/**
 * Returns the state at `now` (epoch ms). Neither a failed payment nor a lost card makes an organisation READ_ONLY during its
 * trial.
 */
export const payingState = (facts: PayingFacts, now: number): PayingState => {
  const { trialEndsAt, hasMethod, overdueSince, methodLostAt } = facts;
  const isTrial = msOf(trialEndsAt) > now;
  if (isTrial && !hasMethod) return { is: 'TRIAL', endsAt: trialEndsAt };
  if (!hasMethod || overdueSince !== null) {
    const because = hasMethod || methodLostAt !== null ? 'PAYMENT' : 'TRIAL';
    const readOnlyFrom = graceAfter(unpaidSince(facts));
    if (!isTrial && msOf(readOnlyFrom) <= now) return { is: 'READ_ONLY', because, since: readOnlyFrom };
    if (because === 'TRIAL') return { is: 'TRIAL_ENDED', readOnlyFrom };
    return { is: overdueSince === null ? 'METHOD_LOST' : 'OVERDUE', readOnlyFrom };
  }
  return { is: 'PAYING' };
};

const utcDayOf = (ms: number): number => Math.floor(ms / dayMs);

/**
 * Returns the calendar days (UTC) until a trial ends: 0 on its last day and after it. Screens show the end as a date, so on the
 * evening before the result is 1, however few hours are left.
 */
export const trialDaysLeft = (trialEndsAt: Instant, now: number): number =>
  Math.max(0, utcDayOf(msOf(trialEndsAt)) - utcDayOf(now));

/** Days after a failed payment on which the payment is tried again. If it fails again, the payer gets an email. */
export const dunningDays = [1, 3, 7] as const;

/**
 * Returns the instant at which a payment that first failed at `failedAt` is tried again. `reminders`: number of reminders sent
 * since; undefined after the last one.
 */
export const retryDueAt = (failedAt: Instant, reminders: number): Instant | undefined => {
  const days = dunningDays[reminders];
  return days === undefined ? undefined : toInstant(msOf(failedAt) + days * dayMs);
};
