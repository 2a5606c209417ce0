import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, localDate, meetingId, memberId } from './ids.ts';
import { meeting } from './meeting.ts';
import { runEffect } from './runEffect.ts';

/** A path part is text. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/** `flag` is the new isEnabled. Deactivated, nobody is asked and open runs are called off; activated, it is planned anew. */
export const deactivateMeeting = endpoint({
  method: 'POST',
  path: '/api/meeting/deactivate/{meetingId}/{flag}',
  access: 'meeting.state',
  input: z.object({ meetingId, flag: flagInPath }),
  output: z.object({ id: meetingId, isEnabled: z.boolean(), runs: z.array(runEffect) }),
});

/** The meeting is gone and its name free; its runs and answers stay readable in reports. */
export const deleteMeeting = endpoint({
  method: 'DELETE',
  path: '/api/meeting/delete/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, runs: z.array(runEffect) }),
});

/**
 * Calls off today's run (in the meeting's zone), open or still to come. `run` null: there was none to call off, since none is
 * planned today, or it is over.
 */
export const cancelToday = endpoint({
  method: 'POST',
  path: '/api/meeting/cancelToday/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, date: localDate, isCancelled: z.boolean(), runs: z.array(runEffect) }),
});

/** Marks a member's open blocker in the meeting as resolved. `isResolved` false: there was none open. */
export const resolveBlocker = endpoint({
  method: 'POST',
  path: '/api/meeting/resolveBlocker/{meetingId}/{memberId}',
  access: 'blocker.resolve',
  input: z.object({ meetingId, memberId }),
  output: z.object({ meetingId, memberId, isResolved: z.boolean() }),
});

/** A part of a meeting people edit: what a change is told about. */
export const meetingParts = [
  'name',
  'time',
  'weekdays',
  'timezone',
  'interval',
  'timeBasis',
  'reportSummaryTime',
  'members',
  'questions',
  'isReminderEnabled',
  'firstReminderMessage',
  'secondReminderMessage',
  'publicBroadcastMessage',
  'isReportSummaryInChat',
  'reportSummaryEmail',
  'channelId',
] as const;
export type MeetingPart = (typeof meetingParts)[number];

/**
 * `data` of the refusal MEETING_CHANGED (HTTP 409): somebody saved the meeting since the revision (`rev`) the caller's draft
 * began from; nothing was written. To save over it knowingly, send the draft again with `rev` of `meeting`.
 */
export const meetingConflict = z.object({
  /** As it is stored now. */
  meeting,
  /** What was changed since that revision, newest first; one entry a change. */
  changes: z.array(
    z.object({
      part: z.enum(meetingParts),
      /** In words: "Changed the time from 10:00 to 10:30." */
      text: z.string(),
      username: z.string(),
      createdOn: instant,
      /** What was there and what is there since, in words; null where there is none (added, removed, switched). */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type MeetingConflict = z.output<typeof meetingConflict>;
