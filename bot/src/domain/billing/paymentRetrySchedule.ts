import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dayMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Numbers of days after the first failure of a payment at which the payment is retried. If a retry fails, the payer
 * gets an email.
 */
export const dunningDays = [1, 3, 7] as const;

/**
 * Returns the instant of the next retry of a payment that first failed at `failedAt`; undefined after the last retry.
 * `reminders`: number of reminder emails so far, one for each failed retry.
 */
export const retryDueAt = (failedAt: Instant, reminders: number): Instant | undefined => {
  const days = dunningDays[reminders];
  return days === undefined ? undefined : toInstant(msOf(failedAt) + days * dayMs);
};
