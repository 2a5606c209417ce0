import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Instants } from '#contracts/runs/runSchema.ts';
import { floorToMinute, hourMs, instantOf, minuteMs, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

interface WindowRules {
  readonly zone: ZoneId;
  /** Length of the window in elapsed minutes, which do not depend on a clock change within the window. */
  readonly windowMinutes: number;
  readonly isReminderEnabled: boolean;
  /** Epoch ms of the next opening for the same members; null = none is planned. */
  readonly nextOpeningAt: number | null;
}

/** Returns the minutes from the opening to each reminder; null = the reminder is not sent. */
const reminders = (windowMinutes: number): { readonly first: number | null; readonly second: number | null } => {
  if (windowMinutes < times.secondReminderBefore) return { first: null, second: null };
  if (windowMinutes < times.bothRemindersFrom) return { first: null, second: windowMinutes / 2 };
  return { first: windowMinutes / 2, second: windowMinutes - times.secondReminderBefore };
};

/**
 * Returns the epoch ms until which late answers are accepted: the next opening, but at most 72 hours after the close
 * and never before the close.
 */
export const graceEnd = (run: { readonly closesAt: number; readonly nextOpeningAt: number | null }): number => {
  const longest = run.closesAt + times.graceHours * hourMs;
  return Math.max(run.closesAt, Math.min(longest, run.nextOpeningAt ?? longest));
};

/** Returns the instants of a run that opens at `openMs` (epoch ms), rounded down to whole minutes. */
export const instantsFrom = (run: WindowRules & { readonly openMs: number }): Instants => {
  const opensAt = floorToMinute(run.openMs);
  const closesAt = opensAt + run.windowMinutes * minuteMs;
  const { first, second } = run.isReminderEnabled ? reminders(run.windowMinutes) : { first: null, second: null };
  const instant = (minutes: number | null) =>
    minutes === null ? null : toInstant(floorToMinute(opensAt + minutes * minuteMs));
  return {
    zone: run.zone,
    opensAt: toInstant(opensAt),
    firstReminderAt: instant(first),
    secondReminderAt: instant(second),
    closesAt: toInstant(closesAt),
    graceEndsAt: toInstant(graceEnd({ closesAt, nextOpeningAt: run.nextOpeningAt })),
  };
};

/** Returns the instants of a scheduled run. `time`: minutes after midnight of `date` in `zone`. */
export const instantsOf = (run: WindowRules & { readonly date: LocalDate; readonly time: number }): Instants =>
  instantsFrom({ ...run, openMs: instantOf(run.date, run.time, run.zone) });

export type Lateness = 'SEND' | 'SEND_LATE' | 'MISSED';

/**
 * Decides whether a due prompt is still sent, for example after a downtime. MISSED: the prompt is more than an hour
 * late, or the close has passed. SEND_LATE: the prompt is more than a minute late. All times are in epoch ms.
 */
export const latePolicy = (prompt: {
  readonly dueAt: number;
  readonly closesAt: number;
  readonly now: number;
}): Lateness => {
  const late = prompt.now - prompt.dueAt;
  if (late > times.promptLate * minuteMs || prompt.now >= prompt.closesAt) return 'MISSED';
  return late > minuteMs ? 'SEND_LATE' : 'SEND';
};
