import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, teamId } from '../core/ids.ts';

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

export const trends = z.object({
  from: localDate,
  to: localDate,
  /** Oldest first. */
  runs: z.array(trendRun),
  /** By name. */
  members: z.array(trendMember),
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
