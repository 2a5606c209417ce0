import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId } from '../core/ids.ts';
import { meeting } from './meeting.ts';
import { runEffect } from './effectOnOpenRun.ts';

/** Flag in a path. A part of a path is always text, so the flag is `true` or `false` as text. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/** Sets `isEnabled` to `flag`. Deactivating stops the prompts and cancels open runs; activating plans the meeting again. */
export const deactivateMeeting = endpoint({
  method: 'POST',
  path: '/api/meeting/deactivate/{meetingId}/{flag}',
  access: 'meeting.state',
  input: z.object({ meetingId, flag: flagInPath }),
  output: z.object({ id: meetingId, isEnabled: z.boolean(), runs: z.array(runEffect) }),
});

/** Deletes the meeting; another meeting can then have its name. Its runs and answers stay readable in reports. */
export const deleteMeeting = endpoint({
  method: 'DELETE',
  path: '/api/meeting/delete/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, runs: z.array(runEffect) }),
});

/**
 * Cancels the run of `date`: an open run, or the next planned run if its date is today in the meeting's zone. Other runs are
 * refused. Without `date`: today's open run, else an older open run, else today's planned run; `isCancelled` is false if there is
 * none.
 */
export const cancelToday = endpoint({
  method: 'POST',
  path: '/api/meeting/cancelToday/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId, date: localDate.optional() }),
  output: z.object({ id: meetingId, date: localDate, isCancelled: z.boolean(), runs: z.array(runEffect) }),
});

/**
 * Opens today's run of the meeting now, like `start` in the chat; today is the date in the meeting's zone. A missed or cancelled
 * run of today is opened again. `isNew` is false if the run is already open or completed. `date`: date of the run.
 */
export const startRun = endpoint({
  method: 'POST',
  path: '/api/meeting/start/{meetingId}',
  access: 'meeting.start',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, date: localDate, isNew: z.boolean() }),
});

/** Marks a member's open blocker in the meeting as resolved. `isResolved` is false if there was no open blocker. */
export const resolveBlocker = endpoint({
  method: 'POST',
  path: '/api/meeting/resolveBlocker/{meetingId}/{memberId}',
  access: 'blocker.resolve',
  input: z.object({ meetingId, memberId }),
  output: z.object({ meetingId, memberId, isResolved: z.boolean() }),
});

/** Parts of a meeting that people can edit. Each change in a conflict contains the part that it concerns. */
export const meetingParts = [
  'name',
  'time',
  'weekdays',
  'timezone',
  'interval',
  'timeBasis',
  'reportSummaryTime',
  'members',
  'observers',
  'blockerReminderDays',
  'blockerEscalationDays',
  'questions',
  'isReminderEnabled',
  'firstReminderMessage',
  'secondReminderMessage',
  'publicBroadcastMessage',
  'isReportSummaryInChat',
  'reportSummaryEmail',
  'channelId',
  'attention',
] as const;
export type MeetingPart = (typeof meetingParts)[number];

/**
 * `data` of the error MEETING_CHANGED (HTTP 409): another person saved the meeting after the revision (`rev`) of the caller's
 * draft, so the draft was not stored. To overwrite the meeting, send the draft again with `rev` of `meeting`.
 */
export const meetingConflict = z.object({
  meeting,
  /** Changes since the draft's revision, newest first, one entry for each change. */
  changes: z.array(
    z.object({
      part: z.enum(meetingParts),
      /** The change as a sentence: "Changed the time from 10:00 to 10:30." */
      text: z.string(),
      username: z.string(),
      createdOn: instant,
      /** Text of the old and the new value; null if the change has none (added, removed, switched). */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type MeetingConflict = z.output<typeof meetingConflict>;
