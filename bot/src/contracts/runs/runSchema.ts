import { z } from 'zod';
import { instant, localDate, meetingId, memberId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { meetingTypes } from '../meetings/meetingSchemasAndCalls.ts';
import { storedQuestion } from '../meetings/questionAndAnswerFormatSchemas.ts';

export const runStates = ['OPEN', 'COMPLETED', 'MISSED', 'CANCELLED'] as const;
export const runSources = ['SCHEDULE', 'MANUAL'] as const;
/** Reasons why a run asks no member, or stops asking (docs/product-rules.md, Cancelling; Opening). */
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

/**
 * Instants, in whole minutes, at which a group of members is asked and reminded, and at which its run closes. With time
 * basis MEETING there is one group; with MEMBER there is one for each zone of the members.
 */
export const instants = z.object({
  zone: zoneId,
  opensAt: instant,
  firstReminderAt: instant.nullable(),
  secondReminderAt: instant.nullable(),
  closesAt: instant,
  /**
   * End of the grace, in which late answers are accepted: the next opening of this group, but at most 72 hours after
   * the close.
   */
  graceEndsAt: instant,
});
export type Instants = z.output<typeof instants>;

export const snapshotMember = z.object({
  memberId,
  name: z.string(),
  zone: zoneId,
  /**
   * Reason why the member was away on the day of the run; null = not away. A member who is away is not asked, and
   * counts in totalMembers only after answering.
   */
  away: z.enum(['HOLIDAY', 'VACATION']).nullable(),
  /**
   * True if the member was disabled, left the team or was taken off the meeting after the opening. The member then owes
   * no answer, and counts in totalMembers only after answering.
   */
  dropped: z.boolean(),
});
export type SnapshotMember = z.output<typeof snapshotMember>;

/**
 * One run of a meeting, identified by meeting and date. The row can be inserted only once, so two instances cannot both
 * open the run.
 */
export const runSchema = z.object({
  meetingId,
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  date: localDate,
  state: z.enum(runStates),
  reason: z.enum(runReasons).nullable(),
  source: z.enum(runSources),
  /**
   * Number of the round: 1 at the first opening, increased by 1 at each reopening. A delivery record applies only to
   * its own round.
   */
  round: z.int().min(1),
  timezone: zoneId,
  instants: z.array(instants).min(1),
  opensAt: instant,
  closesAt: instant,
  /** The latest end of the grace among all groups. From this instant on, the run accepts no answers. */
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
