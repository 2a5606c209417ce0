import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { QuestionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import type { RunMeasures } from '#contracts/reports/runMeasuresSchema.ts';
import type { TrendClaim, TrendWeek } from '#contracts/reports/getWeeklyTrends.ts';
import { sum } from '../core/sum.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { isCountedRun } from './countedRunsAndMembers.ts';
import { ascending, claimMedian, claimRatio, medianOf, ninetiethOf } from './compareHalvesForTrendClaims.ts';
import type { DayRatio, DayValues } from './compareHalvesForTrendClaims.ts';
import { weekIndex } from './trendWeeks.ts';
import type { Week } from './trendWeeks.ts';

// Combines the stored counts of runs into the figures of weeks.

/**
 * Counts of one run. `measures` is undefined if an earlier version completed the run without storing them, and one call
 * cannot read the answers of so many runs.
 */
export interface WeeklyRun {
  readonly date: LocalDate;
  readonly state: Run['state'];
  readonly asked: number;
  readonly answered: number;
  readonly skipped: number;
  readonly late: number;
  readonly measures: RunMeasures | undefined;
  readonly figures: readonly QuestionFigures[];
}

export interface ReportRuns {
  readonly meetingId: MeetingId;
  /** True if the newest run asks about blockers. */
  readonly asksForBlockers: boolean;
  readonly runs: readonly WeeklyRun[];
}

export interface CountedBlocker {
  readonly meetingId: MeetingId;
  readonly since: LocalDate;
  /** Date of the end in the zone of the report; null if the blocker is open, or if its end is unknown. */
  readonly endedOn: LocalDate | null;
  /** Working days from the beginning to the end of the blocker; null if unknown. */
  readonly days: number | null;
}

/** Minutes that all members logged on one day for one report. `meetingId`: null = the time belongs to no report. */
export interface DayMinutes {
  readonly date: LocalDate;
  readonly meetingId: MeetingId | null;
  readonly minutes: number;
}

export interface WeeklySources {
  readonly weeks: readonly Week[];
  readonly reports: readonly ReportRuns[];
  readonly blockers: readonly CountedBlocker[];
  /** Date from which all blockers are known; null = all blockers are known. */
  readonly blockersFrom: LocalDate | null;
  readonly minutes: readonly DayMinutes[];
}

/** True for a completed run that asked at least one member, or that at least one member answered or skipped. */
export const isCounted = ({ state, asked, answered, skipped }: Omit<WeeklyRun, 'measures' | 'figures'>): boolean =>
  isCountedRun(state) && state !== 'OPEN' && asked + answered + skipped > 0;

/** Returns the blockers that began before the weeks, or on a day on which their report has a counted run. */
const countedBlockers = ({ weeks, reports, blockers }: WeeklySources): readonly CountedBlocker[] => {
  const runDates = new Set(
    reports.flatMap(({ meetingId, runs }) => runs.filter(isCounted).map(({ date }) => `${meetingId} ${date}`)),
  );
  const isBeforeWeeks = (date: LocalDate): boolean => weeks.every(({ from }) => date < from);
  return blockers.filter(({ meetingId, since }) => isBeforeWeeks(since) || runDates.has(`${meetingId} ${since}`));
};

/** Everything that was counted in one week, or in all weeks together. */
interface Part {
  readonly runs: readonly WeeklyRun[];
  readonly opened: number;
  readonly resolved: readonly CountedBlocker[];
  readonly areBlockersKnown: boolean;
  readonly minutes: number;
}

const figuresOf = ({ runs, opened, resolved, areBlockersKnown, minutes }: Part) => {
  const waits = ascending(runs.flatMap(({ measures }) => measures?.waits ?? []));
  const days = resolved.flatMap((blocker) => (blocker.days === null ? [] : [blocker.days]));
  return {
    runs: runs.length,
    ...{ asked: sum(runs, (run) => run.asked), answered: sum(runs, (run) => run.answered) },
    ...{ skipped: sum(runs, (run) => run.skipped), late: sum(runs, (run) => run.late) },
    waits: waits.length === 0 ? null : { answers: waits.length, median: medianOf(waits), p90: ninetiethOf(waits) },
    goalsDone: sum(runs, ({ measures }) => measures?.goalsDone ?? 0),
    goalsSettled: sum(runs, ({ measures }) => measures?.goalsSettled ?? 0),
    blockers: areBlockersKnown
      ? {
          ...{ opened, resolved: resolved.length },
          daysOpen: days.length === 0 ? null : Number((sum(days, (day) => day) / days.length).toFixed(6)),
        }
      : null,
    minutes,
  };
};

type PeriodFigures = Omit<TrendWeek, keyof Week>;

export interface WeeklyFigures {
  readonly weeks: readonly TrendWeek[];
  readonly total: PeriodFigures;
}

/**
 * Returns a function that returns the items of a week. Items without a date, and items outside the weeks, are left out.
 */
const byWeek = <T>(
  weeks: readonly Week[],
  items: readonly T[],
  dateOf: (item: T) => LocalDate | null,
): ((week: Week) => readonly T[]) => {
  const groups = new Map<Week, T[]>();
  for (const item of items) {
    const date = dateOf(item);
    const week = date === null ? undefined : weeks[weekIndex(weeks, date) ?? -1];
    if (week === undefined) continue;
    const group = groups.get(week) ?? [];
    groups.set(week, group);
    group.push(item);
  }
  return (week) => groups.get(week) ?? [];
};

/** Returns the figures of each week, and those of all complete weeks together. Each step handles one week. */
export const weeklyFigures = function* (sources: WeeklySources): Steps<WeeklyFigures> {
  const { weeks, reports, blockersFrom } = sources;
  const counted = countedBlockers(sources);
  const groups = {
    runs: byWeek(weeks, reports.flatMap(({ runs }) => runs).filter(isCounted), ({ date }) => date),
    opened: byWeek(weeks, counted, ({ since }) => since),
    resolved: byWeek(weeks, counted, ({ endedOn }) => endedOn),
    minutes: byWeek(weeks, sources.minutes, ({ date }) => date),
  };
  yield;
  const figures: TrendWeek[] = [];
  const over: Part[] = [];
  for (const week of weeks) {
    const part: Part = {
      runs: groups.runs(week),
      opened: groups.opened(week).length,
      resolved: groups.resolved(week),
      areBlockersKnown: blockersFrom === null || week.from >= blockersFrom,
      minutes: sum(groups.minutes(week), (day) => day.minutes),
    };
    figures.push({ ...week, ...figuresOf(part) });
    if (!week.isRunning) over.push(part);
    yield;
  }
  const total = figuresOf({
    runs: over.flatMap(({ runs }) => runs),
    opened: sum(over, ({ opened }) => opened),
    resolved: over.flatMap(({ resolved }) => resolved),
    areBlockersKnown: over.every(({ areBlockersKnown }) => areBlockersKnown),
    minutes: sum(over, ({ minutes }) => minutes),
  });
  return { weeks: figures, total };
};

/** Divides the items of the complete weeks into those of the older half and those of the newer half. */
export const inHalves = <T extends { readonly date: LocalDate }>(
  weeks: readonly Week[],
  items: readonly T[],
): { readonly before: T[]; readonly after: T[] } => {
  const over = weeks.filter(({ isRunning }) => !isRunning);
  const halfOf = ({ date }: T): number => Math.floor((weekIndex(over, date) ?? -1) / (over.length / 2));
  return { before: items.filter((item) => halfOf(item) === 0), after: items.filter((item) => halfOf(item) === 1) };
};

/** Adds the parts and the wholes of each day, because several reports can have a run on the same day. */
export const perDay = (ratios: readonly DayRatio[]): DayRatio[] => {
  const days = new Map<LocalDate, DayRatio>();
  for (const { date, part, whole } of ratios) {
    const before = days.get(date) ?? { part: 0, whole: 0 };
    days.set(date, { date, part: before.part + part, whole: before.whole + whole });
  }
  return [...days.values()];
};

const waitsPerDay = (runs: readonly WeeklyRun[]): DayValues[] => {
  const days = new Map<LocalDate, number[]>();
  for (const { date, measures } of runs) {
    const values = days.get(date) ?? [];
    values.push(...(measures?.waits ?? []));
    days.set(date, values);
  }
  return [...days].map(([date, values]) => ({ date, values }));
};

/**
 * Returns the claim about the number of new blockers for each 100 answers: whether it changed between the halves. The
 * claim counts only reports that ask about blockers.
 */
const blockerClaim = (sources: WeeklySources): TrendClaim => {
  const asking = sources.reports.filter(({ asksForBlockers }) => asksForBlockers);
  const ids = new Set(asking.map(({ meetingId }) => meetingId));
  const answers = asking
    .flatMap(({ runs }) => runs)
    .filter(isCounted)
    .map(({ date, answered }) => ({ date, part: 0, whole: answered }));
  const opened = countedBlockers(sources)
    .filter(({ meetingId }) => ids.has(meetingId))
    .map(({ since }) => ({ date: since, part: 1, whole: 0 }));
  const rule = { unit: 'ANSWERS', scale: 100, decimals: 1 } as const;
  return claimRatio(inHalves(sources.weeks, perDay([...answers, ...opened])), rule);
};

const daysOpenClaim = (sources: WeeklySources): TrendClaim => {
  const resolved = countedBlockers(sources).flatMap(({ endedOn, days }) =>
    endedOn === null || days === null ? [] : [{ date: endedOn, part: days, whole: 1 }],
  );
  const rule = { unit: 'BLOCKERS', scale: 1, decimals: 1 } as const;
  return claimRatio(inHalves(sources.weeks, perDay(resolved)), rule);
};

/**
 * Returns the claim about the hours for each week: whether they changed between the halves. Weeks before the first
 * entry are left out, because time was not recorded yet.
 */
const hoursClaim = ({ weeks, minutes }: WeeklySources): TrendClaim => {
  const ofWeek = byWeek(weeks, minutes, ({ date }) => date);
  const items = weeks.map((week) => ({ date: week.from, part: sum(ofWeek(week), (day) => day.minutes), whole: 1 }));
  // If there is no entry, `findIndex` returns -1 and only the running week remains, which `inHalves` leaves out.
  const used = items.slice(items.findIndex(({ part }) => part > 0));
  return claimRatio(inHalves(weeks, used), { unit: 'WEEKS', scale: 1 / 60, decimals: 1 });
};

/** Returns a TOO_FEW claim if blockers are known for only a part of the range; otherwise undefined. */
const unknownBlockers = ({ weeks, blockersFrom }: WeeklySources): TrendClaim | undefined => {
  const over = weeks.filter(({ isRunning }) => !isRunning);
  const have = over.filter(({ from }) => blockersFrom === null || from >= blockersFrom).length;
  return have === over.length ? undefined : { is: 'TOO_FEW', unit: 'WEEKS', have, needed: over.length };
};

/**
 * Returns the claims (comparisons of the two halves) about all figures except the answers by question. Each step
 * computes one or two claims.
 */
export const weeklyClaims = function* (sources: WeeklySources): Steps<Record<ClaimName, TrendClaim>> {
  const { weeks, reports } = sources;
  const runs = reports.flatMap((report) => report.runs).filter(isCounted);
  const ratio = (partOf: (run: WeeklyRun) => number, wholeOf: (run: WeeklyRun) => number) =>
    inHalves(weeks, perDay(runs.map((run) => ({ date: run.date, part: partOf(run), whole: wholeOf(run) }))));
  const percentage = { scale: 100, decimals: 0 } as const;
  const answers = ratio(
    (run) => run.answered,
    (run) => run.asked,
  );
  const participation = claimRatio(answers, { unit: 'ASKED', ...percentage });
  yield;
  const days = inHalves(weeks, waitsPerDay(runs));
  const waits = claimMedian(days.before, days.after);
  yield;
  const settled = ratio(
    ({ measures }) => measures?.goalsDone ?? 0,
    ({ measures }) => measures?.goalsSettled ?? 0,
  );
  const goals = claimRatio(settled, { unit: 'GOALS', ...percentage });
  yield;
  const unknown = unknownBlockers(sources);
  const blockers = unknown ?? blockerClaim(sources);
  const daysOpen = unknown ?? daysOpenClaim(sources);
  yield;
  return { participation, waits, goals, blockers, daysOpen, hours: hoursClaim(sources) };
};

type ClaimName = 'participation' | 'waits' | 'goals' | 'blockers' | 'daysOpen' | 'hours';
