import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId } from './ids.ts';
import { meetingTypes } from './meeting.ts';
import { occurrenceReasons } from './occurrence.ts';

// What happened in a team since the reader was last there.

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
  /** What happened after this is told: the last visit, but at most `times.catchupDays` days; null at the first visit, when nothing is. */
  from: instant.nullable(),
  /** Runs that ended, newest first; without those that asked nobody. */
  completed: z.array(
    ofMeeting.extend({
      date: localDate,
      completedAt: instant,
      reason: z.enum(occurrenceReasons).nullable(),
      answered: z.int(),
      asked: z.int(),
      late: z.int(),
      goals: z.int(),
      blockers: z.int(),
    }),
  ),
  /** Runs nobody was asked in because the service was down, newest first. */
  missed: z.array(
    ofMeeting.extend({ date: localDate, opensAt: instant, reason: z.enum(occurrenceReasons).nullable() }),
  ),
  /** Opened since and still open, newest first. */
  newBlockers: z.array(blockerOf.extend({ openedAt: instant, text: z.string() })),
  /** Closed since, by an answer or by "resolved", newest first. */
  resolvedBlockers: z.array(blockerOf.extend({ closedAt: instant })),
});
export type Catchup = z.output<typeof catchup>;

/** Asked for again within the same visit it tells the same, and what has come since. */
export const getCatchup = endpoint({
  method: 'GET',
  path: '/api/report/catchup/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: catchup,
});
