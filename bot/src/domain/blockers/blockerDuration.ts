import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { workingDaysBetween } from './workingDaysBetween.ts';
import type { BlockerMoments, BlockerState } from '../answers/blockerStateFromAnswers.ts';
import { localDateAt, msOf } from '../core/zonedTimeAndCalendarDates.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import { sinceOf } from './blockerStateAndAllowedChanges.ts';
import type { BlockerLife } from './blockerStateAndAllowedChanges.ts';

// Counts the working days of a blocker, up to today if it is open and up to its end if it is resolved.

/** A blocker whose end may be unknown, because an earlier version resolved it. */
export interface TimedBlocker extends BlockerState, Partial<Pick<BlockerMoments, 'closedAt'>> {
  readonly life?: BlockerLife | null | undefined;
}

export interface BlockerPeriod {
  readonly since: LocalDate;
  readonly end: LocalDate;
}

/**
 * Returns the last date that counts for the age; if the end of a resolved blocker was not recorded, the date of the
 * newest answer. `today` and the end of a resolved blocker are dates in the report's zone.
 */
export const lastDateOf = (blocker: TimedBlocker, zone: ZoneId, today: LocalDate): LocalDate => {
  const { isOpen, closedAt = null, date } = blocker;
  if (isOpen) return today;
  return closedAt === null ? date : localDateAt(msOf(closedAt), zone);
};

/**
 * Returns the period of the blocker if it is resolved and was open on `date`. Undefined if the blocker is still open,
 * or if `date` is not in its period.
 */
export const resolvedPeriod = (blocker: TimedBlocker, zone: ZoneId, date: LocalDate): BlockerPeriod | undefined => {
  if (blocker.isOpen) return undefined;
  const since = sinceOf(blocker);
  const end = lastDateOf(blocker, zone, date);
  // An answer before the opening can report a blocker. Such a blocker can end before its first date begins in this
  // zone.
  const last = end < since ? since : end;
  return since <= date && date <= last ? { since, end: last } : undefined;
};

type WorkingWeek = Pick<Schedule, Weekday>;

/**
 * Returns the number of working days that a resolved blocker lasted, if that blocker was open on `date`. Undefined if
 * the blocker of `date` is still open, or if a newer blocker has replaced it in the row.
 */
export const resolvedDays = (
  blocker: TimedBlocker,
  { zone, date }: { readonly zone: ZoneId; readonly date: LocalDate },
  { week, holidays }: { readonly week: WorkingWeek; readonly holidays: readonly LocalDate[] },
): number | undefined => {
  const period = resolvedPeriod(blocker, zone, date);
  return period === undefined ? undefined : workingDaysBetween(week, period.since, period.end, holidays);
};

/**
 * Returns the period whose holidays are needed to compute the blockers' ages on `date`; undefined if none are needed.
 */
export const holidayPeriod = (
  blockers: Iterable<TimedBlocker>,
  { zone, date }: { readonly zone: ZoneId; readonly date: LocalDate },
): { readonly from: LocalDate; readonly to: LocalDate } | undefined => {
  let from: LocalDate | undefined;
  let to = date;
  for (const blocker of blockers) {
    const period = blocker.isOpen ? { since: blocker.since, end: date } : resolvedPeriod(blocker, zone, date);
    if (period === undefined || period.since >= period.end) continue;
    if (from === undefined || period.since < from) from = period.since;
    if (period.end > to) to = period.end;
  }
  return from === undefined ? undefined : { from, to };
};
