import type { Session, UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { Attention } from '#contracts/attention/getAttention.ts';
import type { Catchup } from '#contracts/reports/getCatchup.ts';
import type { Instant, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingDetail, MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { DailyReport, MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';

/** The time of the tests: Friday 20 November 2026, 10:25 UTC, which is 11:25 for the reader in Berlin. */
export const now = Date.parse('2026-11-20T10:25:00.000Z');
const today = '2026-11-20' as DailyReport['date'];

type AnyId = TeamId & MemberId & MeetingId & UserId & OrgId;

/** Returns an id that is always the same for a name, so that tests can identify rows. */
export const ulid = (name: string): AnyId =>
  name
    .toUpperCase()
    .replaceAll(/[^0-9A-HJKMNP-TV-Z]/g, '0')
    .padStart(26, '0') as AnyId;

export const aTeam = (name: string): Team => ({ id: ulid(name), name });

export const aMember = (name: string, parts: Partial<ReportMember> = {}): ReportMember => ({
  memberId: ulid(name),
  name,
  thumbnailUrl: null,
  isHoliday: false,
  hasBlocker: false,
  isGoalAchieved: false,
  isCompleted: false,
  answers: [],
  state: 'OPEN',
  goalsTicked: 0,
  goalsOffered: 0,
  goalsOpen: [],
  answeredAt: null,
  editedAt: null,
  isLate: false,
  timezone: null,
  opensAt: '2026-11-20T09:00:00.000Z' as NonNullable<ReportMember['opensAt']>,
  closesAt: '2026-11-20T11:00:00.000Z' as NonNullable<ReportMember['closesAt']>,
  unreachable: null,
  wasNotAsked: false,
  blockedSince: null,
  blockedDays: null,
  blockerText: null,
  ...parts,
});

type Answer = ReportMember['answers'][number];

export const anAnswer = (
  question: string,
  answer: string,
  isBlocking = false,
  format: Answer['format'] = { type: 'TEXT' },
): Answer => ({
  questionId: question.toLowerCase().replaceAll(/[^a-z]/g, '') as Answer['questionId'],
  question,
  answer,
  isBlocking,
  format,
});

export const aReport = (parts: Partial<MeetingReport> = {}): MeetingReport => ({
  meetingId: ulid('standup'),
  meetingName: 'Daily stand-up',
  type: 'STANDUP',
  isCompleted: false,
  membersAnswered: 0,
  totalMembers: 0,
  goals: 0,
  blockers: 0,
  goalsTicked: 0,
  goalsOffered: 0,
  hasGoals: true,
  hasBlockers: true,
  members: [],
  state: 'OPEN',
  reason: null,
  opensAt: '2026-11-20T09:00:00.000Z' as MeetingReport['opensAt'],
  closesAt: '2026-11-20T11:00:00.000Z' as MeetingReport['closesAt'],
  timezone: 'Europe/Berlin' as MeetingReport['timezone'],
  channelName: null,
  owes: false,
  canEdit: false,
  ...parts,
});

export const aDay = (parts: Partial<DailyReport> = {}): DailyReport => ({
  date: today,
  isHoliday: false,
  reports: [],
  ...parts,
});

export const aTextModelPage = (change: Partial<TextModelSettings> = {}): TextModelSettings => ({
  ...{ settings: null, version: '', key: 'NONE' },
  usage: {
    ...{ month: '202611', calls: 0, failures: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
    ...{ kept: 0, dropped: 0, fallbacks: 0 },
  },
  ...change,
});

export const anAttention = (items: Attention['items'] = []): Attention => ({
  ...{ teamId: ulid('Platform Team'), items, totalItems: items.length },
});
/** Returns an empty catch-up, as the server sends it at the reader's first visit of a team. */
export const aCatchup = (parts: Partial<Catchup> = {}): Catchup => ({
  teamId: ulid('Platform Team'),
  lastVisitAt: null,
  from: null,
  completed: [],
  missed: [],
  newBlockers: [],
  resolvedBlockers: [],
  ...parts,
});

/**
 * Returns a fake access token that expires at `expiresAt`, in epoch milliseconds; by default half an hour after `now`.
 */
export const aToken = (expiresAt: number = now + 1_800_000): string =>
  `e30.${btoa(JSON.stringify({ exp: Math.floor(expiresAt / 1000) }))}.signature`;

export const aSession = (parts: Partial<Session> = {}): Session => ({
  token: aToken(),
  refreshToken: 'refresh-0',
  warnings: [],
  memberId: ulid('alex'),
  orgId: ulid('org'),
  language: null,
  ...parts,
});

/** The details of the signed-in reader: Alex, an admin of Contoso. */
export const me: UserDetails = {
  id: ulid('me'),
  firstName: 'Alex',
  lastName: 'Wilber',
  email: 'alex@rollcall.test',
  role: 'admin',
  orgId: ulid('org'),
  memberId: ulid('alex'),
  orgName: 'Contoso',
  enableBilling: true,
  billing: { state: 'PAYING', daysLeft: 0, trialEndsAt: '2026-11-01T09:00:00.000Z' as Instant, readOnlyFrom: null },
  overdueInvoice: null,
  orgPause: null,
  isSwitchedOff: false,
  hasSecondFactor: false,
  hasPassword: true,
  linkPatterns: [],
};

/** Returns a report as the list of reports gets it: Monday to Friday at 10:00 in Berlin, without members. */
export const aListItem = (name: string, parts: Partial<MeetingListItem> = {}): MeetingListItem => ({
  id: ulid(name),
  name,
  type: 'STANDUP',
  isEnabled: true,
  lastRun: null,
  members: [],
  timezone: 'Europe/Berlin' as MeetingListItem['timezone'],
  teamId: ulid('Platform Team'),
  time: 600,
  interval: 'WEEK',
  timeBasis: 'MEETING',
  sunday: false,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  ...parts,
});

/** Returns the report "Daily stand-up" with all details and one question, created by Alex. */
export const aMeeting = (parts: Partial<MeetingDetail> = {}): MeetingDetail => {
  return {
    ...aListItem('Daily stand-up', { id: ulid('standup') }),
    firstReminderMessage: '',
    secondReminderMessage: '',
    publicBroadcastMessage: '',
    isReminderEnabled: true,
    reportSummaryTime: 120,
    isReportSummaryInChat: true,
    reportSummaryEmail: '',
    isTrackingEnabled: true,
    members: [ulid('alex')],
    channelId: null,
    questions: [
      {
        id: 'done' as MeetingDetail['questions'][number]['id'],
        sequence: 1,
        text: 'What did you do?',
        type: 'TEXT',
        options: [],
        isBlocker: false,
        isTimesheetQuestion: false,
        blockingOptions: [],
      },
    ],
    createdBy: ulid('alex'),
    createdOn: '2026-11-01T09:00:00.000Z' as MeetingDetail['createdOn'],
    rev: 1,
    firstRun: null,
    openRuns: [],
    ...parts,
  };
};

/** Returns a task of the reader: half an hour on the date of `now`. */
export const aTask = (text: string, parts: Partial<Task> = {}): Task => ({
  id: `20261120-${ulid(text)}`,
  meetingId: ulid('standup'),
  meetingName: 'Daily stand-up',
  task: text,
  user: 'Alex Wilber',
  memberId: ulid('alex'),
  date: '2026-11-20' as Task['date'],
  hours: 0,
  minutes: 30,
  totalHours: 0.5,
  source: 'PERSON',
  version: 'v1',
  canEdit: true,
  ...parts,
});
