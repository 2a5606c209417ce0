import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, localDate, meetingId, memberId, questionId, teamId, zoneId } from './ids.ts';
import { meetingTypes } from './meeting.ts';
import { occurrenceReasons, occurrenceStates } from './occurrence.ts';
import { unreachableReasons } from './team.ts';

/** What a member card shows; colour is never its only sign. */
export const memberStates = ['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED', 'OPEN', 'AWAY', 'MISSING'] as const;

export const reportMember = z.object({
  memberId,
  name: z.string(),
  thumbnailUrl: z.string().nullable(),
  isHoliday: z.boolean(),
  hasBlocker: z.boolean(),
  isGoalAchieved: z.boolean(),
  isCompleted: z.boolean(),
  answers: z.array(z.object({ questionId, question: z.string(), answer: z.string(), isBlocking: z.boolean() })),
  state: z.enum(memberStates),
  goalsTicked: z.int(),
  goalsOffered: z.int(),
  /** Goals offered and not ticked, in the member's own words. */
  goalsOpen: z.array(z.string()),
  answeredAt: instant.nullable(),
  editedAt: instant.nullable(),
  isLate: z.boolean(),
  timezone: zoneId.nullable(),
  /** The close that applies to this member. */
  closesAt: instant.nullable(),
  unreachable: z.enum(unreachableReasons).nullable(),
  /** Date the member's open blocker began, null without one. */
  blockedSince: localDate.nullable(),
  /** Age of that blocker on the report's date, in working days of the meeting; null without one, or once the meeting is gone. */
  blockedDays: z.int().nullable(),
  /** What blocks, in the member's own words; null without an open blocker. */
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
  members: z.array(reportMember),
  state: z.enum(occurrenceStates),
  reason: z.enum(occurrenceReasons).nullable(),
  opensAt: instant,
  closesAt: instant,
  timezone: zoneId,
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
 * (decisions.md D6). Left out = today in the reader's zone.
 */
export const reportDate = z.union([localDate, z.iso.datetime({ offset: true, error: 'invalid.date' })], 'invalid.date');

export const getReport = endpoint({
  method: 'GET',
  path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]',
  access: 'report.read',
  input: z.object({ teamId, meetingId: meetingId.optional(), date: reportDate.optional() }),
  output: dailyReport,
});
