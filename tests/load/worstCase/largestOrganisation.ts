import { billingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Question, QuestionOf } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { RecordStep } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { profile } from '../../../bot/src/store/kinds/identity/accountProfileAndPassword.ts';
import { memberOrg } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { orgMember, orgUser } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import {
  memberTeam,
  teamMemberPointer,
} from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import {
  dayHoliday,
  dayVacation,
  holiday,
  vacation,
} from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { answer, history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet, week as weekKind } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { plan } from '../../../bot/src/store/kinds/answers/latestPlan.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { orgActivity, teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { template } from '../../../bot/src/store/kinds/meetings/meetingTemplate.ts';
import { withoutIds } from '../../../bot/src/services/meetings/templateListAndStoredFields.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import type { Row, Table } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aTeamId,
  aTemplateRow,
  aUserId,
  idOf,
} from '../../support/data/idDateAndRecordBuilders.ts';

// Writes the largest organisation that the limits permit as rows: a team of 1,000 members with 180 of 200 permitted
// reports, one of which all members answered on each of the last 90 days. Calls can create the other 20 reports.

/** Every tenth of all zones. The members are spread over these zones, so that a run has many instants. */
const standardZones = Intl.supportedValuesOf('timeZone')
  .filter((_, index) => index % 10 === 0)
  .map((zone) => zone as Meeting['timezone']);

const orgId = anOrgId('contoso');
const teamId = aTeamId('platform');
const today = aDate('2026-11-20');
const days = 90;
const since = anInstant('2026-11-01T08:00:00Z');
const at = anInstant('2026-11-20T09:00:00Z');

/** Names of all members except ann, bob and cy, who are already in the team. */
const crowd = Array.from({ length: limits.members - 3 }, (_, index) => `crowd${index}`);
export const names = ['ann', 'bob', 'cy', ...crowd] as const;
export const allMembers: readonly MemberId[] = names.map((name) => aMemberId(name));
const zoneOf = (index: number) => standardZones[index % standardZones.length] ?? null;

const question = (index: number): QuestionOf<'OPTIONS'> => ({
  ...{ id: `q${index}` as Meeting['questions'][number]['id'], sequence: index + 1, text: `${index} why? `.repeat(30) },
  ...{ type: 'OPTIONS', isBlocker: true, isTimesheetQuestion: false },
  options: Array.from({ length: limits.options }, (_, option) => `${option} ${'choice '.repeat(12)}`.trim()),
  blockingOptions: [`0 ${'choice '.repeat(12)}`.trim()],
});
const questions: readonly Question[] = [
  ...Array.from({ length: limits.questions - 1 }, (_, index) => question(index)),
  { ...question(limits.questions - 1), type: 'TEXT', options: [], blockingOptions: [], isBlocker: false },
];
const values = Object.fromEntries(questions.map(({ id, options }) => [id, options[0] ?? 'Things '.repeat(40)]));

export const largeMeeting = aMeeting({
  ...{
    id: aMeetingId('large'),
    name: 'Large',
    teamId,
    members: [...allMembers],
    questions: [...questions],
    timeBasis: 'MEMBER',
  },
  ...{ createdBy: aMemberId('ann'), timezone: 'UTC' as Meeting['timezone'], firstRun: addDays(today, -days) },
});
/** Number of reports that calls can still create, because some calls create one at each attempt. */
const roomForCalls = 20;
const meetings: readonly Meeting[] = [
  largeMeeting,
  // bob's daily report is already in the team. Two people have created the others, because one person may create only
  // `limits.meetingsPerPerson` reports.
  ...Array.from({ length: limits.meetingsPerTeam - 2 - roomForCalls }, (_, index) => ({
    ...largeMeeting,
    ...{ id: aMeetingId(`large ${index}`), name: `Large ${index}`, time: (index * 7) % 1440 },
    ...{ timeBasis: 'MEETING' as const, createdBy: aMemberId(index % 2 === 0 ? 'crowd0' : 'crowd1') },
  })),
];

const runOf = (meeting: Meeting, date: LocalDate, state: Run['state']): Run => {
  const opensAt = anInstant(`${date}T07:00:00Z`);
  const closesAt = anInstant(`${date}T20:00:00Z`);
  const graceEndsAt = anInstant(`${addDays(date, 1)}T07:00:00Z`);
  return {
    ...{ meetingId: meeting.id, meetingName: meeting.name, type: 'STANDUP', date, state, source: 'SCHEDULE', round: 1 },
    ...{ reason: state === 'OPEN' ? null : 'WINDOW_OVER', timezone: meeting.timezone, opensAt, closesAt, graceEndsAt },
    instants: standardZones.map((zone) => ({
      ...{ zone, opensAt, firstReminderAt: null, secondReminderAt: null, closesAt, graceEndsAt },
    })),
    members: allMembers.map((memberId, index) => ({
      ...{ memberId, name: `Member ${index}`, zone: zoneOf(index) ?? meeting.timezone, away: null, dropped: false },
    })),
    ...{ questions: meeting.questions, channelId: null, isReportSummaryInChat: true, completedAt: null },
    ...{ publicBroadcastMessage: '', firstReminderMessage: '', secondReminderMessage: '' },
  };
};

