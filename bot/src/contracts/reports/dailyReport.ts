import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { meetingTypes } from '../meetings/meetingSchemasAndCalls.ts';
import { runReasons, runStates } from '../runs/runSchema.ts';
import { unreachableReasons } from '../organisations/teamAndMemberCalls.ts';
import { questionAverage } from './questionAverageSchema.ts';
import { reportAnswer } from './reportAnswerSchema.ts';

/** States of a member card. Screens show each state as text too, never by colour alone. */
export const memberStates = ['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED', 'OPEN', 'AWAY', 'SKIPPED', 'MISSING'] as const;

export const reportMember = z.object({
  memberId,
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  isHoliday: z.boolean(),
  hasBlocker: z.boolean(),
  isGoalAchieved: z.boolean(),
  isCompleted: z.boolean(),
  answers: z.array(reportAnswer),
  state: z.enum(memberStates),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
  goalsOpen: z.array(z.string()),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  timezone: zoneId.nullable(),
  /** The opening and the close that apply to this member; null if the member is not asked. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  unreachable: z.enum(unreachableReasons).nullable(),
  /** True if the prompt was due but, because of a fault of the service, never sent, and the member has not answered. */
  wasNotAsked: z.boolean(),
  /** Date on which the member's open blocker began; null without one. */
  blockedSince: localDate.nullable(),
  /**
   * Age of the open blocker on the report's date, in working days of the meeting. Null without an open blocker, or if
   * the meeting was deleted.
   */
  blockedDays: z.int().nullable(),
  /**
   * Number of working days that the blocker of this answer lasted. Left out if the blocker is still open, if the member
   * has reported another one since, or if the meeting was deleted.
   */
  blockerLasted: z.int().optional(),
  /** The member's text about the blocker; null without an open blocker. */
  blockerText: z.string().nullable(),
  /** The member's reason for the state SKIPPED; empty = no reason. Left out for other states. */
  skipReason: z.string().optional(),
  /**
   * Instant at which the snoozed prompt is or was sent again. Left out if the member did not snooze, or if the state is
   * not OPEN.
   */
  snoozedUntil: instant.optional(),
  /**
   * End of the member's quiet hours, at which the member is asked. Set only if the opening is in the quiet hours and
   * the answer is still owed.
   */
  quietUntil: instant.optional(),
});
export type ReportMember = z.output<typeof reportMember>;

export const meetingReport = z.object({
  meetingId,
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  isCompleted: z.boolean(),
  membersAnswered: z.int(),
  /** Number of members who were asked. Members who are away, or who skip the run, count only if they answered. */
  totalMembers: z.int(),
  /** Number of members who skip the run; left out if there are none. */
  membersSkipped: z.int().optional(),
  goals: z.int(),
  blockers: z.int(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
  /** True if the run asks for a plan, which is needed for goals. */
  hasGoals: z.boolean(),
  hasBlockers: z.boolean(),
  members: z.array(reportMember),
  /**
   * Average, number of answers and distribution of each SCALE and NUMBER question, computed from the answers of
   * `members`. Questions without an answer are left out, and so is the field if none remains. Missing from a server of
   * an earlier version.
   */
  averages: z.array(questionAverage).optional(),
  state: z.enum(runStates),
  reason: z.enum(runReasons).nullable(),
  /** The first opening and the last close among the members who are asked. */
  opensAt: instant,
  closesAt: instant,
  timezone: zoneId,
  /**
   * Name of the channel that got the announcement or summary of the run. Null if nothing was posted, and for the
   * General channel.
   */
  channelName: z.string().nullable(),
  /**
   * True if the run asks the reader, the reader's own opening has passed, the reader has not answered yet, and an
   * answer is still accepted.
   */
  owes: z.boolean(),
  canEdit: z.boolean(),
});
export type MeetingReport = z.output<typeof meetingReport>;

export const dailyReport = z.object({
  date: localDate,
  isHoliday: z.boolean(),
  reports: z.array(meetingReport),
});
export type DailyReport = z.output<typeof dailyReport>;

/**
 * A date in a request. yyyy-MM-dd is a calendar date. An instant with an offset means the date that is written in it;
 * an instant with Z means its date in the reader's zone (docs/product-rules.md, HTTP interface). Left out = today in
 * the reader's zone.
 */
export const reportDate = z.union([localDate, z.iso.datetime({ offset: true, error: 'invalid.date' })], 'invalid.date');

export const getReport = endpoint({
  method: 'GET',
  path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]',
  access: 'report.read',
  input: z.object({ teamId, meetingId: meetingId.optional(), date: reportDate.optional() }),
  output: dailyReport,
});
