import type { LocalDate, ZoneId } from '#contracts/core/ids.ts';
import { times } from '#contracts/core/limits.ts';
import type { Meeting, Weekday } from '#contracts/meetings/meeting.ts';
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
} from '../core/zonedTime.ts';

/** The fields of a meeting that decide the dates and times of its runs. */
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

/** True if the meeting is meant to run on that date, also where its zone skips the date. `firstRun` as below. */
export const isMeetingDate = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  schedule[weekdayOf(date)] && fitsInterval(schedule, date, firstRun);

/** True if the meeting runs on that local date. `firstRun` null = it never ran, so any week may be its first. */
export const isScheduled = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  isMeetingDate(schedule, date, firstRun) && dateExists(date, schedule.timezone);

const lastDate = '9999-12-31' as LocalDate;
// Two months and a bit: the first weekday of a month may be the very date a zone skips.
const searchDays = 75;

/** The first scheduled date after `after`; undefined when no weekday is chosen. */
export const nextDate = (schedule: Schedule, after: LocalDate, firstRun: LocalDate | null): LocalDate | undefined => {
  const days = Math.min(searchDays, daysBetween(after, lastDate));
  for (let ahead = 1; ahead <= days; ahead += 1) {
    const date = addDays(after, ahead);
    if (isScheduled(schedule, date, firstRun)) return date;
  }
  return undefined;
};

/** Epoch ms at which the meeting's own zone reaches `time` on that date. */
export const opening = (schedule: Schedule, date: LocalDate): number =>
  instantOf(date, schedule.time, schedule.timezone);

/** Epoch ms at which each of the zones reaches `time`; a zone that skips the date opens nothing. */
const zoneOpenings = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): number[] =>
  zones.filter((zone) => dateExists(date, zone)).map((zone) => instantOf(date, schedule.time, zone));

/** Epoch ms of the openings of that date, in the order of the zones: with MEETING there is one. */
export const openingsIn = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): number[] =>
  schedule.timeBasis === 'MEETING' ? [opening(schedule, date)] : zoneOpenings(schedule, date, zones);

/**
 * Epoch ms at which the run is planned. With MEMBER, that is when the first of the members' zones reaches `time`; with `afterMs`,
 * the first one after it. `zones`: those of the members, or the meeting's own for members without one.
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

/** False if the zones of all members skip the date: then the date has no run. */
export const isExistingTime = (schedule: Schedule, date: LocalDate, zones: readonly ZoneId[]): boolean =>
  schedule.timeBasis === 'MEETING' || zones.length === 0 || zones.some((zone) => dateExists(date, zone));

/** A run as its due row planned it. */
export interface StoredPlan extends PlannedRun {
  /** Epoch ms: zones that had reached the time by then are no part of the run. Left out = all are. */
  readonly afterMs?: number | undefined;
}

/**
 * True if the schedule still plans this run at its instant. With MEMBER, a zone of the members must open at or before that
 * instant, else the run comes too early. A zone that opened more than an hour earlier does not count, because its members arrived
 * too late to be asked.
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
  /** The run must open later than this. */
  readonly afterMs: number;
  /** Earlier dates are not considered: the day after the run just planned. */
  readonly notBeforeDate?: LocalDate | undefined;
  readonly firstRun: LocalDate | null;
  readonly zones: readonly ZoneId[];
}

export interface PlannedRun {
  readonly date: LocalDate;
  /** Epoch ms of its earliest opening. */
  readonly at: number;
}

// Two days back: a gap over midnight can carry an opening into the next date, and no date can do so twice.
const searchFrom = (schedule: Schedule, { afterMs, notBeforeDate, zones }: NextRunQuery): LocalDate => {
  const clocks = schedule.timeBasis === 'MEMBER' ? [schedule.timezone, ...zones] : [schedule.timezone];
  const earliest = clocks.map((zone) => localDateAt(afterMs, zone)).reduce((a, b) => (compareDates(a, b) <= 0 ? a : b));
  const start = addDays(earliest, -2);
  if (notBeforeDate === undefined) return start;
  const before = addDays(notBeforeDate, -1);
  return compareDates(before, start) > 0 ? before : start;
};

// The most by which one zone reaches a wall-clock time after another does, with room for a skipped date.
const widestMs = 3 * dayMs;

/**
 * With MEMBER: dates that some of the zones have reached and others have not, each with the next opening on it. A meeting
 * that is saved in the middle of a day still asks the members whose opening is ahead.
 */
export const runsMidway = (schedule: Schedule, query: NextRunQuery): PlannedRun[] => {
  if (schedule.timeBasis !== 'MEMBER') return [];
  const zones = [...new Set(query.zones)];
  const runs: PlannedRun[] = [];
  let date = nextDate(schedule, searchFrom(schedule, query), query.firstRun);
  while (date !== undefined) {
    const openings = zoneOpenings(schedule, date, zones);
    // If a zone skips a date, a later date may open before an earlier one, so one date ahead does not end the search.
    if (Math.min(...openings, opening(schedule, date)) > query.afterMs + widestMs) break;
    const ahead = openings.filter((at) => at > query.afterMs);
    if (ahead.length > 0 && ahead.length < openings.length) runs.push({ date, at: Math.min(...ahead) });
    date = nextDate(schedule, date, query.firstRun);
  }
  return runs;
};

/**
 * The next runs to plan, by their opening: the first scheduled date that is still to open, and every later date that opens
 * no later. Where a zone skips a date, its members reach the following date before members on the other side of the date
 * line reach the skipped one, so both runs must be planned at once.
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

/** The run that opens next. */
export const nextRun = (schedule: Schedule, query: NextRunQuery): PlannedRun | undefined =>
  nextRuns(schedule, query)[0];
