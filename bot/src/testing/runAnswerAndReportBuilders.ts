import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, LocalDate, MeetingId, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { meetingReport as reportSchema } from '#contracts/reports/dailyReport.ts';
import type { BlockerState } from '../domain/answers/blockerStateFromAnswers.ts';
import { meetingReport } from '../domain/reports/buildReportAndSummary.ts';
import type { ReportSources } from '../domain/reports/buildReportAndSummary.ts';

// Builds reports and their sources for the tests of this folder.

// Creates ids in the stored form, because the tests validate reports against the contract.
const ulid = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '0')
    .padEnd(26, '0');
export const id = (name: string): MemberId => ulid(name) as MemberId;
export const meetingId = ulid('meeting') as MeetingId;
export const day = (date: string): LocalDate => date as LocalDate;
export const instant = (text: string): Instant => `2026-11-20T${text}:00.000Z` as Instant;
export const ms = (text: string): number => Date.parse(instant(text));
export const tokyo = 'Asia/Tokyo' as ZoneId;
export const berlin = 'Europe/Berlin' as ZoneId;
export const today = day('2026-11-20');

const aQuestion = (name: string, sequence: number, change: object = {}): Question =>
  storedQuestion.parse({ id: name, sequence, text: `${name}?`, type: 'TEXT', ...change });
const questions = [
  aQuestion('what', 3),
  aQuestion('done', 1),
  aQuestion('blocked', 2, { type: 'OPTIONS', options: ['Yes', 'No'], isBlocker: true, blockingOptions: ['Yes'] }),
];
export const aMember = (name: string, change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  memberId: id(name),
  name,
  zone: berlin,
  away: null,
  dropped: false,
  ...change,
});
export const set = (zone: ZoneId, opens: string, closes: string, grace: string) => ({
  zone,
  opensAt: instant(opens),
  firstReminderAt: null,
  secondReminderAt: null,
  closesAt: instant(closes),
  graceEndsAt: instant(grace),
});
export const aRun = (change: Partial<Run> = {}): Run => ({
  meetingId,
  meetingName: 'Daily',
  type: 'STANDUP',
  date: today,
  state: 'OPEN',
  reason: null,
  source: 'SCHEDULE',
  round: 1,
  timezone: berlin,
  instants: [set(berlin, '09:00', '11:00', '20:00')],
  opensAt: instant('09:00'),
  closesAt: instant('11:00'),
  graceEndsAt: instant('20:00'),
  members: [aMember('bob')],
  questions,
  channelId: null,
  isReportSummaryInChat: true,
  publicBroadcastMessage: '',
  firstReminderMessage: '',
  secondReminderMessage: '',
  completedAt: null,
  ...change,
});
export const anAnswer = (name: string, change: Partial<Answer> = {}): Answer => ({
  meetingId,
  memberId: id(name),
  date: today,
  values: { done: `${name} did it`, blocked: 'No' } as Answer['values'],
  goals: [],
  hasBlocker: false,
  isGoalAchieved: false,
  answeredAt: instant('09:30'),
  editedAt: null,
  isLate: false,
  isAhead: false,
  sentFrom: null,
  ...change,
});
export const blockedAnswer = (name: string, change: Partial<Answer> = {}): Answer =>
  anAnswer(name, {
    hasBlocker: true,
    values: { done: 'x', blocked: 'Yes', what: `${name} waits` } as Answer['values'],
    ...change,
  });
const aGoal = (text: string, index: number, ticked: boolean): Answer['goals'][number] => ({
  ...{ id: String(index).padStart(16, '0'), text, ticked },
});
export const goals = (...ticked: boolean[]): Answer['goals'] =>
  ticked.map((item, index) => aGoal(`Goal ${index}`, index, item));
const achieved = (name: string): Answer => anAnswer(name, { goals: goals(true, true), isGoalAchieved: true });
const blockerText = 'As said before';
export const aBlocker = (since: string, change: Partial<BlockerState> = {}): BlockerState => ({
  isOpen: true,
  since: day(since),
  date: today,
  text: blockerText,
  ...change,
});
export const sources = (change: Partial<ReportSources> = {}): ReportSources => ({
  run: aRun(),
  answers: [],
  blockers: new Map(),
  facts: new Map(),
  channelName: null,
  reader: null,
  now: ms('10:00'),
  ...change,
});
export const report = (change: Partial<ReportSources> = {}) => {
  const created = meetingReport(sources(change));
  // The strict schema refuses additional fields of the report. Parsing strips those of nested objects, so the
  // comparison finds them.
  expect(reportSchema.strict().parse(created)).toEqual(created);
  return created;
};
const crowd = ['zoe', 'amy', 'bob', 'carl', 'dan', 'eve', 'fay'];
export const crowdOf = (change: Partial<Run> = {}): Run =>
  aRun({
    instants: [set(berlin, '09:00', '11:00', '20:00'), set(tokyo, '01:00', '03:00', '15:00')],
    members: crowd.map((name) =>
      aMember(name, { zone: name === 'fay' ? tokyo : berlin, away: name === 'dan' ? 'VACATION' : null }),
    ),
    ...change,
  });
export const crowdAnswers = [anAnswer('zoe'), achieved('amy'), blockedAnswer('carl')];
