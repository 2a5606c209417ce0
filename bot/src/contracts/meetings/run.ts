import { z } from 'zod';
import { instant, localDate, meetingId, memberId, zoneId } from '../core/ids.ts';
import { meetingTypes } from './meeting.ts';
import { storedQuestion } from './question.ts';

export const runStates = ['OPEN', 'COMPLETED', 'MISSED', 'CANCELLED'] as const;
export const runSources = ['SCHEDULE', 'MANUAL'] as const;
/** Reasons why a run asks no member, or asks no longer: docs/product-rules.md, Cancelling and Opening. */
export const runReasons = [
  'HOLIDAY',
  'AWAY',
  'DOWNTIME',
  'DEACTIVATED',
  'DELETED',
  'CANCELLED_TODAY',
  'ALL_ANSWERED',
  'WINDOW_OVER',
] as const;

/** When one set of people is asked, reminded and closed. One set with MEETING; one a distinct member zone with MEMBER. Instants are whole minutes. */
export const instants = z.object({
  zone: zoneId,
  opensAt: instant,
  firstReminderAt: instant.nullable(),
  secondReminderAt: instant.nullable(),
  closesAt: instant,
  /** Answers of these people are accepted until then: the next opening that applies to them, at most 72 h after the close. */
  graceEndsAt: instant,
});
export type Instants = z.output<typeof instants>;

/** A member as frozen when the occurrence opened. */
export const snapshotMember = z.object({
  memberId,
  name: z.string(),
  /** The zone whose instants apply to this member in this occurrence. */
  zone: zoneId,
  /** Away by team holiday or own vacation at the instant of asking: not asked, not in totalMembers unless they answer. */
  away: z.enum(['HOLIDAY', 'VACATION']).nullable(),
  /** Disabled or left after the opening: owes no more, stays in totalMembers only when answered. */
  dropped: z.boolean(),
});
export type SnapshotMember = z.output<typeof snapshotMember>;

/** One run of a meeting: (meeting, date). Its row is the exactly-once guard. */
export const runSchema = z.object({
  meetingId,
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  date: localDate,
  state: z.enum(runStates),
  reason: z.enum(runReasons).nullable(),
  source: z.enum(runSources),
  /** 1, and +1 at each reopening: deliveries count for their own round only. */
  round: z.int().min(1),
  /** The meeting's own zone when it opened. */
  timezone: zoneId,
  instants: z.array(instants).min(1),
  /** Earliest opening and latest close over all instants. */
  opensAt: instant,
  closesAt: instant,
  /** The latest grace over all instants: "closed" everywhere means after it. */
  graceEndsAt: instant,
  members: z.array(snapshotMember),
  questions: z.array(storedQuestion),
  channelId: z.string().nullable(),
  isReportSummaryInChat: z.boolean(),
  publicBroadcastMessage: z.string(),
  firstReminderMessage: z.string(),
  secondReminderMessage: z.string(),
  completedAt: instant.nullable(),
});
export type Run = z.output<typeof runSchema>;
