import type { Backoff } from '../../domain/engine/backoff.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';

// The pauses before a row is handled again, and the numbers of failures after which a row is parked.

/** Number of failures after which a row is parked, by its kind. */
export const parkAfter = {
  dueRow: 3,
  /** Prompts, reminders and announcements, after a bug in building or sending the message. */
  message: 3,
  /** Maintenance rows are parked only after many failures, because a parked row leaves counts and summaries wrong. */
  maintenanceRow: 10,
  /** Emails, calls of webhooks, and purges of expired codes and registrations. */
  email: 10,
} as const;

/**
 * Milliseconds for which all sends pause after the chat service refused the bot's credentials. An operator must check
 * the credentials.
 */
export const stopMs = minuteMs;

/** Milliseconds until a row is handled again, or a record is written again, after a failure of the store. */
export const storeRetryMs = 5_000;

export const emailRetries: Backoff = { firstMs: 30_000, longestMs: 15 * minuteMs };

/**
 * Milliseconds to wait after the second unknown result. The first retry follows within seconds, in case only the reply
 * was lost. If the chat service fails for longer, the third and last send must follow later.
 */
export const lastRetryMs = 10 * minuteMs;

/**
 * Milliseconds until a message is claimed again after the tenant's rate limit refused it at each attempt of one claim.
 * The actual pause is random, between half of this number and one and a half times this number.
 */
export const throttledMessageMs = 5_000;

/**
 * Milliseconds until a maintenance row is handled again: after a failure, after the tenant's rate limit refused one of
 * its messages, or if it has no work but was touched recently. Also the minimum between two updates of a summary card.
 */
export const maintenanceRetryMs = 10_000;
