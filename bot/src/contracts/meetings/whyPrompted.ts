import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId } from '../core/ids.ts';

/**
 * Reasons why a prompt was not or will not be sent to a member. Clients show a text for each value, so none may be
 * renamed.
 */
export const whyReasons = [
  /** There is no run on that date: the schedule leaves it out, or the zone skips it. */
  'NOT_SCHEDULED',
  'HOLIDAY',
  'VACATION',
  'DISABLED',
  'LEFT',
  /** The person is not a member of the meeting, or became one after the opening. */
  'NOT_A_MEMBER',
  /** The person is an observer of the meeting: they get the summary and are not asked. */
  'OBSERVES',
  'UNREACHABLE',
  'ANSWERED',
  'SKIPPED',
  /** The member snoozed the prompt before it was sent. The prompt is sent at the end of the snooze. */
  'SNOOZED',
  /**
   * The message waits for the end of the member's quiet hours (`quietUntil`). Without `quietUntil`, the quiet hours
   * left no time to send it.
   */
  'QUIET_HOURS',
  'WINDOW_OVER',
  /** The prompt was due more than an hour before it could be sent, or its window had ended by that time. */
  'TOO_LATE',
  /** The member muted reminders. The one prompt of a day is sent nevertheless. */
  'MUTED',
  'DEACTIVATED',
  'CANCELLED',
  'MISSED',
  'DISCONNECTED',
  'NOT_YET',
  'PENDING',
  'REFUSED',
  /** The reminder was due together with the prompt, or shortly after a late prompt. */
  'JUST_PROMPTED',
  /** The first reminder was due together with the second reminder. */
  'NEXT_REMINDER_DUE',
  /** The message was sent three times, and Microsoft Teams confirmed none of them. */
  'UNCONFIRMED',
  /** The message was parked after a fault of the service. */
  'PARKED',
] as const;
export type WhyReason = (typeof whyReasons)[number];

/** One message to the member. If `sentAt` is null, the message was not sent, and `reason` contains the cause. */
const whyMessage = z.object({
  kind: z.enum(['PROMPT', 'SNOOZED_PROMPT', 'FIRST_REMINDER', 'SECOND_REMINDER']),
  sentAt: instant.nullable(),
  /** True if a prompt was sent after its due time. */
  isLate: z.boolean(),
  reason: z.enum(whyReasons).nullable(),
  text: z.string(),
});

export const why = z.object({
  meetingId,
  memberId,
  date: localDate,
  isAsked: z.boolean(),
  /** Instant and kind of the delivery. The personal chat is the only kind. */
  askedAt: instant.nullable(),
  delivery: z.enum(['CHAT']).nullable(),
  reason: z.enum(whyReasons).nullable(),
  /** The opening and the close of this member in the run; null without a run. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  answeredAt: instant.nullable(),
  /** Set if the member skips the run and has not answered. `skipReason` is empty without a reason. */
  skippedAt: instant.optional(),
  skipReason: z.string().optional(),
  /** Set if the member snoozed the prompt: the instant at which it is sent again. */
  snoozedUntil: instant.optional(),
  /** Set if the prompt waits for the end of the member's quiet hours: the instant at which it is due. */
  quietUntil: instant.optional(),
  /** Explanation in one or two sentences, in the reader's language. */
  text: z.string(),
  messages: z.array(whyMessage),
});
export type MeetingWhy = z.output<typeof why>;

/** Explains why a member was asked or not asked on a date. `date` left out = today in the meeting's zone. */
export const whyMember = endpoint({
  method: 'GET',
  path: '/api/meeting/why/{meetingId}/{memberId}',
  access: 'meeting.read',
  input: z.object({ meetingId, memberId, date: localDate.optional() }),
  output: why,
});
