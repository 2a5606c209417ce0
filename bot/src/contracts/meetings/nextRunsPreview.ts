import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { scheduleFields } from './meeting.ts';

/**
 * The fields of a meeting that decide its runs and their members. The caller may send the whole draft of `save`; other fields are
 * ignored.
 */
export const previewDraft = z.object({
  /** Id of the meeting if the draft edits one, so that the preview includes its first run and its earlier runs. */
  id: z.union([meetingId, z.literal('').transform(() => undefined)]).optional(),
  ...scheduleFields,
  teamId,
  /** Members of the draft. If empty, the preview contains only the dates. */
  members: z
    .array(memberId, 'invalid.list')
    .max(limits.members, 'invalid.tooMany')
    .transform((list) => [...new Set(list)])
    .default([]),
});
export type ParsedPreviewDraft = z.output<typeof previewDraft>;

export const previewStates = ['RUN', 'SKIPPED'] as const;
export const previewReasons = [
  'HOLIDAY',
  'AWAY',
  /** The zone skips the whole date, as Samoa skipped 2011-12-30. */
  'NO_SUCH_DATE',
  /** All members of the meeting are disabled or have left. A draft without members is shown as RUN. */
  'NOBODY',
  'CANCELLED',
  /** The run of that date was already opened, by hand or at another time. */
  'ALREADY_RUN',
  'DEACTIVATED',
] as const;
/**
 * GAP: the clocks skip this time, so the run opens later by the gap. OVERLAP: the clocks show this time twice, and the run opens
 * at the first. OFFSET_CHANGED: the clocks changed since the entry before, or for the first entry since now.
 */
export const previewShifts = ['GAP', 'OVERLAP', 'OFFSET_CHANGED'] as const;

export const previewRun = z.object({
  date: localDate,
  /** Opening instant. With time basis MEMBER: the instant at which the first member is asked. */
  at: instant,
  state: z.enum(previewStates),
  reason: z.enum(previewReasons).optional(),
  /** Clock change in the meeting's zone; with time basis MEMBER, in the zone of any member who is asked. */
  shift: z.enum(previewShifts).optional(),
  /** The members who are asked, sorted by name; empty for a skipped run. */
  members: z.array(
    z.object({
      memberId,
      at: instant,
      /** The instant `at` as local time of the member: yyyy-MM-ddTHH:mm. */
      localTime: z.string(),
      timezone: zoneId,
    }),
  ),
  /** Ids of the members on vacation, sorted by name, if other members are asked; left out if there are none. */
  away: z.array(memberId).optional(),
});
export type PreviewRun = z.output<typeof previewRun>;

// For a draft, the error is the message of the wrong field, not the general message of the union.
const meetingOrDraft = z.union([meetingId, previewDraft], {
  error: ({ errors, input }) => errors[typeof input === 'string' ? 0 : 1]?.[0]?.message,
});

/**
 * Returns the next runs of a saved meeting (its id) or of a draft, sorted by date. Returns fewer than `count` if no weekday is
 * chosen, or if members × runs would exceed `limits.previewLines`.
 */
export const previewMeeting = endpoint({
  method: 'POST',
  path: '/api/meeting/preview',
  access: 'meeting.write',
  input: z.object({
    meeting: meetingOrDraft,
    count: z.int('invalid.number').min(1, 'invalid.number').max(limits.previewRuns, 'invalid.number').default(10),
  }),
  output: z.array(previewRun),
});