type Put = (step: RecordStep) => void;

/** Writes the rows of many steps in batches of several thousand. */
const writerFor = ({ admin }: SqliteStore) => {
  let rows = new Map<Table, Row[]>();
  const flush = async (): Promise<void> => {
    const full = rows;
    rows = new Map();
    for (const [table, all] of full) await admin.bulkPut(table, all);
  };
  const put: Put = ({ table, step }) => {
    if (step.do !== 'insert') throw new Error('Only new rows are written.');
    const existing = rows.get(table);
    if (existing === undefined) rows.set(table, [step.row]);
    else existing.push(step.row);
  };
  return { put, flush };
};

type Records = ReturnType<typeof inOrg>;

const putPerson = (store: SqliteStore, records: Records, put: Put, [name, index]: readonly [string, number]): void => {
  const [memberId, userId] = [aMemberId(name), aUserId(name)];
  const person = { memberId, name: `Member ${index}`, email: `${name}@example.test`, thumbnailUrl: null };
  const identity = { tid: 'tenant-contoso', oid: `oid-${name}`, teamsUserId: `29:${name}` };
  const zone = { timezone: zoneOf(index), timezoneFrom: null, locale: null, localeFrom: null };
  const reach = { isMuted: false, mutedUntil: null, unreachable: null, unreachableSince: null, conversationId: null };
  put(outside(store).insertStep(memberOrg, { memberId }, { orgId, memberId }));
  put(
    records.insertStep(
      orgMember,
      { memberId },
      { ...person, ...identity, role: 'user', userId, createdOn: since, inviteRound: null },
    ),
  );
  put(records.insertStep(memberTeam, { memberId, teamId }, { teamId }));
  put(records.insertStep(teamMemberPointer, { memberId, teamId }, { memberId }));
  put(records.insertStep(orgUser, { userId }, { userId, memberId, role: 'user' }));
  put(
    records.insertStep(
      teamMember,
      { teamId, memberId },
      { ...person, ...identity, ...zone, ...reach, isEnabled: true, leftOn: null, serviceUrl: null },
    ),
  );
  put(
    outside(store).insertStep(
      profile,
      { userId },
      {
        ...{ userId, firstName: 'Member', lastName: String(index), email: person.email, phone: null, photoUrl: null },
        ...{ sessionEpoch: 1, isConfirmed: true, lastOrgId: orgId, locale: null, createdOn: since },
      },
    ),
  );
  for (const month of ['202610', '202611'].map((text) => billingMonth.parse(text)))
    put(
      records.insertStep(
        usage,
        { month, memberId },
        { memberId, event: 'ANSWER', at: since, meetingId: largeMeeting.id },
      ),
    );
};

export const taskIdOf = (date: LocalDate, index: number): string =>
  `${date.replaceAll('-', '')}-${idOf(`task ${index}`)}`;

const taskOf = (date: LocalDate, index: number, task: string) => ({
  ...{ id: taskIdOf(date, index), meetingId: largeMeeting.id, task, minutes: 7 },
  ...{ source: 'PERSON' as const, lineId: null, editedByPerson: false },
});

const putAnswer = (records: Records, put: Put, date: LocalDate, memberId: MemberId): void => {
  const meetingId = largeMeeting.id;
  const key = { teamId, meetingId, date, memberId };
  const isToday = date === today;
  const goals = [{ id: 'a'.repeat(16), text: 'Goal', ticked: true }];
  const flags = { hasBlocker: true, isGoalAchieved: true, isLate: false, isAhead: false };
  const content = isToday ? values : { [questions[0]?.id ?? '']: 'Things' };
  const answered = { answeredAt: anInstant(`${date}T09:00:00Z`), editedAt: null, sentFrom: null, givenTo: null };
  put(records.insertStep(answer, key, { meetingId, memberId, date, values: content, goals, ...flags, ...answered }));
  put(records.insertStep(history, key, { meetingId, date, hasBlocker: true, goals }));
  const count = memberId === aMemberId('ann') ? limits.tasksPerDay : 2;
  const text = 'Wrote the parser and its tests. '.repeat(memberId === aMemberId('ann') ? 15 : 1).trim();
  const tasks = Array.from({ length: count }, (_, index) => taskOf(date, index, text));
  const minutes = 7 * count;
  put(
    records.insertStep(
      sheet,
      { teamId, date, memberId },
      { date, memberId, tasks, minutes, byMeeting: { [meetingId]: minutes }, moved: {} },
    ),
  );
};

