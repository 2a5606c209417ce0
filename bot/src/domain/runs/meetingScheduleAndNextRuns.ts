import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting, Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import {
  addDays,
  compareDates,
  dateExists,
  dayMs,
  daysBetween,
  instantOf,
  localDateAt,
  minuteMs,
  mondayOf,
  weekdayOf,
} from '../core/zonedTimeAndCalendarDates.ts';

/** The fields of a meeting that determine the dates and times of its runs. */
export type Schedule = Pick<Meeting, 'time' | 'timezone' | 'type' | 'interval' | 'timeBasis' | Weekday>;

const weeksBetween = (from: LocalDate, to: LocalDate): number => daysBetween(mondayOf(from), mondayOf(to)) / 7;

const fitsInterval = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean => {
  if (schedule.type === 'STANDUP') return true;
  switch (schedule.interval) {
    case 'WEEK':
      return true;
    case 'ALTWEEK':
      return firstRun === null || weeksBetween(firstRun, date) % 2 === 0;
    case 'MONTH':
      return Number(date.slice(8)) <= 7;
  }
};

/** True if the schedule contains that date, even if the meeting's zone skips it. `firstRun`: see `isScheduled`. */
export const isMeetingDate = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  schedule[weekdayOf(date)] && fitsInterval(schedule, date, firstRun);

/**
 * True if the meeting runs on that local date. `firstRun`: date of the first run; null = the meeting has not run yet,
 * so every week can be its first.
 */
export const isScheduled = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  isMeetingDate(schedule, date, firstRun) && dateExists(date, schedule.timezone);

const lastDate = '9999-12-31' as LocalDate;
// Number of days to search: a little more than two months, because a zone may skip the first matching weekday of a
// month.
const searchDays = 75;

/**
 * Returns the first scheduled date after `after`; undefined if no weekday is chosen, or if the supported dates end
 * before it.
 */
export const nextDate = (schedule: Schedule, after: LocalDate, firstRun: LocalDate | null): LocalDate | undefined => {
  const days = Math.min(searchDays, daysBetween(after, lastDate));
  for (let ahead = 1; ahead <= days; ahead += 1) {
    const date = addDays(after, ahead);
    if (isScheduled(schedule, date, firstRun)) return date;
  }
  return undefined;
};

/** Returns the epoch ms at which the meeting's own zone reaches the opening time on that date. */
export const opening = (schedule: Schedule, date: LocalDate): number =>
  instantOf(date, schedule.time, schedule.timezone);

/** Returns the epoch ms at which each zone reaches the opening time. A zone that skips the date has no opening. */
const zoneOpenings = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): number[] =>
  zones.filter((zone) => dateExists(date, zone)).map((zone) => instantOf(date, schedule.time, zone));

/**
 * Returns the epoch ms of the openings on that date, in the order of the zones. With time basis MEETING, returns only
 * one opening.
 */
export const openingsIn = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): number[] =>
  schedule.timeBasis === 'MEETING' ? [opening(schedule, date)] : zoneOpenings(schedule, date, zones);

/**
 * Returns the epoch ms for which the run is planned. With time basis MEMBER, this is the first opening after `afterMs`
 * in one of the zones; if there is none, the opening in the meeting's zone. `zones`: the zones of the members; for a
 * member without a zone, the meeting's zone.
 */
export const earliestOpening = (
  schedule: Schedule,
  date: LocalDate,
  zones: readonly ZoneId[],
  afterMs = -Infinity,
): number => {
  switch (schedule.timeBasis) {
    case 'MEETING':
      return opening(schedule, date);
    case 'MEMBER': {
      const openings = zoneOpenings(schedule, date, zones).filter((at) => at > afterMs);
      return openings.length === 0 ? opening(schedule, date) : Math.min(...openings);
    }
  }
};

/** False if, with time basis MEMBER, the zones of all members skip the date, so that there is no run. */
export const isExistingTime = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): boolean =>
  schedule.timeBasis === 'MEETING' || zones.length === 0 || zones.some((zone) => dateExists(date, zone));

/** A planned run as its due row (the stored work that opens the run) contains it. */
export interface StoredPlan extends PlannedRun {
  /** Epoch ms. Zones that opened at or before this instant are not part of the run; undefined = all zones are. */
  readonly afterMs?: number | undefined;
}

/**
 * True if the schedule still contains this run at its instant. With time basis MEMBER, a zone of the members must open
 * at that instant or at most an hour earlier. If all zones open later, the run is not due yet. If all opened more than
 * an hour earlier, it is too late to ask the members.
 */
