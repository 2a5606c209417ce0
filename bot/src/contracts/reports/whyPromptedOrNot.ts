import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId } from '../core/idDateAndZoneSchemas.ts';

/**
 * Reasons why a prompt or reminder was not or will not be sent to a member. Do not rename a value, because clients show
 * a text for each.
 */
export const whyReasons = [
  /** There is no run on that date: the schedule has none, or the zone skips the date. */
  'NOT_SCHEDULED',
  'HOLIDAY',
  'VACATION',
  'DISABLED',
  'LEFT',
  /** The person is not a member of the meeting, or became one after the run had opened. */
  'NOT_A_MEMBER',
  /** The person is an observer of the meeting, who gets the summary but is not asked. */
  'OBSERVES',
  'UNREACHABLE',
  'ANSWERED',
  'SKIPPED',
  /** The member snoozed the run before its prompt was sent. The prompt is sent at the end of the snooze. */
  'SNOOZED',
  /**
   * The message waits for the end of the member's quiet hours (`quietUntil`). Without `quietUntil`, no time was left to
   * send it after the quiet hours.
   */
  'QUIET_HOURS',
  'WINDOW_OVER',
  /** When the prompt could be sent, it was more than an hour late, or its window had ended. */
  'TOO_LATE',
  /** The member muted reminders. Prompts are still sent. */
  'MUTED',
  'DEACTIVATED',
  'CANCELLED',
  'MISSED',
  'DISCONNECTED',
  'NOT_YET',
  'PENDING',
  'REFUSED',
  /** The reminder was due before the prompt could be sent, or shortly after a late prompt. */
  'JUST_PROMPTED',
  /**
   * When the first reminder could be sent, the second reminder was already due, so only the second reminder is sent.
   */
  'NEXT_REMINDER_DUE',
  /** The message was sent three times, but Microsoft Teams never confirmed it. */
  'UNCONFIRMED',
  /** The message was parked (set aside for an operator) after repeated failures of the service. */
  'PARKED',
] as const;
export type WhyReason = (typeof whyReasons)[number];

/** One message to the member. If it was not sent, `sentAt` is null and `reason` contains the cause. */
const whyMessage = z.object({
  kind: z.enum(['PROMPT', 'SNOOZED_PROMPT', 'FIRST_REMINDER', 'SECOND_REMINDER']),
  sentAt: instant.nullable(),
  /**
   * True if the message was sent more than a minute after it was due. A delay by quiet hours or by a snooze does not
   * count.
   */
  isLate: z.boolean(),
  reason: z.enum(whyReasons).nullable(),
  text: z.string(),
});

export const why = z.object({
  meetingId,
  memberId,
  date: localDate,
  isAsked: z.boolean(),
  /** Instant and channel of the prompt; null = no prompt was sent. The personal chat is the only channel. */
  askedAt: instant.nullable(),
  delivery: z.enum(['CHAT']).nullable(),
  reason: z.enum(whyReasons).nullable(),
  /** The opening and the close that apply to this member; null without a run. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  answeredAt: instant.nullable(),
  /**
   * Instant at which the member chose to skip the run; left out if the member did not, or has answered. `skipReason` is
   * empty if the member gave no reason.
   */
  skippedAt: instant.optional(),
  skipReason: z.string().optional(),
  /** Instant at which a snoozed prompt is sent again. Left out if the member did not snooze. */
  snoozedUntil: instant.optional(),
  /** Instant at which a prompt is due after the member's quiet hours. Left out if the prompt does not wait for them. */
  quietUntil: instant.optional(),
  /** Explanation in one or two sentences, in the language of the reader. */
  text: z.string(),
  messages: z.array(whyMessage),
});
export type MeetingWhy = z.output<typeof why>;

/** Explains why a member was or was not asked on a date. `date` left out = today in the meeting's zone. */
export const whyMember = endpoint({
  method: 'GET',
  path: '/api/meeting/why/{meetingId}/{memberId}',
  access: 'meeting.read',
  input: z.object({ meetingId, memberId, date: localDate.optional() }),
  output: why,
});
