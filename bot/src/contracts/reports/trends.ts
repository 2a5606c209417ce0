import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, questionId, teamId } from '../core/ids.ts';
import { answerFormat } from '../meetings/question.ts';

// Trend of a meeting over some weeks: counts of its runs, and each person's share of answered runs.

/** In days, today included. */
export const trendDays = [30, 90] as const;

/** One run that asked at least one member. Runs that were missed or cancelled, or whose members were all away, are left out. */
export const trendRun = z.object({
  date: localDate,
  /** Answers may still come. */
  isOpen: z.boolean(),
  asked: z.int(),
  answered: z.int(),
  late: z.int(),
  /** People who ticked all their goals. */
  goals: z.int(),
  /** People who were blocked. */
  blockers: z.int(),
  /** At least one member had goals to reach. */
  hasGoals: z.boolean(),
  /** The run asked about blockers. */
  hasBlockers: z.boolean(),
});
export type TrendRun = z.output<typeof trendRun>;

export const trendMember = z.object({
  memberId,
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** Runs in which an answer was owed until the end, or given. */
  asked: z.int(),
  answered: z.int(),
  /** No longer in the team. */
  hasLeft: z.boolean(),
});
export type TrendMember = z.output<typeof trendMember>;

/** Figures of the answers to one question. */
const answerFigures = {
  /** Number of answers that have a value of the question's type. */
  answers: z.int(),
  /** Of SCALE and NUMBER; null without answers, and for other types. */
  average: z.number().nullable(),
  /** Number of answers with each value, in the order of the values; empty for NUMBER. An answer to MULTIPLE counts at each of its options. */
  counts: z.array(z.object({ value: z.string(), count: z.int() })),
};

/** A question whose answers are counted: OPTIONS, SCALE, NUMBER and MULTIPLE. */
export const trendQuestion = z.object({
  questionId,
  /** As the newest run asks it. */
  question: z.string(),
  format: answerFormat,
  /** All runs of the period together. */
  ...answerFigures,
  /** Oldest first; only runs that asked the question in this form and whose answers were counted. */
  runs: z.array(z.object({ date: localDate, ...answerFigures })),
});
export type TrendQuestion = z.output<typeof trendQuestion>;

export const trends = z.object({
  from: localDate,
  to: localDate,
  /** Oldest first. */
  runs: z.array(trendRun),
  /** By name. */
  members: z.array(trendMember),
  /** In the order of the newest run; only questions that have figures. */
  questions: z.array(trendQuestion),
});
export type Trends = z.output<typeof trends>;

const daysInQuery = z
  .enum(['30', '90'], 'invalid.choice')
  .default('30')
  .transform((days) => trendDays.find((trendDay) => String(trendDay) === days) ?? 30);

/** The last `days` days up to today where the reader is. A meeting of another team is NOT_FOUND. */
export const getTrends = endpoint({
  method: 'GET',
  path: '/api/report/trends/{teamId}/{meetingId}',
  access: 'report.read',
  input: z.object({ teamId, meetingId, days: daysInQuery }),
  output: trends,
});
