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
  /** The id of a meeting that is edited, so that its first run and its earlier runs count. */
  id: z.union([meetingId, z.literal('').transform(() => undefined)]).optional(),
  ...scheduleFields,
  teamId,
  /** May be empty in a preview: the dates alone. */
  members: z
    .array(memberId, 'invalid.list')
    .max(limits.members, 'invalid.tooMany')
    .transform((list) => [...new Set(list)])
    .default([]),
});
export type ParsedPreviewDraft = z.output<typeof previewDraft>;

export const previewStates = ['RUN', 'SKIPPED'] as const;
/** Reasons why a planned date asks no member. */
export const previewReasons = [
  'HOLIDAY',
  /** All members are on vacation. */
  'AWAY',
  /** The zone leaves the date out altogether, as Samoa did 2011-12-30. */
  'NO_SUCH_DATE',
  /** All members of the meeting are disabled or have left. A draft without members is shown as RUN. */
  'NOBODY',
  /** The run of that date was cancelled. */
  'CANCELLED',
  /** That date has had its run, by hand or at another time. */
  'ALREADY_RUN',
  /** The saved meeting is deactivated. */
  'DEACTIVATED',
] as const;
/**
 * GAP: the clocks skip this time, so the run is later by the gap. OVERLAP: it comes twice, the first one counts.
 * OFFSET_CHANGED: the clocks were changed since the entry before (of the first entry: since now).
 */
export const previewShifts = ['GAP', 'OVERLAP', 'OFFSET_CHANGED'] as const;

export const previewRun = z.object({
  date: localDate,
  /** With time basis MEMBER when the first member is asked. */
  at: instant,
  state: z.enum(previewStates),
  /** Only with SKIPPED. */
  reason: z.enum(previewReasons).optional(),
  /** In the meeting's zone; with time basis MEMBER in that of any member who is asked. */
  shift: z.enum(previewShifts).optional(),
  /** The members who are asked, by name; empty for a skipped run. */
  members: z.array(
    z.object({
      memberId,
      at: instant,
      /** `at` on the member's own clock: yyyy-MM-ddTHH:mm. */
      localTime: z.string(),
      timezone: zoneId,
    }),
  ),
  /** Members who are on vacation, by name, where others are asked; left out where there are none. */
  away: z.array(memberId).optional(),
});
export type PreviewRun = z.output<typeof previewRun>;

// For a draft, returns the message of the wrong field and not the message of the union.
const meetingOrDraft = z.union([meetingId, previewDraft], {
  error: ({ errors, input }) => errors[typeof input === 'string' ? 0 : 1]?.[0]?.message,
});

/**
 * The next runs of a meeting, saved (its id) or not (a draft), in the order of their dates. Fewer than `count` when no weekday is chosen,
 * or when members × runs would be more than `limits.previewLines`.
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
