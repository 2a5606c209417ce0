import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/ids.ts';
import { meetingTypes } from '../meetings/meeting.ts';
import { runReasons, runStates } from '../meetings/run.ts';
import { memberStates } from './report.ts';
import { reportAnswer } from './reportAnswer.ts';

// Answers of one person in a period, in the meetings of teams that the reader shares with them.

/**
 * Beside the states of a run: PLANNED = it has not opened yet, and was answered ahead; NOT_RUN = the answer was given
 * ahead for a date on which the meeting did not run after all.
 */
const personRunStates = [...runStates, 'PLANNED', 'NOT_RUN'] as const;

/** As on a member card. NOT_DUE = there is no answer, and the run was missed or cancelled before any member owed one. */
const personStates = [...memberStates, 'NOT_DUE'] as const;

export const personRun = z.object({
  meetingId,
  meetingName: z.string(),
  date: localDate,
  state: z.enum(personStates),
  run: z.enum(personRunStates),
  reason: z.enum(runReasons).nullable(),
  /** In the order of the questions; empty without an answer, or when it was erased. */
  answers: z.array(reportAnswer),
  goals: z.array(z.object({ text: z.string(), ticked: z.boolean() })),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  isAhead: z.boolean(),
  /** The words are gone at the person's wish; that there was an answer, and its counts, stay. */
  isErased: z.boolean(),
});
export type PersonRun = z.output<typeof personRun>;

/** Counts of open and completed runs only, as in the trends: a missed, cancelled or planned run counts nowhere. */
const personTotals = z.object({
  /** Runs that the person answered, or whose close passed for them without an answer. */
  asked: z.int(),
  answered: z.int(),
  late: z.int(),
  blocked: z.int(),
  away: z.int(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
});
export type PersonTotals = z.output<typeof personTotals>;

export const personReport = z.object({
  memberId,
  /** For an erased person, the placeholder in place of the name, or empty. */
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  timezone: zoneId.nullable(),
  isErased: z.boolean(),
  /** No longer in any team that the reader shares. */
  hasLeft: z.boolean(),
  /** An admin switched the person off in every shared team that they are in. */
  isSwitchedOff: z.boolean(),
  from: localDate,
  to: localDate,
  totals: personTotals,
  /** By name; only meetings with entries in this time. */
  meetings: z.array(
    personTotals.extend({
      meetingId,
      meetingName: z.string(),
      type: z.enum(meetingTypes),
      teamId,
      teamName: z.string(),
    }),
  ),
  /** Newest first; only dates with a run of the person. The runs of a date in the order of the meetings. */
  days: z.array(z.object({ date: localDate, runs: z.array(personRun) })),
});
export type PersonReport = z.output<typeof personReport>;

/** Dates of the runs, both included, at most `times.personDays` days; the last 30 up to today when left out. */
export const getPersonReport = endpoint({
  method: 'GET',
  path: '/api/report/person/{memberId}',
  access: 'report.read',
  input: z.object({ memberId, from: localDate.optional(), to: localDate.optional() }),
  output: personReport,
});
