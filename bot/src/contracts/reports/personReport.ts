import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/ids.ts';
import { meetingTypes } from '../meetings/meeting.ts';
import { runReasons, runStates } from '../meetings/run.ts';
import { memberStates } from './dailyReport.ts';
import { reportAnswer } from './reportAnswer.ts';

// Answers of one person in a period, in the meetings of all teams that the reader and the person share.

/**
 * The states of a run, plus two for answers ahead. PLANNED: the run has not opened yet. NOT_RUN: the meeting did not
 * run on the date of the answer.
 */
const personRunStates = [...runStates, 'PLANNED', 'NOT_RUN'] as const;

/**
 * The states of a member card, plus NOT_DUE: there is no answer, and the run was missed or cancelled before any member
 * owed one.
 */
const personStates = [...memberStates, 'NOT_DUE'] as const;

export const personRun = z.object({
  meetingId,
  meetingName: z.string(),
  date: localDate,
  state: z.enum(personStates),
  run: z.enum(personRunStates),
  reason: z.enum(runReasons).nullable(),
  /** Answers in the order of the questions; empty if the person did not answer or the answer was erased. */
  answers: z.array(reportAnswer),
  goals: z.array(z.object({ text: z.string(), ticked: z.boolean() })),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  isAhead: z.boolean(),
  /** True if the texts were erased at the person's request. The existence of the answer and its counts stay. */
  isErased: z.boolean(),
  /** Number of working days that the blocker of the answer lasted; left out while it is open, or if the days are unknown. */
  blockerLasted: z.int().optional(),
  /** The person's reason for the state SKIPPED; empty = no reason. Left out for other states. */
  skipReason: z.string().optional(),
});
export type PersonRun = z.output<typeof personRun>;

/** Counts of open and completed runs only, as in the trends. Missed, cancelled and planned runs are not counted. */
const personTotals = z.object({
  /** Number of runs that the person answered, or whose close passed without the person's answer. */
  asked: z.int(),
  answered: z.int(),
  late: z.int(),
  blocked: z.int(),
  away: z.int(),
  /** Number of runs that the person skips. They do not count as asked. */
  skipped: z.int().optional(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
});
export type PersonTotals = z.output<typeof personTotals>;

/**
 * Numbers of goals of the last four weeks that the person reached, settled and carried over. Only the person's own
 * report contains them.
 */
const goalHitRate = z.object({
  from: localDate,
  to: localDate,
  done: z.int(),
  /** Goals that are done, dropped or were left open. A goal that is carried over counts when it is settled. */
  settled: z.int(),
  /** Goals that the person's newest answers carry over. */
  carried: z.int(),
});
export type GoalHitRate = z.output<typeof goalHitRate>;

export const personReport = z.object({
  memberId,
  /** Name of the person; for an erased person the placeholder, or empty. */
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  timezone: zoneId.nullable(),
  isErased: z.boolean(),
  hasLeft: z.boolean(),
  /** True if an admin disabled the person in every shared team of which the person is a member. */
  isSwitchedOff: z.boolean(),
  from: localDate,
  to: localDate,
  totals: personTotals,
  /** Null for another reader than the person, and without a goal in the four weeks. Missing from a server of an earlier version. */
  hitRate: goalHitRate.nullish(),
  /** Meetings sorted by name; only meetings with entries in the period. */
  meetings: z.array(
    personTotals.extend({
      meetingId,
      meetingName: z.string(),
      type: z.enum(meetingTypes),
      teamId,
      teamName: z.string(),
    }),
  ),
  /** Days with a run of the person, newest first. The runs of a day are in the order of the meetings. */
  days: z.array(z.object({ date: localDate, runs: z.array(personRun) })),
});
export type PersonReport = z.output<typeof personReport>;

/**
 * Returns the report by person. `from` and `to` are dates of runs, both included, at most `times.personDays` days; left out = the
 * last 30 days up to today.
 */
export const getPersonReport = endpoint({
  method: 'GET',
  path: '/api/report/person/{memberId}',
  access: 'report.read',
  input: z.object({ memberId, from: localDate.optional(), to: localDate.optional() }),
  output: personReport,
});
