import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, questionId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { answerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';
import { answerFigures, trendClaim } from './getWeeklyTrends.ts';

// Trends of a meeting in a period: the counts of its runs, and the share of runs that each person answered.

/** Lengths of the period in days, including today. */
export const trendDays = [30, 90] as const;

/**
 * One run that asked at least one member, or that a member skips. Missed runs, cancelled runs and runs in which all
 * members were away are left out.
 */
export const trendRun = z.object({
  date: localDate,
  /** True if the run is still open, so its counts may change. */
  isOpen: z.boolean(),
  /** Number of members who were asked. Members who are away or skip the run count only if they answered. */
  asked: z.int(),
  answered: z.int(),
  /**
   * Number of members who skip the run. These members are not part of `asked`. Missing from a server of an earlier
   * version.
   */
  skipped: z.int().optional(),
  late: z.int(),
  goals: z.int(),
  blockers: z.int(),
  hasGoals: z.boolean(),
  hasBlockers: z.boolean(),
});
export type TrendRun = z.output<typeof trendRun>;

export const trendMember = z.object({
  memberId,
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** Number of runs that the person answered, or that closed for the person without an answer. */
  asked: z.int(),
  answered: z.int(),
  /**
   * Number of runs that the person skips. These runs are not part of `asked`. Missing from a server of an earlier
   * version.
   */
  skipped: z.int().optional(),
  hasLeft: z.boolean(),
});
export type TrendMember = z.output<typeof trendMember>;

/** A question of a type whose answers are counted: OPTIONS, SCALE, NUMBER, MULTIPLE or DATE. */
export const trendQuestion = z.object({
  questionId,
  question: z.string(),
  format: answerFormat,
  ...answerFigures,
  /**
   * Figures of each run, oldest first. A run is left out if it asked the question in another form or has no figures.
   */
  runs: z.array(z.object({ date: localDate, ...answerFigures })),
  /** Comparison of the two halves of the period. Missing from a server of an earlier version. */
  claim: trendClaim.optional(),
  /** The value that the claim is about. Null if the claim is about the average or the dates, or if the question has no values. */
  claimValue: z.string().nullable().optional(),
});
export type TrendQuestion = z.output<typeof trendQuestion>;

export const trends = z.object({
  from: localDate,
  to: localDate,
  runs: z.array(trendRun),
  /**
   * Comparison of the two halves of the period: `participation` and `goals` in percent, `blockers` for each 100
   * answers. Missing from a server of an earlier version.
   */
  claims: z.object({ participation: trendClaim, goals: trendClaim, blockers: trendClaim }).optional(),
  members: z.array(trendMember),
  questions: z.array(trendQuestion),
});
export type Trends = z.output<typeof trends>;

const daysInQuery = z
  .enum(['30', '90'], 'invalid.choice')
  .default('30')
  .transform((days) => trendDays.find((trendDay) => String(trendDay) === days) ?? 30);

/**
 * Returns the trends of the last `days` days, up to today in the reader's zone. NOT_FOUND if the meeting belongs to
 * another team.
 */
export const getTrends = endpoint({
  method: 'GET',
  path: '/api/report/trends/{teamId}/{meetingId}',
  access: 'report.read',
  input: z.object({ teamId, meetingId, days: daysInQuery }),
  output: trends,
});
