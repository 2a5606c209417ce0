import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId } from '../core/ids.ts';
import { meeting } from './meeting.ts';
import { runEffect } from './runEffect.ts';

/** A path part is text. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/** `flag` is the new isEnabled. Deactivating stops the prompts and cancels open runs; activating plans the meeting again. */
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
 * Cancels the run of `date`: an open run, or the next planned run if its date is today in the meeting's zone. Refuses a run that
 * is over, cancelled or missing. Without `date`: today's open run, else an older open one, else today's planned one;
 * `isCancelled` is false if there is none. The reply contains the date of the run.
 */
export const cancelToday = endpoint({
  method: 'POST',
  path: '/api/meeting/cancelToday/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId, date: localDate.optional() }),
  output: z.object({ id: meetingId, date: localDate, isCancelled: z.boolean(), runs: z.array(runEffect) }),
});

/**
 * Opens today's run of the meeting now, by the meeting's own clock, as `start` does in the chat; a run of today that was missed or
 * cancelled is opened again. `isNew` false: it is open or completed already. The reply's `date` is that of the run.
 */
export const startRun = endpoint({
  method: 'POST',
  path: '/api/meeting/start/{meetingId}',
  access: 'meeting.start',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, date: localDate, isNew: z.boolean() }),
});

/** Marks a member's open blocker in the meeting as resolved. `isResolved` false: there was none open. */
export const resolveBlocker = endpoint({
  method: 'POST',
  path: '/api/meeting/resolveBlocker/{meetingId}/{memberId}',
  access: 'blocker.resolve',
  input: z.object({ meetingId, memberId }),
  output: z.object({ meetingId, memberId, isResolved: z.boolean() }),
});

/** Parts of a meeting that people edit and that a change names. */
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
 * `data` of the refusal MEETING_CHANGED (HTTP 409): another person saved the meeting after the revision (`rev`) on which the
 * caller's draft is based, so nothing was written. To overwrite it, send the draft again with `rev` of `meeting`.
 */
export const meetingConflict = z.object({
  /** As it is stored now. */
  meeting,
  /** Changes since that revision, newest first; one entry a change. */
  changes: z.array(
    z.object({
      part: z.enum(meetingParts),
      /** In words: "Changed the time from 10:00 to 10:30." */
      text: z.string(),
      username: z.string(),
      createdOn: instant,
      /** The old and the new value in words; null where there is none (added, removed, switched). */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type MeetingConflict = z.output<typeof meetingConflict>;
