import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestSchedule } from '#contracts/digests/digestCalls.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import {
  addDays,
  dateExists,
  dayMs,
  daysBetween,
  instantOf,
  localDateAt,
  weekdayOf,
} from '../core/zonedTimeAndCalendarDates.ts';

// Computes when a digest is sent. A planned date on a day off moves to the next working day. If several dates move to
// the same day, one digest is sent for all of them.

/**
 * The schedule of a digest with the dates of the team's holidays. `holidays` is empty for a digest of the organisation.
 */
export interface DigestPlan {
  readonly schedule: DigestSchedule;
  readonly holidays: ReadonlySet<LocalDate>;
}

export interface PlannedDigest {
  readonly date: LocalDate;
  /** Epoch ms at which the digest is planned. */
  readonly at: number;
}

const isWeekend = (date: LocalDate): boolean => ['saturday', 'sunday'].includes(weekdayOf(date));

const isDayOff = ({ schedule, holidays }: DigestPlan, date: LocalDate): boolean =>
  (schedule.isWorkingDaysOnly && isWeekend(date)) ||
  (schedule.isHolidayAware && holidays.has(date)) ||
  !dateExists(date, schedule.timezone);

const isPlannedOn = ({ cadence, weekday, sprintWeeks, sprintAnchor }: DigestSchedule, date: LocalDate): boolean => {
  switch (cadence) {
    case 'DAILY':
      return true;
    case 'WEEKLY':
      return weekdayOf(date) === weekday;
    case 'SPRINT':
      return sprintAnchor !== null && date >= sprintAnchor && daysBetween(sprintAnchor, date) % (sprintWeeks * 7) === 0;
  }
};

/**
 * True if the digest is sent on the date: it is planned for this date, or for one of the days off directly before it.
 */
export const isDigestDay = (plan: DigestPlan, date: LocalDate): boolean => {
  if (isDayOff(plan, date)) return false;
  let day = date;
  for (let moved = 0; moved <= digestLimits.digestMovedDays; moved += 1) {
    if (isPlannedOn(plan.schedule, day)) return true;
    day = addDays(day, -1);
    if (!isDayOff(plan, day)) return false;
  }
  return false;
};

/**
 * Number of days to search for the next or last digest: the longest sprint, plus the days by which days off can move a
 * digest.
 */
const searchedDays = limits.sprintWeeks * 7 + digestLimits.digestMovedDays;

/** Returns the first and last date whose holidays influence the digests around the instant (epoch ms). */
export const holidayRange = (zone: ZoneId, at: number): { readonly from: LocalDate; readonly to: LocalDate } => {
  const date = localDateAt(at, zone);
  return { from: addDays(date, -searchedDays - digestLimits.digestMovedDays), to: addDays(date, searchedDays + 1) };
};

const planned = ({ time, timezone }: DigestSchedule, date: LocalDate): PlannedDigest => ({
  date,
  at: instantOf(date, time, timezone),
});

/**
 * Returns the first digest after the instant (epoch ms). Undefined if there is none in the searched days, for example
 * because all of them are days off.
 */
export const nextDigest = (plan: DigestPlan, afterMs: number): PlannedDigest | undefined => {
  const { schedule } = plan;
  const today = localDateAt(afterMs, schedule.timezone);
  const anchor = schedule.cadence === 'SPRINT' ? schedule.sprintAnchor : null;
  const first = anchor !== null && anchor > today ? anchor : today;
  for (let day = 0; day <= searchedDays; day += 1) {
    const date = addDays(first, day);
    const next = isDigestDay(plan, date) ? planned(schedule, date) : undefined;
    if (next !== undefined && next.at > afterMs) return next;
  }
  return undefined;
};

/**
 * Returns the newest digest that was due at the instant (epoch ms). Undefined if there is none in the searched days.
 */
export const lastDigest = (plan: DigestPlan, untilMs: number): PlannedDigest | undefined => {
  const today = localDateAt(untilMs, plan.schedule.timezone);
  for (let day = 0; day <= searchedDays; day += 1) {
    const date = addDays(today, -day);
    const last = isDigestDay(plan, date) ? planned(plan.schedule, date) : undefined;
    if (last !== undefined && last.at <= untilMs) return last;
  }
  return undefined;
};

/** Number of days of the period that a digest covers if no earlier digest was sent. */
export const periodDays = ({ cadence, sprintWeeks }: DigestSchedule): number => {
  switch (cadence) {
    case 'DAILY':
      return 1;
    case 'WEEKLY':
      return 7;
    case 'SPRINT':
      return sprintWeeks * 7;
  }
};

/**
 * Returns the start of the period of a digest that ends at `to`: the end of the previous digest or, for the first
 * digest, one period earlier. The period is at most `digestLimits.digestDays` long. All instants are in epoch ms.
 */
export const coveredFrom = (schedule: DigestSchedule, coveredUntil: number | null, to: number): number =>
  Math.max(coveredUntil ?? to - periodDays(schedule) * dayMs, to - digestLimits.digestDays * dayMs);
