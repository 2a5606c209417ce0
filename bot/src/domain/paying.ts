import type { Instant } from '#contracts/ids.ts';
import { dayMs, msOf, toInstant } from './time.ts';

// How an organisation stands towards its bills (decisions.md D8).

/** After the end of the trial, and after a payment that failed: so long everything goes on as before. */
export const graceDays = 7;

export interface PayingFacts {
  readonly trialEndsAt: Instant;
  /** Somebody said how bills are paid. */
  readonly hasMethod: boolean;
  /** Since when a payment has failed; null = none has. */
  readonly overdueSince: Instant | null;
  /** Since when how bills are paid is not known any more; null = it never was, or it is. */
  readonly methodLostAt: Instant | null;
}

/** READ_ONLY: nothing is asked and nothing new is set up; everything stays readable. */
export type Paying =
  | { readonly is: 'TRIAL'; readonly endsAt: Instant }
  | { readonly is: 'PAYING' }
  | { readonly is: 'TRIAL_ENDED'; readonly readOnlyFrom: Instant }
  | { readonly is: 'METHOD_LOST'; readonly readOnlyFrom: Instant }
  | { readonly is: 'OVERDUE'; readonly readOnlyFrom: Instant }
  | { readonly is: 'READ_ONLY'; readonly because: 'TRIAL' | 'PAYMENT'; readonly since: Instant };

const graceAfter = (at: Instant): Instant => toInstant(msOf(at) + graceDays * dayMs);

/** A card that goes after years has its days like any payment that fails, and going prolongs none that had failed before. */
const unpaidSince = ({ trialEndsAt, hasMethod, overdueSince, methodLostAt }: PayingFacts): Instant => {
  if (hasMethod) return overdueSince ?? trialEndsAt;
  const [first = trialEndsAt] =
    methodLostAt === null ? [] : [methodLostAt, ...(overdueSince === null ? [] : [overdueSince])].sort();
  return first > trialEndsAt ? first : trialEndsAt;
};

/** As of `now`, epoch ms. A trial that runs is never cut short. */
export const payingOf = (facts: PayingFacts, now: number): Paying => {
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
 * Days of a trial that are left, the one under way included; 0 when it is over. Days of the calendar (UTC), as the date of its end
 * is shown: on the evening before it ends tomorrow, however few hours that is away.
 */
export const trialDaysLeft = (trialEndsAt: Instant, now: number): number => {
  const endsAt = msOf(trialEndsAt);
  return endsAt <= now ? 0 : utcDayOf(endsAt) - utcDayOf(now) + 1;
};

/** Days after a payment failed on which it is tried again, and the payer hears of it when that fails too. */
export const dunningDays = [1, 3, 7] as const;

/** When the next attempt is due after `attempts` of them failed since `failedAt`; undefined when the last reminder has gone. */
export const nextAttempt = (failedAt: Instant, reminders: number): Instant | undefined => {
  const days = dunningDays[reminders];
  return days === undefined ? undefined : toInstant(msOf(failedAt) + days * dayMs);
};
