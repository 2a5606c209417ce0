import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dayMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

// Derives the payment state of an organisation (docs/product-rules.md, Billing).

/**
 * Number of days after the end of the trial, a failed payment or the loss of the payment method, before the
 * organisation becomes read-only.
 */
export const graceDays = 7;

export interface PayingFacts {
  readonly trialEndsAt: Instant;
  readonly hasMethod: boolean;
  /** Instant of the first failed payment of the open amount; null = no payment has failed. */
  readonly overdueSince: Instant | null;
  /** Instant at which the payment method was lost. Null if there is a payment method now, or if there never was one. */
  readonly methodLostAt: Instant | null;
}

/** States of payment. READ_ONLY: no prompts are sent and nothing new can be created, but everything stays readable. */
export type PayingState =
  | { readonly is: 'TRIAL'; readonly endsAt: Instant }
  | { readonly is: 'PAYING' }
  | { readonly is: 'TRIAL_ENDED'; readonly readOnlyFrom: Instant }
  | { readonly is: 'METHOD_LOST'; readonly readOnlyFrom: Instant }
  | { readonly is: 'OVERDUE'; readonly readOnlyFrom: Instant }
  | { readonly is: 'READ_ONLY'; readonly because: 'TRIAL' | 'PAYMENT'; readonly since: Instant };

const graceAfter = (instant: Instant): Instant => toInstant(msOf(instant) + graceDays * dayMs);

/**
 * Returns the instant at which the grace days begin, never before the end of the trial. With a payment method: the
 * first failed payment. Without one: the loss of the method or an earlier failed payment; if there never was a method,
 * the end of the trial. The loss of the method never prolongs the grace.
 */
const unpaidSince = ({ trialEndsAt, hasMethod, overdueSince, methodLostAt }: PayingFacts): Instant => {
  const failed = overdueSince === null ? [] : [overdueSince];
  const [first = trialEndsAt] = hasMethod ? failed : methodLostAt === null ? [] : [methodLostAt, ...failed].sort();
  return first > trialEndsAt ? first : trialEndsAt;
};

/**
 * Returns the state at `now` (epoch ms). Neither a failed payment nor a lost payment method makes an organisation
 * READ_ONLY during its trial.
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
 * Returns the number of calendar days (UTC) until a trial ends; 0 on the last day and later. Calendar days match the
 * end date that screens show: on the evening before, the result is 1.
 */
export const trialDaysLeft = (trialEndsAt: Instant, now: number): number =>
  Math.max(0, utcDayOf(msOf(trialEndsAt)) - utcDayOf(now));
