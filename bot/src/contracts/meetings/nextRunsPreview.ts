import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { scheduleFields } from './meetingSchemasAndCalls.ts';

/**
 * The fields of a meeting that determine its runs and the asked members. The caller may send the whole draft of `save`;
 * the other fields are ignored.
 */
export const previewDraft = z.object({
  /**
   * Id of the meeting if the draft edits one. The preview then takes its first run and its earlier runs into account.
   */
  id: z.union([meetingId, z.literal('').transform(() => undefined)]).optional(),
  ...scheduleFields,
  teamId,
  /** Members of the draft. If empty, the preview contains dates without members. */
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
  /** The zone skips this whole date, as Samoa skipped 2011-12-30. */
  'NO_SUCH_DATE',
  /** Every member of the meeting is disabled or has left. For a draft without members the state is RUN. */
  'NOBODY',
  'CANCELLED',
  /** The run of that date has already been opened, by hand or at another time. */
  'ALREADY_RUN',
  'DEACTIVATED',
] as const;
/**
 * Clock changes at the opening time. GAP: the clocks skip this time, so the run opens later by the length of the gap.
 * OVERLAP: the clocks show this time twice, and the run opens at the first one. OFFSET_CHANGED: the clocks changed
 * since the previous entry (for the first entry: since now).
 */
export const previewShifts = ['GAP', 'OVERLAP', 'OFFSET_CHANGED'] as const;

export const previewRun = z.object({
  date: localDate,
  /** Opening instant. With time basis MEMBER, the earliest instant at which a member is asked. */
  at: instant,
  state: z.enum(previewStates),
  reason: z.enum(previewReasons).optional(),
  /** Clock change in the meeting's zone; with time basis MEMBER, in the zone of at least one asked member. */
  shift: z.enum(previewShifts).optional(),
  /** The members who are asked, sorted by name. Empty if the run is skipped. */
  members: z.array(
    z.object({
      memberId,
      at: instant,
      /** The instant `at` in the member's local time: yyyy-MM-ddTHH:mm. */
      localTime: z.string(),
      timezone: zoneId,
    }),
  ),
  /**
   * Ids of the members on vacation, sorted by name, if the run asks other members. Left out if no member is on
   * vacation.
   */
  away: z.array(memberId).optional(),
});
export type PreviewRun = z.output<typeof previewRun>;

// For a draft, the error is the message of the invalid field instead of the union's general message.
const meetingOrDraft = z.union([meetingId, previewDraft], {
  error: ({ errors, input }) => errors[typeof input === 'string' ? 0 : 1]?.[0]?.message,
});

/**
 * Returns the next runs of a saved meeting (given by id) or of a draft, sorted by date. Returns fewer than `count` if
 * no weekday is chosen, or if members × runs would exceed `limits.previewLines`.
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
