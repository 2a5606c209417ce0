import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import type { Meeting, Weekday } from '#contracts/meeting.ts';
import { addDays, compareDates, dateExists, daysBetween, instantOf, localDateAt, mondayOf, weekdayOf } from './time.ts';

/** What of a meeting decides when it runs. */
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

/** Whether the meeting is meant to run on that date, also where its zone skips the date. `firstRun` as below. */
export const isMeant = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  schedule[weekdayOf(date)] && fitsInterval(schedule, date, firstRun);

/** Whether the meeting runs on that local date. `firstRun` null = it never ran, so any week may be its first. */
export const isScheduled = (schedule: Schedule, date: LocalDate, firstRun: LocalDate | null): boolean =>
  isMeant(schedule, date, firstRun) && dateExists(date, schedule.timezone);

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

/**
 * Epoch ms at which the run is planned: with MEMBER when the first of the members' zones reaches `time`, of those that
 * reach it after `afterMs` when that is given. `zones`: those of the members, the meeting's own for who has none.
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
      // Who does not live that date at all is not asked on it, so their zone opens nothing.
      const openings = zones
        .filter((zone) => dateExists(date, zone))
        .map((zone) => instantOf(date, schedule.time, zone))
        .filter((at) => at > afterMs);
      return openings.length === 0 ? opening(schedule, date) : Math.min(...openings);
    }
  }
};

/** A run as its due row planned it. */
export interface StandingPlan extends PlannedRun {
  /** Epoch ms: zones that had reached the time by then are no part of the run. Left out = all are. */
  readonly afterMs?: number | undefined;
}

/**
 * Whether a planned run is still what the schedule says. With MEMBER the instant follows the zones people are in: one
 * that none of them has reached comes too early, since who was the first has moved on or gone; the others are asked at
 * their own time.
 */
export const isStillPlanned = (
  schedule: Schedule,
  run: StandingPlan,
  { firstRun, zones }: Pick<NextRunQuery, 'firstRun' | 'zones'>,
): boolean => {
  if (!isScheduled(schedule, run.date, firstRun)) return false;
  const at = earliestOpening(schedule, run.date, zones, run.afterMs);
  return schedule.timeBasis === 'MEMBER' ? at <= run.at : at === run.at;
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

/**
 * With MEMBER: dates that some of the zones have reached and others have not, each with the next opening on it. A report that is
 * saved in the middle of a day is still for those whose time is to come.
 */
export const runsMidway = (schedule: Schedule, query: NextRunQuery): PlannedRun[] => {
  if (schedule.timeBasis !== 'MEMBER') return [];
  const runs: PlannedRun[] = [];
  let date = nextDate(schedule, searchFrom(schedule, query), query.firstRun);
  while (date !== undefined) {
    const lived = date;
    const openings = [...new Set(query.zones)]
      .filter((zone) => dateExists(lived, zone))
      .map((zone) => instantOf(lived, schedule.time, zone));
    const ahead = openings.filter((at) => at > query.afterMs);
    if (ahead.length === openings.length) break;
    if (ahead.length > 0) runs.push({ date, at: Math.min(...ahead) });
    date = nextDate(schedule, date, query.firstRun);
  }
  return runs;
};

/** The first scheduled date whose opening is still to come. */
export const nextRun = (schedule: Schedule, query: NextRunQuery): PlannedRun | undefined => {
  const zones = [...new Set(query.zones)];
  let date = nextDate(schedule, searchFrom(schedule, query), query.firstRun);
  while (date !== undefined) {
    const at = earliestOpening(schedule, date, zones);
    if (at > query.afterMs) return { date, at };
    date = nextDate(schedule, date, query.firstRun);
  }
  return undefined;
};
