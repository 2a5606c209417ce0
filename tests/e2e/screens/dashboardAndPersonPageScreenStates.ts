import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DailyReport, MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import type { MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';
import { aDate, aMeetingId, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import { changes, gives, neverAnswers, refuses, state } from '../fakeRepliesAndScreenSteps.ts';
import type { Screen } from './screenStateType.ts';
import { openDemoReport } from './openDemoReportAndWizard.ts';

// Lists the states that a day, a member and a team can have: skipped and snoozed members, quiet hours, lines of the
// attention list, and the goals of a person.

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Müller';
const longText = 'The licences for the new build machines have not come. '.repeat(6);
const later = anInstant(`${dates.today}T11:00:00Z`);

/** One state for each of the first members who have not answered. */
const states: readonly Partial<ReportMember>[] = [
  { state: 'OPEN', snoozedUntil: later },
  { state: 'SKIPPED', skipReason: longText },
  { state: 'SKIPPED', skipReason: '' },
  { state: 'OPEN', quietUntil: later },
  { state: 'OPEN', unreachable: 'BLOCKED' },
];

const withStates = ({ members, ...report }: MeetingReport): MeetingReport => {
  const open = members.filter((member) => member.state === 'OPEN');
  return {
    ...report,
    membersSkipped: 2,
    totalMembers: report.totalMembers - 2,
    members: members.map((member) => ({ ...member, ...states[open.indexOf(member)] })),
  };
};

/** Returns the report with each member ten times, so that the page folds the list of members. */
const ofBigTeam = ({ members, ...report }: MeetingReport): MeetingReport => {
  const many = Array.from({ length: 10 }, () => members).flat();
  return {
    ...report,
    totalMembers: many.length,
    members: many.map((member, index) => {
      const name = `${index % 7 === 0 ? longName : member.name} ${String(index + 1)}`;
      return { ...member, memberId: aMemberId(name), name };
    }),
  };
};

const averages: NonNullable<MeetingReport['averages']> = [
  {
    ...{ questionId: questionId.parse('mood'), question: 'How do you feel?', answers: 8, average: 3.75 },
    format: { type: 'SCALE', lowLabel: 'Awful', highLabel: 'Great' },
    counts: [0, 1, 2, 3, 2].map((count, index) => ({ value: String(index + 1), count })),
  },
  {
    ...{ questionId: questionId.parse('long'), question: longText.trim(), answers: 1000, average: 1.002 },
    format: { type: 'SCALE', lowLabel: longName.slice(0, 40), highLabel: 'The best that I can imagine at all' },
    counts: [998, 2, 0, 0, 0].map((count, index) => ({ value: String(index + 1), count })),
  },
  {
    ...{ questionId: questionId.parse('hours'), question: 'How long did it take?', answers: 3, average: 1234.5 },
    ...{ format: { type: 'NUMBER', unit: 'hours' }, counts: [] },
  },
];

const report = { meetingId: aMeetingId(), meetingName: 'Daily stand-up' } as const;
const person = (name: string) => ({ ...report, memberId: aMemberId(name), name });
const blocked = (name: string, days: number, needed: string | null): AttentionLine => ({
  ...{
    kind: 'BLOCKER',
    action: 'OPEN_BLOCKER',
    ...person(name),
    state: 'OPEN',
    since: aDate('2026-11-10'),
    days,
    needed,
  },
});
const lines: readonly AttentionLine[] = [
  blocked('Bob Lindqvist', 6, 'Deepak Rao'),
  blocked(longName, 4, null),
  { kind: 'UNREACHABLE', action: 'SEE_WHY', ...person('Farid Haddad'), reason: 'BLOCKED', reports: 2 },
  { kind: 'SILENT', action: 'OPEN_ANSWERS', ...person('Erin Walsh'), runs: 4, date: aDate(dates.answered) },
  {
    ...{ kind: 'LOW_PARTICIPATION', action: 'OPEN_RUN', ...report, date: aDate(dates.answered) },
    ...{ meetingName: 'Retrospective of platform engineering', answered: 1, asked: 7 },
  },
  {
    ...{ kind: 'GOAL_CARRIED', action: 'OPEN_ANSWERS', ...person('Deepak Rao') },
    ...{ goal: longText.trim(), count: 2, times: 3 },
  },
  { kind: 'GOAL_DROPPED', action: 'OPEN_ANSWERS', ...person('Ann Moreau'), goal: 'Clean up', count: 1, times: 0 },
];
const listed = (items: readonly AttentionLine[]) => gives({ teamId: aMeetingId(), items, totalItems: items.length });

const attention = 'report/attention/*';

const why = (name: string, text: string, more: Partial<MeetingWhy> = {}): Screen => ({
  name: `report-why-${name}`,
  who: 'ann',
  open: async (page, address) => {
    await page.route(
      '**/api/meeting/why/**',
      changes((data: MeetingWhy) => ({ ...data, text, messages: [], ...more })),
    );
    await openDemoReport(page, address);
    await page
      .getByRole('button', { name: /^(When|Why not) asked\?/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText(text).waitFor();
  },
});

const goals = (name: string, hitRate: Pick<NonNullable<PersonReport['hitRate']>, 'done' | 'settled' | 'carried'>) =>
  ({
    name: `person-goals-${name}`,
    who: 'bob',
    open: async (page, address) => {
      const period = { from: aDate('2026-10-21'), to: aDate(dates.today) };
      await page.route(
        '**/api/report/person/**',
        changes((data: PersonReport) => ({ ...data, hitRate: { ...hitRate, ...period } })),
      );
      await page.goto(`${address}/?date=${dates.answered}`);
      await page.getByRole('link', { name: 'Bob Lindqvist' }).click();
      await page.getByText('Only you see this').waitFor();
    },
  }) satisfies Screen;

export const dayMemberTeamScreenStates: readonly Screen[] = [
  state('day-skipped-snoozed', {
    at: '/',
    answers: {
      'meeting/getreport/**': changes((day: DailyReport) => ({
        ...day,
        reports: day.reports.slice(0, 1).map((shown) => ofBigTeam(withStates(shown))),
      })),
    },
    then: (page) => page.getByRole('button', { name: 'Show all 60' }).waitFor(),
    shows: 'Snoozed until',
    who: 'ann',
  }),
  state('day-averages', {
    at: '/',
    answers: {
      'meeting/getreport/**': changes((day: DailyReport) => ({
        ...day,
        reports: day.reports.map((shown) => ({ ...shown, averages })),
      })),
    },
    shows: 'Average: 3.8 of 5 · 8 answers',
    who: 'ann',
  }),
  state('attention', {
    at: '/',
    answers: { [attention]: listed(lines) },
    then: (page) => page.getByRole('button', { name: 'Show all 7' }).click(),
    shows: 'dropped: Clean up',
    who: 'bob',
  }),
  state('attention-none', {
    at: '/',
    answers: { [attention]: listed([]) },
    shows: 'Nothing needs attention',
    who: 'bob',
  }),
  state('attention-failed', {
    at: '/',
    answers: { [attention]: refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'could not be loaded',
    who: 'bob',
  }),
  state('attention-loading', {
    at: '/',
    answers: { [attention]: neverAnswers },
    shows: 'Loading the items that need attention',
    who: 'bob',
  }),
  why('skipped', `${longName} skipped this run at 10:05 (UTC). Reason: ${longText.trim()}`),
  why('snoozed', 'Deepak Rao snoozed the questions and gets them again at 11:00 (UTC).'),
  goals('reached', { done: 14, settled: 17, carried: 2 }),
  goals('carried', { done: 0, settled: 0, carried: 3 }),
];
