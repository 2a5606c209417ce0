import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { meetingTypes } from '../meetings/meetingSchemasAndCalls.ts';
import { runReasons } from '../runs/runSchema.ts';

// Events in a team since the reader's last visit.

const ofMeeting = z.object({ meetingId, meetingName: z.string(), type: z.enum(meetingTypes) });

const blockerOf = ofMeeting.extend({
  memberId,
  name: z.string(),
  /** Date of the first answer that reported the blocker. */
  since: localDate,
});

export const catchup = z.object({
  teamId,
  /**
   * Instant at which the reader's last visit ended; null = this is the first visit. A visit ends after
   * `times.visitMinutes` without a request.
   */
  lastVisitAt: instant.nullable(),
  /**
   * Start of the catch-up: the end of the last visit, but at most `times.catchupDays` days ago. Null at the first
   * visit, for which there is no catch-up.
   */
  from: instant.nullable(),
  /** Runs that ended, newest first, except runs that asked no member. */
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
  /** Blockers that began in the period and are still open, newest first. */
  newBlockers: z.array(blockerOf.extend({ openedAt: instant, text: z.string() })),
  /**
   * Blockers that ended in the period, by an answer or by "Resolved", newest first. `lasted`: duration in working days
   * of the meeting; missing from a server of an earlier version.
   */
  resolvedBlockers: z.array(blockerOf.extend({ closedAt: instant, lasted: z.int().optional() })),
});
export type Catchup = z.output<typeof catchup>;

/**
 * Returns the events since the reader's last visit. A later request in the same visit has the same start and also
 * returns newer events.
 */
export const getCatchup = endpoint({
  method: 'GET',
  path: '/api/report/catchup/{teamId}',
  access: 'report.read',
  input: z.object({ teamId }),
  output: catchup,
});
