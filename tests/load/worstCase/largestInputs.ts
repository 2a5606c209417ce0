import type { InputOf, Endpoint } from '#contracts/core/endpoint.ts';
import * as account from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getBlockers } from '#contracts/blockers/blockerCalls.ts';
import { blockerStates } from '#contracts/blockers/blockerStatesAndActions.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import * as answers from '#contracts/answers/answerCardAndDraftCalls.ts';
import * as choices from '#contracts/answers/skipAndSnoozeCalls.ts';
import * as calendarFeed from '#contracts/daysOff/publishedCalendarFeed.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { previewCard } from '#contracts/answers/meetingCardPreview.ts';
import * as meetings from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { getSettings } from '#contracts/meetings/newMeetingDefaults.ts';
import * as users from '#contracts/people/userAndProfileCalls.ts';
import { getPersonReport } from '#contracts/reports/personReport.ts';
import * as registration from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { getGeneratedSummary, writeGeneratedSummary } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { searchAnswers } from '#contracts/search/searchAnswers.ts';
import * as sheets from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as downloads from '#contracts/timesheets/timesheetDownloadCalls.ts';
import * as weeks from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { previewDigest, saveDigest } from '#contracts/digests/digestCalls.ts';
import { digestSections } from '#contracts/digests/digestCadencesAndSections.ts';
import { saveTemplate } from '#contracts/meetings/templateCalls.ts';
import { saveLinkPatterns } from '#contracts/organisations/organisationCalls.ts';
import { getRollup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { downloadRollup, rollupDownloadToken } from '#contracts/rollup/rollupFileCalls.ts';
import { getTrends } from '#contracts/reports/getTrends.ts';
import { getWeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import * as vacations from '#contracts/daysOff/changeAndListDaysOff.ts';
import { importHolidays } from '#contracts/daysOff/holidayImport.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { aDate, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { routeCalls, sent } from '../../support/apps/permissionCallOfEachRoute.ts';
import type { Cell, PermissionWorld } from '../../support/apps/permissionWorldAndExpectedResults.ts';
import type { RawRequest } from '../../support/http/rawHttpClient.ts';
import { requestOf } from '../../support/apps/testApp.ts';
import { routesWithoutLargestInput } from './routesWithoutLargestInput.ts';
import { allMembers, largeMeeting, taskIdOf } from './largestOrganisation.ts';
import * as passwordChange from '#contracts/registration/changePassword.ts';

// Makes the largest input of each call. `routesWithoutLargestInput.ts` lists calls whose input does not matter; the
// test fails for a route in neither list.

type Make = (world: PermissionWorld, cell: Cell) => RawRequest | Promise<RawRequest>;

const largest = <E extends Endpoint>(
  endpoint: E,
  input: (world: PermissionWorld) => InputOf<E> | Promise<InputOf<E>>,
) =>
  [
    `${endpoint.method} ${endpoint.path}`,
    async (world) => requestOf(endpoint, (await input(world)) as object),
  ] as const satisfies [string, Make];

const teamId = aTeamId('platform');
const meetingId = largeMeeting.id;
const today = aDate('2026-11-20');
const from = addDays(today, -89);
const datesFrom = (first: number): ReturnType<typeof aDate>[] =>
  Array.from({ length: limits.vacationDates }, (_, index) => addDays(today, first + index));
const longText = (length: number): string =>
  'Wörter — 言葉 '
    .repeat(Math.ceil(length / 12))
    .slice(0, length)
    .trim();

/**
 * A digest of a sprint of eight weeks with all sections, answers and the most recipients. Later calls change the digest
 * that the first call created.
 */
const digestOf = () => ({
  ...{ teamId, name: longText(limits.nameLength), sections: [...digestSections] },
  schedule: {
    ...{
      cadence: 'SPRINT' as const,
      sprintWeeks: limits.sprintWeeks,
      sprintAnchor: today,
      time: 600,
      timezone: 'UTC',
    },
  },
  recipients: {
    memberIds: [...allMembers.slice(0, digestLimits.digestMembers)],
    emails: Array.from({ length: digestLimits.digestEmails }, (_item, index) => `digest${String(index)}@example.test`),
  },
  people: 'ANSWERS' as const,
});

const longPassword = `${longText(limits.passwordLength - 10)} x9`;
const people = { firstName: longText(limits.nameLength), lastName: longText(limits.nameLength) };

let fresh = 0;
const newName = (): string => {
  fresh += 1;
  return `${fresh} ${longText(limits.nameLength - 8)}`.trim();
};

const draft = () => {
  const { questions, ...rest } = largeMeeting;
  return {
    ...{ ...rest, questions: [...questions], id: meetingId, rev: undefined, time: 600 + (fresh % 60), name: newName() },
    ...{ publicBroadcastMessage: longText(limits.messageLength), firstReminderMessage: longText(limits.messageLength) },
  };
};

const values = () =>
  Object.fromEntries(
    largeMeeting.questions.map(({ id, options }) => [id, options[0] ?? longText(limits.answerLength)]),
  );

const ics = (event: readonly string[]): string => {
  const text = ['BEGIN:VEVENT', ...event, 'END:VEVENT', ''].join('\r\n');
  const count = Math.min(limits.icsEvents, Math.floor((limits.icsBytes - 100) / text.length));
  return `BEGIN:VCALENDAR\r\n${text.repeat(count)}END:VCALENDAR`;
};
const dailySince1900 = ics(['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY', 'SUMMARY:Day']);
const neverTrue = ics(['DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31']);

const filter = () => ({
  ...{
    teamId,
    startDate: from,
    endDate: today,
    users: [...allMembers.slice(0, limits.filterUsers)],
    meetingIds: [meetingId],
  },
});

const feedOf = async ({ app }: PermissionWorld) => {
  const { url } = await app.get('ann', calendarFeed.userFeed, { action: 'RENEW' });
  return { file: new URL(url ?? '').pathname.slice('/api/feed/'.length) };
};

/** No test submits this week, so the result does not depend on earlier attempts. */
const weekOfCy = { teamId, memberId: aMemberId('cy'), monday: aDate('2026-11-02') };

/** Forty days of 1,000 members are the most entries that a roll-up reads. */
const rollupOfMost = () => ({
  ...{ teamId, meetings: meetingId, preset: 'RANGE' as const, from: addDays(today, -39), to: today },
  by: 'QUESTION' as const,
});

const largestRollup = () => ({ ...rollupOfMost(), format: 'CSV' as const });

export const largestInputs: Readonly<Record<string, Make>> = Object.fromEntries([
  largest(account.login, () => ({ email: 'ann@example.test', password: longPassword })),
  largest(passwordChange.changePassword, () => ({
    ...{ oldPassword: longPassword, newPassword: longPassword, passwordConfirmation: longPassword },
  })),
  largest(registration.register, () => ({
    ...{ ...people, email: `${String((fresh += 1)).padStart(60, 'a')}@example.test`, password: longPassword },
    organizationName: longText(limits.nameLength),
  })),
  largest(meetings.saveMeeting, draft),
  largest(meetings.isMeetingNameExists, () => ({ teamId, name: longText(limits.nameLength) })),
  largest(getGeneratedSummary, () => ({ teamId, meetingId, date: addDays(today, -1) })),
  largest(writeGeneratedSummary, () => ({ teamId, meetingId, date: addDays(today, -2) })),
  largest(saveTemplate, () => ({ meetingId, name: newName() })),
  largest(saveDigest, digestOf),
  largest(previewDigest, digestOf),
  largest(saveLinkPatterns, () => ({
    linkPatterns: Array.from({ length: limits.linkPatterns }, (_item, index) => ({
      prefix: `${'P'.repeat(limits.linkPrefixLength - 3)}${String(index + 10)}-`,
      url: `https://links.test/{key}/`.padEnd(limits.linkUrlLength, 'x'),
    })),
  })),
  largest(previewCard, () => ({ meeting: { ...draft(), id: undefined } })),
  largest(previewMeeting, () => ({
    meeting: { ...draft(), id: undefined, timeBasis: 'MEMBER' as const, members: [...allMembers.slice(0, 25)] },
    count: limits.previewRuns,
  })),
  largest(getBlockers, () => ({ states: [...blockerStates], sort: 'NEEDED' as const, pageCount: 100 })),
  largest(getRollup, rollupOfMost),
  largest(rollupDownloadToken, largestRollup),
  largest(downloadRollup, largestRollup),
  largest(getActivities, () => ({
    ...{ objectType: 'Meeting' as const, objectId: meetingId, startDate: from, endDate: today, timezone: 'UTC' },
    pageCount: 1000,
  })),
  largest(vacations.saveVacation, () => ({
    ...{ objectType: 'User' as const, objectId: aMemberId('ann'), dates: datesFrom(800 + (fresh += 1)) },
  })),
  largest(vacations.deleteVacation, () => ({
    ...{ objectType: 'User' as const, objectId: aMemberId('ann'), dates: datesFrom(30) },
  })),
  largest(importHolidays, () => {
    fresh += 1;
    return { teamId, ics: fresh % 2 === 0 ? dailySince1900 : neverTrue, timezone: 'UTC', preview: true };
  }),
  largest(choices.skipRun, () => ({ meetingId, date: today, reason: longText(limits.skipReasonLength) })),
  largest(answers.saveAnswer, () => ({ meetingId, date: today, values: values() })),
  largest(answers.saveAnswerDraft, () => ({ meetingId, date: today, values: values(), version: null })),
  largest(searchAnswers, () => ({ q: longText(limits.searchLength) })),
  largest(getReport, () => ({ teamId, meetingId, date: today })),
  largest(getTrends, () => ({ teamId, meetingId, days: '90' as const })),
  largest(getWeeklyTrends, () => ({ teamId, weeks: '26' as const })),
  largest(getPersonReport, () => ({ memberId: aMemberId('ann'), from, to: today })),
  largest(sheets.getTimesheet, () => ({ ...filter(), count: 100, pageNumber: 100 })),
  largest(sheets.saveTask, () => ({
    ...{ meetingId, task: longText(limits.taskLength), date: addDays(today, -200), hours: 1, minutes: 0 },
  })),
  // Each attempt uses another day, of which no row has been deleted yet.
  largest(sheets.deleteTask, () => ({ meetingId, id: taskIdOf(addDays(today, -30 - (fresh += 1)), 0) })),
  largest(downloads.downloadToken, () => ({ filter: { ...filter(), format: 'CSV' as const } })),
  largest(downloads.downloadTimesheet, () => ({
    filter: JSON.stringify({ ...filter(), users: [], format: 'CSV' as const }),
  })),
  largest(calendarFeed.readFeed, feedOf),
  largest(weeks.returnWeek, () => ({ ...weekOfCy, note: longText(limits.messageLength) })),
  largest(weeks.reopenWeek, () => ({ ...weekOfCy, note: longText(limits.messageLength) })),
  largest(registration.resetPassword, () => ({
    ...{ code: 'A'.repeat(43), newPassword: longPassword, passwordConfirmation: longPassword },
  })),
  largest(users.getProfile, () => ({ fields: Array.from({ length: 20 }, () => 'firstName') })),
  largest(getSettings, () => ({
    keys: Array.from({ length: 50 }, (_, index) =>
      index === 0 ? 'DefaultStandupQuestions' : `${index}`.padEnd(100, 'k'),
    ),
  })),
  largest(users.updateProfile, () => people),
]);

/** Returns the usual call of a route that is listed in `routesWithoutLargestInput.ts`. */
export const usualRequest = async (name: string, world: PermissionWorld, cell: Cell): Promise<RawRequest> => {
  const call = routeCalls.find((routeCall) => routeCall.name === name);
  if (call === undefined || !routesWithoutLargestInput.has(name))
    throw new Error(
      `${name} has no largest input and is not listed in tests/load/worstCase/routesWithoutLargestInput.ts`,
    );
  if (call.endpoint !== null) return requestOf(call.endpoint, await sent(call, cell, world));
  const [method = 'GET', target = '/'] = name.split(' ');
  return { method, target };
};

/**
 * Returns the names of all routes. Those with a largest input come first, because other calls delete members and
 * reports.
 */
export const worstCaseNames = (): readonly string[] => {
  const names = routeCalls.map(({ name }) => name);
  const isLargest = (name: string): boolean => largestInputs[name] !== undefined;
  return [...names.filter(isLargest), ...names.filter((name) => !isLargest(name))];
};

/**
 * Inputs that the server rejects only after it has done all the work, such as a wrong password of the largest size. A
 * skip and a snooze are rejected because the member has answered, which the server knows after it has read the whole
 * run.
 */
const refusedAtTheEnd: ReadonlySet<string> = new Set([
  ...[
    ...[account.login, passwordChange.changePassword, registration.register, importHolidays],
    ...[choices.skipRun, choices.snoozeRun],
  ].map(({ method, path }) => `${method} ${path}`),
]);

/** True if the worst case of a route must succeed, because a rejection would measure nothing. */
export const mustSucceed = (name: string): boolean => {
  const call = routeCalls.find((routeCall) => routeCall.name === name);
  const isAllowed = call?.open === null && (call.allowed === 'OK' || call.allowed === 'HTTP 200');
  return call?.endpoint !== null && isAllowed && !refusedAtTheEnd.has(name);
};
