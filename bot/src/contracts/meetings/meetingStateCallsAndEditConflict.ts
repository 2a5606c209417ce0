import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId } from '../core/idDateAndZoneSchemas.ts';
import { meeting } from './meetingSchemasAndCalls.ts';
import { runEffect } from './effectOnOpenRun.ts';

/** Flag in a path. Path parts are always text, so the schema converts `true` and `false`. */
const flagInPath = z.enum(['true', 'false'], 'invalid.flag').transform((value) => value === 'true');

/**
 * Sets `isEnabled` to `flag`. Deactivating stops the prompts and cancels open runs; activating schedules the next run.
 */
export const deactivateMeeting = endpoint({
  method: 'POST',
  path: '/api/meeting/deactivate/{meetingId}/{flag}',
  access: 'meeting.state',
  input: z.object({ meetingId, flag: flagInPath }),
  output: z.object({ id: meetingId, isEnabled: z.boolean(), runs: z.array(runEffect) }),
});

/** Deletes the meeting and frees its name for another meeting. Its runs and answers stay readable in reports. */
export const deleteMeeting = endpoint({
  method: 'DELETE',
  path: '/api/meeting/delete/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId }),
  output: z.object({ id: meetingId, runs: z.array(runEffect) }),
});

/**
 * Cancels the run of `date`, if the run is open or is today's planned run (in the meeting's zone); other runs are
 * refused. Without `date`, the call cancels today's open run, otherwise an older open run, otherwise today's planned
 * run. `isCancelled` is false if there is none of them.
 */
export const cancelToday = endpoint({
  method: 'POST',
  path: '/api/meeting/cancelToday/{meetingId}',
  access: 'meeting.state',
  input: z.object({ meetingId, date: localDate.optional() }),
  output: z.object({ id: meetingId, date: localDate, isCancelled: z.boolean(), runs: z.array(runEffect) }),
});

/** Parts of a meeting that people can edit. Each change in `meetingConflict` belongs to one of them. */
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
 * `data` of the error MEETING_CHANGED (HTTP 409): another person saved the meeting after the caller had read it, so the
 * caller's draft was not stored. To overwrite the meeting anyway, send the draft again with the `rev` of `meeting`.
 */
export const meetingConflict = z.object({
  meeting,
  /** Changes since the draft's revision, newest first, one entry for each change. */
  changes: z.array(
    z.object({
      part: z.enum(meetingParts),
      /** The change as a sentence, such as "Changed the time from 10:00 to 10:30." */
      text: z.string(),
      username: z.string(),
      createdOn: instant,
      /** Texts of the old and the new value; null for a change without values, such as an addition or a removal. */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type MeetingConflict = z.output<typeof meetingConflict>;