const putLatest = (records: Records, put: Put, memberId: MemberId, index: number): void => {
  const key = { teamId, meetingId: largeMeeting.id, memberId };
  const text = 'Waits for an answer. '.repeat(20);
  const lines = Array.from({ length: limits.taskLines }, (_, line) => ({ id: `${line}`.padStart(16, 'a'), text }));
  put(records.insertStep(plan, key, { date: addDays(today, -1), lines, previous: null }));
  put(
    records.insertStep(blocker, key, {
      ...{ memberId, isOpen: true, since: addDays(today, -days), date: today, text, openedAt: since, closedAt: null },
      life: {
        ...{ since: addDays(today, -days), state: 'ACKNOWLEDGED', text: '', changedAt: since, changedBy: memberId },
        ...{ neededId: aMemberId('ann'), needs: 1, backs: 0, note: text, noteBy: memberId },
      },
      numbers: { needs: 1, backs: 0 },
    }),
  );
  if (memberId === aMemberId('ann')) return;
  const week = { teamId, memberId, monday: aDate('2026-11-09') };
  put(
    records.insertStep(weekKind, week, {
      ...{ monday: week.monday, memberId, state: 'SUBMITTED', note: null, changedAt: since, moves: 1, submission: 1 },
    }),
  );
  const ms = Date.parse(at) - index;
  const log = { actor: `Member ${index}`, at, message: 'activity.answered', before: null, after: null };
  for (const [place, event] of [1, 2, 3, 4, 5].map((value) => [value, idOf(`${index} ${value}`)] as const)) {
    const entry = { objectId: largeMeeting.id, ms: ms - place * 1000, eventKey: event };
    put(records.insertStep(teamActivity, { teamId, ...entry }, { ...log, values: { date: today } }));
    const renamed = { ...log, message: 'activity.orgRenamed', values: { before: 'a', after: 'b' } };
    put(records.insertStep(orgActivity, { ...entry, objectId: orgId }, renamed));
  }
};

const putMeetings = (records: Records, put: Put): void => {
  for (const meeting of meetings) {
    const meetingId = meeting.id;
    put(records.insertStep(meetingPointer, { meetingId }, { meetingId, teamId }));
    put(records.insertStep(meetingKind, { teamId, meetingId }, meeting));
    put(records.insertStep(meetingName, { teamId, name: meeting.name }, { meetingId }));
    put(records.insertStep(runKind, { teamId, meetingId, date: today }, runOf(meeting, today, 'OPEN')));
  }
};

const putDay = (records: Records, put: Put, date: LocalDate): void => {
  const key = { teamId, meetingId: largeMeeting.id, date };
  if (date !== today) put(records.insertStep(runKind, key, runOf(largeMeeting, date, 'COMPLETED')));
  const counts = { asked: allMembers.length, answered: allMembers.length, goals: 10, blockers: 10, late: 0 };
  put(records.insertStep(daySummary, key, { date, state: date === today ? 'OPEN' : 'COMPLETED', ...counts }));
  for (const memberId of allMembers) putAnswer(records, put, date, memberId);
};

const putTemplates = (records: Records, put: Put): void => {
  const content = { questions: withoutIds(questions), createdBy: aMemberId('ann') };
  for (let index = 0; index < limits.templatesPerOrg - roomForCalls; index += 1) {
    const row = aTemplateRow({ ...content, name: `Large ${index}` });
    put(records.insertStep(template, { name: row.name }, row));
  }
};

/** Adds days off of the team and of ann over two years, which every plan reads. */
const putDaysOff = (records: Records, put: Put): void => {
  const memberId = aMemberId('ann');
  for (let ahead = 30; ahead < 730; ahead += 2) {
    const date = addDays(today, ahead);
    put(records.insertStep(holiday, { teamId, date }, { date, name: 'Holiday' }));
    put(records.insertStep(dayHoliday, { teamId, date }, { date }));
    put(records.insertStep(vacation, { memberId, date }, { memberId, date }));
    put(records.insertStep(dayVacation, { teamId, date, memberId }, { memberId, date }));
  }
};

/** Fills Contoso's Platform team up to its limits. */
export const fillTeam = async (store: SqliteStore): Promise<void> => {
  const records = inOrg(store, orgId);
  const { put, flush } = writerFor(store);
  for (const [index, name] of crowd.entries()) putPerson(store, records, put, [name, index]);
  for (const [index, memberId] of allMembers.entries()) putLatest(records, put, memberId, index);
  putMeetings(records, put);
  putTemplates(records, put);
  putDaysOff(records, put);
  await flush();
  for (let behind = 0; behind < days; behind += 1) {
    putDay(records, put, addDays(today, -behind));
    await flush();
  }
};
