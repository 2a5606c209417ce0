import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from './ids.ts';
import { limits } from './limits.ts';
import { scheduleFields } from './meeting.ts';

/** What of a meeting decides when it runs and whom it asks; the whole draft of `save` may be sent, the rest is not looked at. */
export const previewDraft = z.object({
  /** Of a meeting that is edited: its first run and the runs it has already had count. */
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
/** Why nobody is asked on a planned date. */
export const previewReasons = [
  'HOLIDAY',
  /** Everybody is on vacation. */
  'AWAY',
  /** The zone leaves the date out altogether, as Samoa did 2011-12-30. */
  'NO_SUCH_DATE',
  /** Nobody of its members can be asked: all are disabled or have left. A draft that names nobody yet is shown as RUN. */
  'NOBODY',
  /** That date's run was called off. */
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
  /** Of SKIPPED only. */
  reason: z.enum(previewReasons).optional(),
  /** In the meeting's zone; with time basis MEMBER in that of any member who is asked. */
  shift: z.enum(previewShifts).optional(),
  /** Who is asked, by name: nobody of a skipped run. */
  members: z.array(
    z.object({
      memberId,
      at: instant,
      /** `at` on the member's own clock: yyyy-MM-ddTHH:mm. */
      localTime: z.string(),
      timezone: zoneId,
    }),
  ),
});
export type PreviewRun = z.output<typeof previewRun>;

// Of a draft the message of its own field is told, not that it is no union.
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
