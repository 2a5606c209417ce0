import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId } from '../core/ids.ts';
import { meetingTypes } from '../meetings/meeting.ts';
import { runReasons } from '../meetings/run.ts';

// Events in a team since the reader's last visit.

const ofMeeting = z.object({ meetingId, meetingName: z.string(), type: z.enum(meetingTypes) });

const blockerOf = ofMeeting.extend({
  memberId,
  name: z.string(),
  /** Date of the first blocking answer. */
  since: localDate,
});

export const catchup = z.object({
  teamId,
  /** When the reader's last visit ended; null = this is the first one. A pause of `times.visitMinutes` ends a visit. */
  lastVisitAt: instant.nullable(),
  /**
   * Start of the catch-up: the last visit, but at most `times.catchupDays` days back; null at the first visit, which shows no
   * events.
   */
  from: instant.nullable(),
  /** Runs that ended, newest first; without runs that asked no member. */
  completed: z.array(
    ofMeeting.extend({
      date: localDate,
      completedAt: instant,
      reason: z.enum(runReasons).nullable(),
      answered: z.int(),
      asked: z.int(),
      late: z.int(),
      goals: z.int(),
      blockers: z.int(),
    }),
  ),
  /** Runs that asked no member because the service was down, newest first. */
  missed: z.array(ofMeeting.extend({ date: localDate, opensAt: instant, reason: z.enum(runReasons).nullable() })),
  /** Opened since and still open, newest first. */
  newBlockers: z.array(blockerOf.extend({ openedAt: instant, text: z.string() })),
  /** Closed since, by an answer or by "resolved", newest first. */
  resolvedBlockers: z.array(blockerOf.extend({ closedAt: instant })),
});
export type Catchup = z.output<typeof catchup>;

/** A second request within the same visit returns the same events, and those since the first. */
export const getCatchup = endpoint({
  method: 'GET',
  path: '/api/report/catchup/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: catchup,
});
