import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, teamId, zoneId } from '../core/ids.ts';
import { meetingTypes } from '../meetings/meeting.ts';
import { runReasons, runStates } from '../meetings/run.ts';
import { unreachableReasons } from '../organisations/team.ts';
import { reportAnswer } from './reportAnswer.ts';

/** States that a member card shows; colour is never the only sign of a state. */
export const memberStates = ['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED', 'OPEN', 'AWAY', 'MISSING'] as const;

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
  /** Goals offered and not ticked, in the member's own words. */
  goalsOpen: z.array(z.string()),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  timezone: zoneId.nullable(),
  /** The opening and the close that apply to this member; null for a member who is not asked. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  unreachable: z.enum(unreachableReasons).nullable(),
  /** The prompt was due and was never sent, through a fault of the service, and the member has not answered. */
  wasNotAsked: z.boolean(),
  /** Date the member's open blocker began, null without one. */
  blockedSince: localDate.nullable(),
  /** Age of that blocker on the report's date, in working days of the meeting; null without one, or once the meeting is gone. */
  blockedDays: z.int().nullable(),
  /** The blocker in the member's own words; null without an open blocker. */
  blockerText: z.string().nullable(),
});
export type ReportMember = z.output<typeof reportMember>;

export const meetingReport = z.object({
  meetingId,
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  isCompleted: z.boolean(),
  membersAnswered: z.int(),
  totalMembers: z.int(),
  /** Members who ticked all their goals. */
  goals: z.int(),
  /** Members with a blocker. */
  blockers: z.int(),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
  /** The run asks for a plan, so its members can reach goals. */
  hasGoals: z.boolean(),
  /** The run asks for blockers. */
  hasBlockers: z.boolean(),
  members: z.array(reportMember),
  state: z.enum(runStates),
  reason: z.enum(runReasons).nullable(),
  /** The first opening and the last close of all members who are asked. */
  opensAt: instant,
  closesAt: instant,
  timezone: zoneId,
  /** Channel that has the run's announcement or summary; null while nothing is posted there, and for General. */
  channelName: z.string().nullable(),
  /** The reader is asked by this occurrence and has not answered, and an answer is still accepted. */
  owes: z.boolean(),
  /** The reader answered and may still edit. */
  canEdit: z.boolean(),
});
export type MeetingReport = z.output<typeof meetingReport>;

export const dailyReport = z.object({
  date: localDate,
  /** A team holiday. */
  isHoliday: z.boolean(),
  reports: z.array(meetingReport),
});
export type DailyReport = z.output<typeof dailyReport>;

/**
 * `date`: yyyy-MM-dd is that calendar date; with time and offset the date written there; with Z the date in the reader's zone
 * (docs/product-rules.md, HTTP interface). Left out = today in the reader's zone.
 */
export const reportDate = z.union([localDate, z.iso.datetime({ offset: true, error: 'invalid.date' })], 'invalid.date');

export const getReport = endpoint({
  method: 'GET',
  path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]',
  access: 'report.read',
  input: z.object({ teamId, meetingId: meetingId.optional(), date: reportDate.optional() }),
  output: dailyReport,
});
