import type { LocalDate, ZoneId } from '#contracts/core/ids.ts';
import { times } from '#contracts/core/limits.ts';
import type { Instants } from '#contracts/meetings/run.ts';
import { floorToMinute, hourMs, instantOf, minuteMs, toInstant } from '../core/zonedTime.ts';

interface WindowRules {
  readonly zone: ZoneId;
  /** Elapsed time, also across a change of the clocks. */
  readonly windowMinutes: number;
  readonly isReminderEnabled: boolean;
  /** Epoch ms of the next opening that applies to the same people; null = none is planned. */
  readonly nextOpeningAt: number | null;
}

/** Minutes after the opening; null = not sent. */
const reminders = (windowMinutes: number): { readonly first: number | null; readonly second: number | null } => {
  if (windowMinutes < times.secondReminderBefore) return { first: null, second: null };
  if (windowMinutes < times.bothRemindersFrom) return { first: null, second: windowMinutes / 2 };
  return { first: windowMinutes / 2, second: windowMinutes - times.secondReminderBefore };
};

/** Late answers are taken until the next opening, at most 72 h after the close, never less than until the close. Epoch ms. */
export const graceEnd = (run: { readonly closesAt: number; readonly nextOpeningAt: number | null }): number => {
  const longest = run.closesAt + times.graceHours * hourMs;
  return Math.max(run.closesAt, Math.min(longest, run.nextOpeningAt ?? longest));
};

/** One set of instants from an opening in epoch ms: a manual start, or a reopened run. */
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

/** The set of a scheduled run: `time` = minutes after midnight of `date` in `zone`. */
export const instantsOf = (run: WindowRules & { readonly date: LocalDate; readonly time: number }): Instants =>
  instantsFrom({ ...run, openMs: instantOf(run.date, run.time, run.zone) });

export type Lateness = 'SEND' | 'SEND_LATE' | 'MISSED';

/** Decides about a prompt that is due: after a downtime it is sent within the hour and before the close, or never. Epoch ms. */
export const latePolicy = (prompt: {
  readonly dueAt: number;
  readonly closesAt: number;
  readonly now: number;
}): Lateness => {
  const late = prompt.now - prompt.dueAt;
  if (late > times.promptLate * minuteMs || prompt.now >= prompt.closesAt) return 'MISSED';
  return late > minuteMs ? 'SEND_LATE' : 'SEND';
};
