import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, questionId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { weekdays } from '../meetings/meetingSchemasAndCalls.ts';
import { answerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';

// Weekly trends of a report, or of all reports of a team. Each figure has a claim: the comparison of the two halves of
// the range.

/** Numbers of whole weeks in a range. Each is even, so that a range has two halves of the same length. */
export const trendWeeks = [4, 12, 26] as const;

/**
 * Units in which the size of a sample is counted. ASKED: each time that a member was asked. DAYS: days on which the
 * figure has a value.
 */
export const sampleUnits = ['ASKED', 'ANSWERS', 'GOALS', 'BLOCKERS', 'DAYS', 'WEEKS'] as const;

/**
 * Comparison of the two halves of the range. TOO_FEW: one half has only `have` items of the sample, but `needed` are
 * required. STEADY: the difference can be explained by chance. CHANGED: it cannot. `before` and `after` are rounded as
 * screens show them, so that readers see the difference that was computed.
 */
export const trendClaim = z.discriminatedUnion('is', [
  z.object({ is: z.literal('TOO_FEW'), unit: z.enum(sampleUnits), have: z.int(), needed: z.int() }),
  z.object({ is: z.literal('STEADY'), before: z.number(), after: z.number() }),
  z.object({ is: z.literal('CHANGED'), before: z.number(), after: z.number() }),
]);
export type TrendClaim = z.output<typeof trendClaim>;

/**
 * Minutes from the opening to the answer: the median and the 90th percentile of the `answers` that were given after the
 * opening. Null without such answers.
 */
const waits = z.object({ answers: z.int(), median: z.number(), p90: z.number() }).nullable();

/** Blockers that began, and blockers that ended, in the period. */
const blockers = z.object({
  opened: z.int(),
  resolved: z.int(),
  /** Average working days of the resolved blockers; null if no duration is known. */
  daysOpen: z.number().nullable(),
});

const period = {
  /** Number of completed runs that asked at least one member, or that a member skips. */
  runs: z.int(),
  asked: z.int(),
  answered: z.int(),
  skipped: z.int(),
  late: z.int(),
  waits,
  /**
   * Goals of a report count only in weeks in which at least three members settled goals in one run; other weeks have 0.
   */
  goalsDone: z.int(),
  goalsSettled: z.int(),
  /** The blockers of the period; null if the period begins before `blockersFrom`, so that not all of them are known. */
  blockers: blockers.nullable(),
  /** Minutes of work in the timesheets. */
  minutes: z.int(),
};

const week = z.object({
  from: localDate,
  to: localDate,
  /** True for the current week. This week is not over, so totals and claims leave it out. */
  isRunning: z.boolean(),
  ...period,
});
export type TrendWeek = z.output<typeof week>;

/** Figures of the answers to a question in a run, a week or a range. */
export const answerFigures = {
  answers: z.int(),
  /** Average for SCALE and NUMBER. Null without answers, and for other types. */
  average: z.number().nullable(),
  /**
   * Number of answers for each value, in the order of the values; empty for NUMBER and DATE. An answer to MULTIPLE counts
   * once for each chosen option.
   */
  counts: z.array(z.object({ value: z.string(), count: z.int() })),
  /**
   * The answered dates of DATE: `median` of the days from the run to the date, which is negative for a date before the
   * run, and the first and the last date. Missing without answers, and for other types.
   */
  dates: z.object({ median: z.number(), earliest: localDate, latest: localDate }).optional(),
};

const question = z.object({
  meetingId,
  meetingName: z.string(),
  questionId,
  question: z.string(),
  format: answerFormat,
  ...answerFigures,
  /** Figures of each week, in the order of `weeks`. */
  weeks: z.array(z.object(answerFigures)),
  claim: trendClaim,
  /** The value that the claim is about. Null if the claim is about the average or the dates, or if the question has no values. */
  claimValue: z.string().nullable(),
});
export type WeeklyQuestion = z.output<typeof question>;

const reportHours = z.object({
  /** Id of the report; null for time that belongs to no report. */
  meetingId: meetingId.nullable(),
  /** Name of the report; empty for time that belongs to no report. */
  name: z.string(),
  minutes: z.int(),
  /** Minutes of each week, in the order of `weeks` of the trends. */
  weeks: z.array(z.int()),
});
export type ReportHours = z.output<typeof reportHours>;

export const weeklyTrends = z.object({
  /** First day of the first week, and last day of the last week that is over. */
  from: localDate,
  to: localDate,
  /** The weeks of the range, oldest first. The last one is the running week. */
  weeks: z.array(week),
  /** Figures of all complete weeks together. */
  total: z.object(period),
  hasGoals: z.boolean(),
  hasBlockers: z.boolean(),
  /**
   * Claims of the figures. Units: participation and goals in percent, waits in minutes, blockers for each 100 answers,
   * daysOpen in working days, hours in hours a week.
   */
  claims: z.object({
    participation: trendClaim,
    waits: trendClaim,
    goals: trendClaim,
    blockers: trendClaim,
    daysOpen: trendClaim,
    hours: trendClaim,
  }),
  questions: z.array(question),
  hours: z.array(reportHours),
  /** First date from which all blockers are known; null = all blockers of the range are known. */
  blockersFrom: localDate.nullable(),
  /**
   * Number of runs that an earlier version completed without storing all waits and goals, and whose answers were not
   * read, because one call reads only a limited number of answers. These runs count everywhere except in waits, goals
   * and answers by question.
   */
  unreadRuns: z.int(),
  /** Number of runs in the range that are still open, and so are not counted. */
  openRuns: z.int(),
});
export type WeeklyTrends = z.output<typeof weeklyTrends>;

const weeksInQuery = z
  .enum(['4', '12', '26'], 'invalid.choice')
  .default('12')
  .transform((weeks) => trendWeeks.find((count) => String(count) === weeks) ?? 12);

/**
 * Returns the trends of a report; without `meetingId`, those of all reports of the team. They cover the last whole
 * weeks before today in the reader's zone, and the running week. NOT_FOUND if the report belongs to another team.
 */
export const getWeeklyTrends = endpoint({
  method: 'GET',
  path: '/api/report/weeklytrends/{teamId}[/{meetingId}]',
  access: 'report.read',
  input: z.object({
    teamId,
    meetingId: meetingId.optional(),
    weeks: weeksInQuery,
    /** First day of the week for the reader. */
    weekStart: z.enum(weekdays, 'invalid.choice').default('monday'),
  }),
  output: weeklyTrends,
});