export const isStillPlanned = (
  schedule: Schedule,
  run: StoredPlan,
  { firstRun, zones }: Pick<NextRunQuery, 'firstRun' | 'zones'>,
): boolean => {
  if (!isScheduled(schedule, run.date, firstRun) || !isExistingTime(schedule, run.date, zones)) return false;
  if (schedule.timeBasis === 'MEETING') return opening(schedule, run.date) === run.at;
  if (zones.length === 0) return opening(schedule, run.date) <= run.at;
  const boundMs = Math.max(run.afterMs ?? -Infinity, run.at - times.promptLate * minuteMs - 1);
  return zoneOpenings(schedule, run.date, zones).some((at) => at > boundMs && at <= run.at);
};

export interface NextRunQuery {
  /** Epoch ms; only openings after this instant are considered. */
  readonly afterMs: number;
  /** The first date to consider, for example the day after the last planned run. Undefined = every date. */
  readonly notBeforeDate?: LocalDate | undefined;
  readonly firstRun: LocalDate | null;
  readonly zones: readonly ZoneId[];
}

export interface PlannedRun {
  readonly date: LocalDate;
  /** Epoch ms of the earliest opening of the run. */
  readonly at: number;
}

// The search begins two days before the earliest local date of `afterMs`, because a clock change at midnight can move
// an opening to the next date, but not further.
const searchFrom = (schedule: Schedule, { afterMs, notBeforeDate, zones }: NextRunQuery): LocalDate => {
  const clocks = schedule.timeBasis === 'MEMBER' ? [schedule.timezone, ...zones] : [schedule.timezone];
  const earliest = clocks.map((zone) => localDateAt(afterMs, zone)).reduce((a, b) => (compareDates(a, b) <= 0 ? a : b));
  const start = addDays(earliest, -2);
  if (notBeforeDate === undefined) return start;
  const before = addDays(notBeforeDate, -1);
  return compareDates(before, start) > 0 ? before : start;
};

// Maximum time between two zones reaching the same wall-clock time, with a margin for a skipped date.
const widestMs = 3 * dayMs;

/**
 * Returns the dates that have already opened in some zones but not in others, each with its next opening. A meeting
 * that is saved in the middle of a day can then still ask the members whose opening is ahead. Empty with time basis
 * MEETING.
 */
export const runsMidway = (schedule: Schedule, query: NextRunQuery): PlannedRun[] => {
  if (schedule.timeBasis !== 'MEMBER') return [];
  const zones = [...new Set(query.zones)];
  const runs: PlannedRun[] = [];
  let date = nextDate(schedule, searchFrom(schedule, query), query.firstRun);
  while (date !== undefined) {
    const openings = zoneOpenings(schedule, date, zones);
    // If a zone skips a date, a later date may open before an earlier date. The search therefore does not end at the
    // first date that is ahead.
    if (Math.min(...openings, opening(schedule, date)) > query.afterMs + widestMs) break;
    const ahead = openings.filter((at) => at > query.afterMs);
    if (ahead.length > 0 && ahead.length < openings.length) runs.push({ date, at: Math.min(...ahead) });
    date = nextDate(schedule, date, query.firstRun);
  }
  return runs;
};

/**
 * Returns the next runs to plan, sorted by opening: the first scheduled date that has not opened yet, and each later
 * date whose opening is not after that opening. A later date can open earlier if a zone skips a date: members in that
 * zone reach the following date before other members reach the skipped date.
 */
export const nextRuns = (schedule: Schedule, query: NextRunQuery): PlannedRun[] => {
  const zones = [...new Set(query.zones)];
  const runs: PlannedRun[] = [];
  let date = nextDate(schedule, searchFrom(schedule, query), query.firstRun);
  while (date !== undefined) {
    const at = earliestOpening(schedule, date, zones);
    if (at > query.afterMs && isExistingTime(schedule, date, zones)) {
      const [first] = runs;
      if (first !== undefined && at > first.at) break;
      runs.push({ date, at });
      if (schedule.timeBasis === 'MEETING') break;
    }
    date = nextDate(schedule, date, query.firstRun);
  }
  return runs.sort((a, b) => a.at - b.at);
};

export const nextRun = (schedule: Schedule, query: NextRunQuery): PlannedRun | undefined =>
  nextRuns(schedule, query)[0];
