import { csvOf } from '#contracts/core/csvText.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { averageText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import { wholePercent } from '#contracts/reports/wholePercent.ts';
import { hoursText, minutesText, trendSentence } from '#contracts/reports/trendSentencesAndDurations.ts';
import type { TrendWeek, WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { percentText } from '#contracts/text/percentText.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import { fileNumber } from './trendPointsTotalsAndCsv.ts';
import type { TrendPoint } from './trendPointsTotalsAndCsv.ts';

// Describes the charts of weekly trends as data: title, sentence and lines of each chart, and the columns of its table
// and its file.

export interface ChartReader {
  readonly t: WebTranslate;
  readonly locale: string;
}

/** A column of the table and of the file, with one value for each week; null = the week has no value. */
export interface WeekColumn {
  readonly head: string;
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
}

/** A column of dates, one for each week; null = the week has no date. */
export interface DateColumn {
  readonly head: string;
  readonly dates: readonly (LocalDate | null)[];
}

export interface ChartLine {
  readonly title: string;
  readonly points: readonly TrendPoint[];
}

export interface WeeklyChart {
  readonly id: 'participation' | 'waits' | 'goals' | 'blockers' | 'daysOpen' | 'hours';
  readonly title: string;
  readonly total: string;
  readonly note: string;
  readonly sentence: string;
  readonly lines: readonly ChartLine[];
  readonly columns: readonly WeekColumn[];
  /** Returns a value as text for the vertical axis and for the callouts of the chart. */
  readonly format: (value: number) => string;
  readonly max: number;
}

/** Returns the points of the weeks that are over and have a value. */
const pointsOf = (weeks: readonly TrendWeek[], values: readonly (number | null)[]): TrendPoint[] =>
  weeks.flatMap(({ from, isRunning }, index) => {
    const value = values[index] ?? null;
    return isRunning || value === null ? [] : [{ date: from, value }];
  });

const lineOf = (weeks: readonly TrendWeek[], { head, values }: Pick<WeekColumn, 'head' | 'values'>): ChartLine => ({
  title: head,
  points: pointsOf(weeks, values),
});

const mostOf = (lines: readonly ChartLine[], least: number): number =>
  Math.max(least, ...lines.flatMap(({ points }) => points.map(({ value }) => value)));

type Parts = Omit<WeeklyChart, 'id' | 'title' | 'sentence' | 'lines' | 'max'> & {
  /** Columns that are drawn as lines. */
  readonly drawn: readonly WeekColumn[];
  /** Smallest upper end of the vertical axis. If a value is higher, the axis ends at that value. */
  readonly least: number;
};

const shareChart = (
  { weeks }: WeeklyTrends,
  { locale }: Pick<ChartReader, 'locale'>,
  {
    partOf,
    wholeOf,
    heads,
  }: {
    readonly partOf: (week: Omit<TrendWeek, 'from' | 'to' | 'isRunning'>) => number;
    readonly wholeOf: (week: Omit<TrendWeek, 'from' | 'to' | 'isRunning'>) => number;
    readonly heads: readonly [string, string, string];
  },
): Pick<Parts, 'columns' | 'drawn' | 'format' | 'least'> => {
  const format = (value: number): string => percentText(value, locale);
  const count = (value: number): string => averageText(value, locale);
  const shares = weeks.map((week) => (wholeOf(week) === 0 ? null : wholePercent(partOf(week), wholeOf(week))));
  const share = { head: heads[2], values: shares, format };
  const columns = [
    { head: heads[0], values: weeks.map(partOf), format: count },
    { head: heads[1], values: weeks.map(wholeOf), format: count },
    share,
  ];
  return { columns, drawn: [share], format, least: 100 };
};

const participation = (trends: WeeklyTrends, reader: ChartReader): Parts => {
  const { t, locale } = reader;
  const { answered, asked } = trends.total;
  const skipped = {
    head: t('trends.skipped'),
    values: trends.weeks.map((week) => week.skipped),
    format: (value: number) => averageText(value, locale),
  };
  const late = { ...skipped, head: t('trends.late'), values: trends.weeks.map((week) => week.late) };
  const heads = [t('trends.answered'), t('trends.asked'), t('trends.share')] as const;
  const shares = shareChart(trends, reader, { partOf: (week) => week.answered, wholeOf: (week) => week.asked, heads });
  return {
    ...shares,
    columns: [...shares.columns, skipped, late],
    total: asked === 0 ? '–' : shares.format(wholePercent(answered, asked)),
    note: t('trends.participationNote'),
  };
};

const goals = (trends: WeeklyTrends, reader: ChartReader): Parts => {
  const { t } = reader;
  const { goalsDone: done, goalsSettled: settled } = trends.total;
  const heads = [t('trends.goalRate'), t('trends.settled'), t('trends.share')] as const;
  const shares = shareChart(trends, reader, {
    partOf: (week) => week.goalsDone,
    wholeOf: (week) => week.goalsSettled,
    heads,
  });
  // The server also sends zero if fewer than three members settled goals, to keep the shares of single members private.
  // So a zero has no clear meaning, and the table shows no value.
  const columns = shares.columns.map((column) => ({
    ...column,
    values: column.values.map((value, index) => (trends.weeks[index]?.goalsSettled === 0 ? null : value)),
  }));
  return {
    ...{ ...shares, columns },
    total: settled === 0 ? '–' : shares.format(wholePercent(done, settled)),
    note: t('trends.goalRateNote', { done, settled }),
  };
};

const waits = ({ weeks, total }: WeeklyTrends, reader: ChartReader): Parts => {
  const { t, locale } = reader;
  const format = (value: number): string => minutesText(value, reader);
  const median = { head: t('trends.median'), values: weeks.map((week) => week.waits?.median ?? null), format };
  const p90 = { head: t('trends.p90'), values: weeks.map((week) => week.waits?.p90 ?? null), format };
  const answers = {
    head: t('trends.answerCount'),
    values: weeks.map((week) => week.waits?.answers ?? 0),
    format: (value: number) => averageText(value, locale),
  };
  return {
    ...{ columns: [median, p90, answers], drawn: [median, p90], format, least: 60 },
    total: total.waits === null ? '–' : format(total.waits.median),
    note: total.waits === null ? '' : t('trends.waitsNote', { p90: format(total.waits.p90) }),
  };
};

const blockers = ({ weeks, total }: WeeklyTrends, { t, locale }: ChartReader): Parts => {
  const format = (value: number): string => averageText(value, locale);
  // In a week without runs and without blockers, no member was asked, so the week has no value. A zero would mean that
  // members were asked and reported no blockers.
  const counts = weeks.map(({ runs, blockers: own }) =>
    own !== null && runs + own.opened + own.resolved > 0 ? own : null,
  );
  const opened = { head: t('trends.opened'), values: counts.map((count) => count?.opened ?? null), format };
  const resolved = { head: t('trends.resolved'), values: counts.map((count) => count?.resolved ?? null), format };
  return {
    ...{ columns: [opened, resolved], drawn: [opened, resolved], format, least: 4 },
    total: total.blockers === null ? '–' : format(total.blockers.opened),
    note: total.blockers === null ? '' : t('trends.openedNote', { resolved: format(total.blockers.resolved) }),
  };
};

const daysOpen = ({ weeks, total }: WeeklyTrends, { t, locale }: ChartReader): Parts => {
  const format = (value: number): string => averageText(value, locale);
  const days = { head: t('trends.daysOpen'), values: weeks.map((week) => week.blockers?.daysOpen ?? null), format };
  const average = total.blockers?.daysOpen ?? null;
  return {
    ...{ columns: [days], drawn: [days], format, least: 4 },
    total: average === null ? '–' : format(average),
    note: t('trends.daysOpenNote'),
  };
};

const hours = ({ weeks, total }: WeeklyTrends, reader: ChartReader): Parts => {
  const format = (value: number): string => hoursText(value, reader);
  const { t } = reader;
  // Weeks before the first timesheet entry have no value, because no member had recorded time yet. The sentence of the
  // chart leaves out the same weeks.
  const first = weeks.findIndex(({ minutes }) => minutes > 0);
  const values = weeks.map(({ minutes }, index) => (first < 0 || index < first ? null : minutes / 60));
  const column = { head: t('trends.hours'), values, format };
  return {
    ...{ columns: [column], drawn: [column], format, least: 8 },
    total: format(total.minutes / 60),
    note: t('trends.hoursNote'),
  };
};

const isShown = (id: WeeklyChart['id'], { hasGoals, hasBlockers, hours: reports, total }: WeeklyTrends): boolean => {
  switch (id) {
    case 'participation':
      return true;
    case 'waits':
      return total.waits !== null;
    case 'goals':
      return hasGoals;
    case 'blockers':
    case 'daysOpen':
      return hasBlockers;
    case 'hours':
      return reports.length > 0;
  }
};

const charts = { participation, waits, goals, blockers, daysOpen, hours } as const;
const titles = {
  participation: 'trends.participation',
  waits: 'trends.waits',
  goals: 'trends.goalRate',
  blockers: 'trends.blockers',
  daysOpen: 'trends.daysOpen',
  hours: 'trends.hours',
} as const;
const ids = ['participation', 'waits', 'goals', 'blockers', 'daysOpen', 'hours'] as const;

/** Returns the number of weeks in the range that are over. */
export const wholeWeeks = ({ weeks }: Pick<WeeklyTrends, 'weeks'>): number =>
  weeks.filter(({ isRunning }) => !isRunning).length;

/** Returns the chart of participation, and those of the other charts for which the trends have data. */
export const weeklyCharts = (trends: WeeklyTrends, reader: ChartReader): WeeklyChart[] =>
  ids
    .filter((id) => isShown(id, trends))
    .map((id) => {
      const { drawn, least, ...parts } = charts[id](trends, reader);
      const lines = drawn.map((column) => lineOf(trends.weeks, column));
      return {
        ...{ id, title: reader.t(titles[id]), lines, max: mostOf(lines, least) },
        sentence: trendSentence({ is: id }, trends.claims[id], { weeks: wholeWeeks(trends) }, reader),
        ...parts,
      };
    });

interface WeekSpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * Returns the columns as the content of a CSV file, oldest week first. Numbers have no units and dates are in the form
 * yyyy-MM-dd, so that spreadsheets can calculate with them.
 */
export const weeksCsv = (
  weeks: readonly WeekSpan[],
  columns: readonly (WeekColumn | DateColumn)[],
  t: WebTranslate,
): string =>
  csvOf([
    [t('trends.weekFrom'), t('trends.weekTo'), ...columns.map(({ head }) => head)],
    ...weeks.map(({ from, to }, index) => [
      ...[from, to],
      ...columns.map((column) =>
        'dates' in column ? (column.dates[index] ?? '') : fileNumber(column.values[index] ?? null),
      ),
    ]),
  ]);

/**
 * Returns the name of the report in a row of hours. For time without a report, and for time of a deleted report,
 * returns a general text.
 */
export const hoursName = (
  { meetingId, name }: Pick<WeeklyTrends['hours'][number], 'meetingId' | 'name'>,
  t: WebTranslate,
): string => {
  if (meetingId === null) return t('trends.noReport');
  return name === '' ? t('trends.deletedReport') : name;
};

/**
 * Returns the hours by week and report as the content of a CSV file. A report without hours in a week has no line for
 * that week.
 */
export const hoursCsv = ({ weeks, hours: reports }: WeeklyTrends, t: WebTranslate): string =>
  csvOf([
    [t('trends.weekFrom'), t('trends.weekTo'), t('trends.report'), t('trends.hours')],
    ...weeks.flatMap(({ from, to }, index) =>
      reports.flatMap((report) => {
        const minutes = report.weeks[index] ?? 0;
        return minutes === 0 ? [] : [[from, to, hoursName(report, t), Number((minutes / 60).toFixed(2))]];
      }),
    ),
  ]);
