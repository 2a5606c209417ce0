import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { meetingTypes } from '../meetings/meetingSchemasAndCalls.ts';
import { runReasons, runStates } from '../runs/runSchema.ts';
import { memberStates } from './dailyReport.ts';
import { reportAnswer } from './reportAnswerSchema.ts';

// Answers of one person in a period, in the meetings of all teams that the reader shares with the person.

/**
 * States of a run, plus two for answers that were given before the opening. PLANNED: the run has not opened yet.
 * NOT_RUN: the meeting did not run on the date of the answer.
 */
const personRunStates = [...runStates, 'PLANNED', 'NOT_RUN'] as const;

/**
 * States of a member card, plus NOT_DUE: there is no answer, and the run was missed or cancelled before the member owed
 * one.
 */
const personStates = [...memberStates, 'NOT_DUE'] as const;

export const personRun = z.object({
  meetingId,
  meetingName: z.string(),
  date: localDate,
  state: z.enum(personStates),
  run: z.enum(personRunStates),
  reason: z.enum(runReasons).nullable(),
  /** Answers in the order of the questions. Empty if the person did not answer, or if the answer was erased. */
  answers: z.array(reportAnswer),
  goals: z.array(z.object({ text: z.string(), ticked: z.boolean() })),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  isAhead: z.boolean(),
  /** True if the texts were erased at the person's request. The report still counts the answer. */
  isErased: z.boolean(),
  /**
   * Number of working days that the blocker of the answer lasted. Left out if the blocker is still open, or if the
   * number is unknown.
   */
  blockerLasted: z.int().optional(),
  /** The person's reason for the state SKIPPED; empty = no reason. Left out for other states. */
  skipReason: z.string().optional(),
});
export type PersonRun = z.output<typeof personRun>;

/** Counts of open and completed runs only, as in the trends. */
const personTotals = z.object({
  /** Number of runs that the person answered, or that closed for the person without an answer. */
  asked: z.int(),
  answered: z.int(),
  late: z.int(),
  blocked: z.int(),
  away: z.int(),
  /** Number of runs that the person skips. These runs are not part of `asked`. */
  skipped: z.int().optional(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
});
export type PersonTotals = z.output<typeof personTotals>;

/**
 * Numbers of goals that the person reached, settled and carried over in the last four weeks. Only the person can read
 * them.
 */
const goalHitRate = z.object({
  from: localDate,
  to: localDate,
  done: z.int(),
  /**
   * Number of goals that were done, dropped or left open. A goal that was carried over is counted once, when it is
   * settled.
   */
  settled: z.int(),
  /** Number of goals that the person's latest answers carry over. */
  carried: z.int(),
});
export type GoalHitRate = z.output<typeof goalHitRate>;

export const personReport = z.object({
  memberId,
  /** Name of the person. For an erased person, the name is the placeholder or empty. */
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  timezone: zoneId.nullable(),
  isErased: z.boolean(),
  hasLeft: z.boolean(),
  /** True if an admin disabled the person in every shared team to which the person belongs. */
  isSwitchedOff: z.boolean(),
  from: localDate,
  to: localDate,
  totals: personTotals,
  /**
   * Figures about the goals that the person reached. Null if the reader is another person, or if there was no goal in
   * the four weeks. Missing from a server of an earlier version.
   */
  hitRate: goalHitRate.nullish(),
  /** Meetings with entries in the period, sorted by name. */
  meetings: z.array(
    personTotals.extend({
      meetingId,
      meetingName: z.string(),
      type: z.enum(meetingTypes),
      teamId,
      teamName: z.string(),
    }),
  ),
  /** Days on which the person has runs, newest first. Within a day, the runs are in the order of `meetings`. */
  days: z.array(z.object({ date: localDate, runs: z.array(personRun) })),
});
export type PersonReport = z.output<typeof personReport>;

/**
 * Returns the report about a person. `from` and `to` are inclusive dates of runs, at most `times.personDays` days; left
 * out = the last 30 days up to today.
 */
export const getPersonReport = endpoint({
  method: 'GET',
  path: '/api/report/person/{memberId}',
  access: 'report.read',
  input: z.object({ memberId, from: localDate.optional(), to: localDate.optional() }),
  output: personReport,
});
