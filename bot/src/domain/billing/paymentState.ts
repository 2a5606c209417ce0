import type { Instant } from '#contracts/core/ids.ts';
import { dayMs, msOf, toInstant } from '../core/zonedTime.ts';

// Payment state of an organisation (docs/product-rules.md, Billing).

/** Days after the end of the trial, or after a failed payment, in which nothing is restricted. */
export const graceDays = 7;

export interface PayingFacts {
  readonly trialEndsAt: Instant;
  /** A payment method is known. */
  readonly hasMethod: boolean;
  /** Instant of the first failed payment; null = none has failed. */
  readonly overdueSince: Instant | null;
  /** Instant at which the payment method was lost; null = there never was one, or there is one now. */
  readonly methodLostAt: Instant | null;
}

/** READ_ONLY: nothing is asked and nothing new is set up; everything stays readable. */
export type PayingState =
  | { readonly is: 'TRIAL'; readonly endsAt: Instant }
  | { readonly is: 'PAYING' }
  | { readonly is: 'TRIAL_ENDED'; readonly readOnlyFrom: Instant }
  | { readonly is: 'METHOD_LOST'; readonly readOnlyFrom: Instant }
  | { readonly is: 'OVERDUE'; readonly readOnlyFrom: Instant }
  | { readonly is: 'READ_ONLY'; readonly because: 'TRIAL' | 'PAYMENT'; readonly since: Instant };

const graceAfter = (instant: Instant): Instant => toInstant(msOf(instant) + graceDays * dayMs);

/**
 * If a card is lost after years, the organisation gets the grace days of any failed payment. Losing the card does not prolong the
 * grace of a payment that had failed before.
 */
const unpaidSince = ({ trialEndsAt, hasMethod, overdueSince, methodLostAt }: PayingFacts): Instant => {
  if (hasMethod) return overdueSince ?? trialEndsAt;
  const [first = trialEndsAt] =
    methodLostAt === null ? [] : [methodLostAt, ...(overdueSince === null ? [] : [overdueSince])].sort();
  return first > trialEndsAt ? first : trialEndsAt;
};

/** As of `now`, epoch ms. A trial that runs is never cut short. */
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
 * Days until a trial ends, 0 on its last day and after it. Days of the calendar (UTC), like the date of the end that screens show: on
 * the evening before, the trial ends in one day, however few hours that is.
 */
export const trialDaysLeft = (trialEndsAt: Instant, now: number): number =>
  Math.max(0, utcDayOf(msOf(trialEndsAt)) - utcDayOf(now));

/** Days after a failed payment on which the payment is tried again. If it fails again, the payer gets an email. */
export const dunningDays = [1, 3, 7] as const;

/**
 * The instant at which a payment that first failed at `failedAt` is tried again, by the number of reminders sent since. Undefined
 * after the last reminder.
 */
export const retryDueAt = (failedAt: Instant, reminders: number): Instant | undefined => {
  const days = dunningDays[reminders];
  return days === undefined ? undefined : toInstant(msOf(failedAt) + days * dayMs);
};
