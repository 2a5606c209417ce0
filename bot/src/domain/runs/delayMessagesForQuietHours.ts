import type { Instant, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Instants } from '#contracts/runs/runSchema.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import { minuteMs, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { endOfQuietHours } from './endOfQuietHours.ts';
import { instantsAfterSnooze } from './snoozeRules.ts';

// Rules for messages of a run that are delayed by quiet hours. All times are in epoch ms unless they are Instants.

/** The quiet hours of a member, and the zone by whose clock they apply. */
export interface QuietClock {
  readonly hours: QuietHours;
  readonly zone: ZoneId;
}

interface QuietPerson {
  readonly timezone: ZoneId | null;
  readonly quietHours?: QuietHours | null | undefined;
}

/**
 * Returns the quiet hours of a person; undefined if there are none. `zone`: the meeting's zone, for a person without a
 * zone.
 */
export const quietClockOf = (person: QuietPerson | undefined, zone: ZoneId | undefined): QuietClock | undefined => {
  const hours = person?.quietHours;
  const own = person?.timezone ?? zone;
  return hours == null || own === undefined ? undefined : { hours, zone: own };
};

/** Returns the end of the quiet hours that contain the instant; null if the instant is not in quiet hours. */
export const quietEnd = (quiet: QuietClock | undefined, instant: number): number | null =>
  quiet === undefined ? null : endOfQuietHours(quiet.hours, quiet.zone, instant);

/**
 * Interval at which the decision about a message that waits for quiet hours is repeated, because the member may have
 * changed the quiet hours or the zone.
 */
export const quietCheckMs = 5 * minuteMs;

export interface QuietPromptTimes {
  readonly dueAt: number;
  /**
   * Epoch ms until which the prompt may be sent. It is before `dueAt` if the grace ends first; the prompt is then not
   * sent.
   */
  readonly lastAt: number;
  /** True if the prompt is due after the close that applies to the member, so that the answer will be late. */
  readonly isAfterClose: boolean;
}

/**
 * Returns the times of a prompt that quiet hours delay; undefined if they do not delay it. `movedTo`: end of the quiet
 * hours for which the prompt already waits.
 */
export const quietPromptTimes = (
  quiet: QuietClock | undefined,
  set: Pick<Instants, 'closesAt' | 'graceEndsAt'>,
  { at, movedTo }: { readonly at: Instant; readonly movedTo?: Instant | null | undefined },
): QuietPromptTimes | undefined => {
  if (quiet === undefined && movedTo == null) return undefined;
  const planned = msOf(movedTo ?? at);
  const dueAt = quietEnd(quiet, planned) ?? planned;
  if (dueAt === msOf(at)) return undefined;
  const isAfterClose = dueAt >= msOf(set.closesAt);
  const end = isAfterClose ? msOf(set.graceEndsAt) - 1 : msOf(set.closesAt);
  return { dueAt, isAfterClose, lastAt: Math.min(dueAt + times.promptLate * minuteMs, end) };
};

const outOfQuiet = (quiet: QuietClock, due: Instant | null, closesAt: number): Instant | null => {
  const end = due === null ? null : quietEnd(quiet, msOf(due));
  if (end === null) return due;
  return end < closesAt ? toInstant(end) : null;
};

/**
 * Returns the member's instants, adapted to the quiet hours. A delayed prompt moves the reminders as a snooze does
 * (`instantsAfterSnooze`). A reminder in quiet hours moves to their end, or is null if they last until the close.
 * `promptedAt`: the instant for which the prompt was finally planned; undefined while the prompt has no outcome.
 */
export const instantsOutsideQuiet = (
  set: Instants,
  quiet: QuietClock | undefined,
  promptedAt: Instant | undefined,
): Instants => {
  const end = promptedAt ?? (quiet === undefined ? null : quietEnd(quiet, msOf(set.opensAt)));
  const opensAt = typeof end === 'number' ? toInstant(end) : end;
  const closesAt = msOf(set.closesAt);
  if (opensAt !== null && msOf(opensAt) >= closesAt)
    return { ...set, opensAt, firstReminderAt: null, secondReminderAt: null };
  const asked = opensAt === null || opensAt === set.opensAt ? set : instantsAfterSnooze(set, opensAt);
  if (quiet === undefined) return asked;
  return {
    ...asked,
    firstReminderAt: outOfQuiet(quiet, asked.firstReminderAt, closesAt),
    secondReminderAt: outOfQuiet(quiet, asked.secondReminderAt, closesAt),
  };
};
