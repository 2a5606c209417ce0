import { csvOf } from '#contracts/core/csvText.ts';
import { wholePercent } from '#contracts/reports/wholePercent.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TrendRun, Trends } from '#contracts/reports/getTrends.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';

export const measures = ['participation', 'goals', 'blockers'] as const;
export type Measure = (typeof measures)[number];

export interface TrendPoint {
  readonly date: LocalDate;
  /**
   * Value on the vertical axis. In the charts by run, it is a percentage of the prompted members, or a number of
   * blocked people.
   */
  readonly value: number;
}

const valueOf = (measure: Measure, { answered, asked, goals, blockers }: TrendRun): number => {
  switch (measure) {
    case 'participation':
      return wholePercent(answered, asked);
    case 'goals':
      return wholePercent(goals, asked);
    case 'blockers':
      return blockers;
  }
};

/**
 * True if the run asked the question that the measure counts. Without the question, a count of zero would have no
 * meaning.
 */
const asksFor = (measure: Measure, { hasGoals, hasBlockers }: TrendRun): boolean => {
  switch (measure) {
    case 'participation':
      return true;
    case 'goals':
      return hasGoals;
    case 'blockers':
      return hasBlockers;
  }
};

/**
 * Returns the finished runs that prompted members and asked the measure's question. An open run still receives answers,
 * so the line would fall each morning. A run that all members skipped has no share.
 */
const measured = (measure: Measure, runs: readonly TrendRun[]): readonly TrendRun[] =>
  runs.filter((run) => !run.isOpen && run.asked > 0 && asksFor(measure, run));

export const pointsOf = (measure: Measure, runs: readonly TrendRun[]): readonly TrendPoint[] =>
  measured(measure, runs).map((run) => ({ date: run.date, value: valueOf(measure, run) }));

/** Width in pixels of the longest date below the chart, including its gap. */
const dateWidth = 76;

/**
 * Returns the dates to show below a line of this width in pixels: the last date and, from there backwards, each date
 * that has enough room. The chart library itself would leave out all dates of a week, and all but one date of three
 * months.
 */
export const axisDates = (points: readonly TrendPoint[], width: number): readonly LocalDate[] => {
  const times = points.map(({ date }) => Date.parse(date));
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const dates: LocalDate[] = [];
  let free = Number.POSITIVE_INFINITY;
  for (const { date } of points.toReversed()) {
    const at = ((Date.parse(date) - first) / span) * width;
    if (at > free) continue;
    dates.unshift(date);
    free = at - dateWidth;
  }
  return dates;
};

export interface TrendTotals {
  readonly runs: number;
  readonly participation: number;
  readonly goals: number;
  /** Number of blocked people, summed over the runs: a member who is blocked in two runs counts twice. */
  readonly blockers: number;
}

export const totalsOf = ({ runs }: Pick<Trends, 'runs'>): TrendTotals => {
  const sum = (measure: Measure, of: (run: TrendRun) => number): number =>
    measured(measure, runs).reduce((total, run) => total + of(run), 0);
  const share = (measure: Measure, of: (run: TrendRun) => number): number =>
    wholePercent(
      sum(measure, of),
      sum(measure, (run) => run.asked),
    );
  return {
    runs: measured('participation', runs).length,
    participation: share('participation', (run) => run.answered),
    goals: share('goals', (run) => run.goals),
    blockers: sum('blockers', (run) => run.blockers),
  };
};

/**
 * Rounds a number for a file to two decimals, because more decimals would show rounding errors. Null becomes an empty
 * text.
 */
export const fileNumber = (value: number | null): number | string => (value === null ? '' : Number(value.toFixed(2)));

const fileColumns = {
  participation: ['answered', 'asked', 'share', 'skipped', 'late'],
  goals: ['goals', 'asked', 'share'],
  blockers: ['blockers', 'answered'],
} as const satisfies Readonly<Record<Measure, readonly string[]>>;

/**
 * Returns the figures of a chart as the content of a CSV file, oldest run first. Leaves out runs that did not ask the
 * measure's question.
 */
export const runsCsv = (measure: Measure, runs: readonly TrendRun[], t: WebTranslate): string => {
  const columns = fileColumns[measure];
  return csvOf([
    [t('trends.date'), ...columns.map((column) => t(`trends.${column}`))],
    ...runs
      .filter((run) => asksFor(measure, run))
      .map((run) => [
        run.date,
        ...columns.map((column) => {
          if (column !== 'share') return run[column] ?? 0;
          return fileNumber(run.asked === 0 ? null : valueOf(measure, run));
        }),
      ]),
  ]);
};

/** Number of days in the period, including its first and its last day. */
export const daysOf = ({ from, to }: Pick<Trends, 'from' | 'to'>): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
