import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId } from '../core/ids.ts';

/** Reasons why a member was not asked, or will not be. */
export const whyReasons = [
  /** No run on that date: not a day of the schedule, or the date does not exist in the zone. */
  'NOT_SCHEDULED',
  'HOLIDAY',
  'VACATION',
  /** The admin's switch. */
  'DISABLED',
  'LEFT',
  /** Not one of the meeting's members, or joined it after the opening. */
  'NOT_A_MEMBER',
  'UNREACHABLE',
  /** Answered before the message went out. */
  'ANSWERED',
  'WINDOW_OVER',
  /** The prompt was due more than an hour before it could be sent, or its window was over by then. */
  'TOO_LATE',
  /** Muted: reminders only; the one prompt a day is always sent. */
  'MUTED',
  /** The meeting, or the organisation, is deactivated. */
  'DEACTIVATED',
  'CANCELLED',
  /** The service was not running at the time. */
  'MISSED',
  /** The bot is not in the team. */
  'DISCONNECTED',
  /** Its time has not come. */
  'NOT_YET',
  /** On its way. */
  'PENDING',
  /** Microsoft Teams refused it. */
  'REFUSED',
  /** A reminder that was due together with the prompt, or shortly after a late prompt. */
  'JUST_PROMPTED',
  /** A first reminder that was due together with the second. */
  'NEXT_REMINDER_DUE',
  /** Sent three times without an answer from Microsoft Teams. */
  'UNCONFIRMED',
  /** Set aside after a fault of the service. */
  'PARKED',
] as const;
export type WhyReason = (typeof whyReasons)[number];

/** One message to the member. `sentAt` null: not sent, for `reason`. */
const whyMessage = z.object({
  kind: z.enum(['PROMPT', 'FIRST_REMINDER', 'SECOND_REMINDER']),
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
  /** The prompt was delivered. */
  isAsked: z.boolean(),
  /** When, and how: in the personal chat is the only way there is. */
  askedAt: instant.nullable(),
  delivery: z.enum(['CHAT']).nullable(),
  /** Reason why the prompt was not sent; null when it was. */
  reason: z.enum(whyReasons).nullable(),
  /** Instants of this member in that run; null without a run. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  answeredAt: instant.nullable(),
  /** The whole of it in one or two sentences, in the reader's language. */
  text: z.string(),
  messages: z.array(whyMessage),
});
export type MeetingWhy = z.output<typeof why>;

/** `date` left out = today in the meeting's zone. */
export const whyMember = endpoint({
  method: 'GET',
  path: '/api/meeting/why/{meetingId}/{memberId}',
  access: 'meeting.read',
  input: z.object({ meetingId, memberId, date: localDate.optional() }),
  output: why,
});
