import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, localDate, meetingId, memberId, questionId, teamId, zoneId } from './ids.ts';
import { meetingTypes } from './meeting.ts';
import { occurrenceReasons, occurrenceStates } from './occurrence.ts';
import { memberStates } from './report.ts';

// What one person said over a time, in the meetings of teams that the reader shares with them.

/**
 * Beside the states of a run: PLANNED = it has not opened yet, and was answered ahead; NOT_RUN = the answer was given
 * ahead for a date on which the meeting did not run after all.
 */
const personRunStates = [...occurrenceStates, 'PLANNED', 'NOT_RUN'] as const;

/** As on a member card; NOT_DUE = nothing was said, and the run was missed or called off before anybody owed. */
const personStates = [...memberStates, 'NOT_DUE'] as const;

export const personRun = z.object({
  meetingId,
  meetingName: z.string(),
  date: localDate,
  state: z.enum(personStates),
  run: z.enum(personRunStates),
  reason: z.enum(occurrenceReasons).nullable(),
  /** In the order of the questions; empty when nothing was said, or it was erased. */
  answers: z.array(z.object({ questionId, question: z.string(), answer: z.string(), isBlocking: z.boolean() })),
  goals: z.array(z.object({ text: z.string(), ticked: z.boolean() })),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  isAhead: z.boolean(),
  /** The words are gone at the person's wish; that there was an answer, and its counts, stay. */
  isErased: z.boolean(),
});
export type PersonRun = z.output<typeof personRun>;

const personTotals = z.object({
  /** Runs in which an answer was owed or given. */
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
  /** Of somebody who was erased what stands in its place, or nothing. */
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  timezone: zoneId.nullable(),
  isErased: z.boolean(),
  /** No longer in any team that the reader shares. */
  hasLeft: z.boolean(),
  from: localDate,
  to: localDate,
  totals: personTotals,
  /** By name; only meetings with something to tell in this time. */
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
