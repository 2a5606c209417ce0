import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { skip } from '../../../bot/src/store/kinds/answers/skipAndSnooze.ts';
import {
  meeting as meetingKind,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { blockerAfterAnswer } from '../../../bot/src/services/answers/blockerAfterAnswer.ts';
import { changeBlocker } from '../../../bot/src/domain/blockers/blockerStateAndAllowedChanges.ts';
import { readCounts } from '../../../bot/src/services/runs/state/runCountsAndLogSteps.ts';
import { settleRunRow } from '../../../bot/src/services/runs/state/settleRunRow.ts';
import { readRun } from '../../../bot/src/services/runs/readRunAndDayRows.ts';
import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aQuestion,
  aTeamId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';

// Writes random weeks of a team: raw rows of runs, answers, skips, sheets and holidays. The product writes the counts
// and the blockers.

export const orgId = anOrgId();
export const teamId = aTeamId();
/** The present instant of the world, a Thursday, so that its week is not over. */
export const now = '2026-11-26T12:00:00Z';
export const people = ['ann', 'bob', 'cy', 'dee'].map((name) => aMemberId(name));
const qid = (name: string) => aQuestion({ id: name as never }).id;

const standupQuestions = [
  aQuestion({ id: qid('plan'), sequence: 1, text: 'Plan?', isTimesheetQuestion: true }),
  aQuestion({ id: qid('mood'), sequence: 2, text: 'Mood?', type: 'SCALE', lowLabel: 'Bad', highLabel: 'Good' }),
  aQuestion({ id: qid('calls'), sequence: 3, text: 'Calls?', type: 'NUMBER', unit: '' }),
  aQuestion({ id: qid('ways'), sequence: 4, text: 'Ways?', type: 'MULTIPLE', options: ['Email', 'Phone', 'Visit'] }),
  aQuestion({
    ...{ id: qid('blocked'), sequence: 5, text: 'Blocked?', type: 'OPTIONS', options: ['No', 'Yes'] },
    ...{ isBlocker: true, blockingOptions: ['Yes'] },
  }),
  aQuestion({ id: qid('due'), sequence: 6, text: 'Due?', type: 'DATE' }),
];
/** The questions of an earlier form of the report, in which "ways" had other options. */
const earlierQuestions = standupQuestions.map((question) =>
  question.id === 'ways' ? aQuestion({ ...question, options: ['Email', 'Letter'] }) : question,
);

/** Reports of the team. The last report is deleted, but its runs still exist. */
export const reports = ['daily', 'late', 'gone'].map((name) =>
  aMeeting({ id: aMeetingId(name), name, teamId, members: people }),
);
export const isDeleted = ({ name }: Pick<Meeting, 'name'>): boolean => name === 'gone';

const dayMs = 86_400_000;
export const dateFrom = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const present = people.map((memberId) => ({ memberId, isEnabled: true, leftOn: null }) as never);
const teamRow = {
  ...({
    teamId,
    name: 'Platform',
    state: 'CONNECTED',
    kind: 'TEAM',
    tid: null,
    threadId: null,
    serviceUrl: null,
  } as const),
  ...{ language: null, createdOn: anInstant('2026-01-01T00:00:00Z') },
};

/** Returns a random number that is at least 0 and less than 1. */
export type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const zones = ['Europe/Berlin', 'America/New_York'] as const;
const openingHour = { 'Europe/Berlin': 9, 'America/New_York': 14 } as const;

const runOf = (random: Random, meeting: Meeting, date: string, isEarlier: boolean): Run => {
  const at = (hour: number) => anInstant(`${date}T${String(hour).padStart(2, '0')}:00:00Z`);
  const state =
    date === dateFrom(now.slice(0, 10), 0)
      ? 'OPEN'
      : pick(random, ['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED', 'MISSED'] as const);
  return {
    ...{ meetingId: meeting.id, meetingName: meeting.name, type: 'STANDUP', date: aDate(date), state, reason: null },
    ...{
      source: 'SCHEDULE',
      round: 1,
      // The first report had another zone at the time of the run. Trends use the present zone of the report, also for
      // the blockers of earlier runs.
      timezone: meeting.id === reports[0]?.id ? aZone('Pacific/Auckland') : meeting.timezone,
      opensAt: at(9),
      closesAt: at(20),
      graceEndsAt: at(23),
    },
    instants: zones.map((zone) => ({
      ...{ zone: zone as Run['timezone'], opensAt: at(openingHour[zone]), closesAt: at(20), graceEndsAt: at(23) },
      ...{ firstReminderAt: null, secondReminderAt: null },
    })),
    members: people
      .filter(() => random() < 0.9)
      .map((memberId) => ({
        ...{ memberId, name: memberId, zone: pick(random, zones) as Run['timezone'] },
        ...{ away: random() < 0.1 ? 'VACATION' : null, dropped: random() < 0.05 },
      })),
    questions: isEarlier ? [...earlierQuestions] : [...standupQuestions],
    ...{ channelId: null, isReportSummaryInChat: true, completedAt: null },
    ...{ publicBroadcastMessage: '', firstReminderMessage: '', secondReminderMessage: '' },
  };
};

const goalOf = (random: Random, index: number): Answer['goals'][number] => {
  const state = pick(random, ['DONE', 'CARRIED', 'DROPPED', undefined] as const);
  const ticked = state === 'DONE' || (state === undefined && random() < 0.5);
  return {
    id: String(index).padStart(16, 'a'),
    text: `Goal ${index}`,
    ticked,
    ...(state === undefined ? {} : { state }),
  };
};

/**
 * Returns a random answer. If `drift` grows over time, the mood falls and the answers come later, so that some claims
 * report a change.
 */
const answerOf = (random: Random, run: Run, memberId: Run['members'][number]['memberId'], drift: number): Answer => {
  const blocked = random() < 0.2;
  const minutes = Math.floor(random() ** 2 * (200 + 400 * drift)) - (random() < 0.1 ? 90 : 0);
  const zone = run.members.find((member) => member.memberId === memberId)?.zone;
  const opensAt = run.instants.find((instant) => instant.zone === zone)?.opensAt ?? run.opensAt;
  const mood = Math.min(5, Math.max(1, Math.round(5 - 3 * drift * random() - random())));
  const ways = ['Email', 'Phone', 'Visit'].filter(() => random() < 0.4 + 0.3 * drift).join('\n');
  const all: Record<string, string> = {
    ...{ plan: 'Work', mood: String(mood), calls: String(Math.floor(random() * 90) / 10) },
    ...{ ways: run.questions.some(({ id, options }) => id === 'ways' && options.includes('Letter')) ? 'Email' : ways },
    blocked: blocked ? 'Yes' : 'No',
    due: random() < 0.7 ? dateFrom(run.date, Math.floor(random() * 40 * (1 + drift)) - 9) : '',
  };
  const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return {
    ...{ meetingId: run.meetingId, memberId, date: run.date, values, hasBlocker: blocked, isGoalAchieved: false },
    goals: Array.from({ length: Math.floor(random() * 4) }, (_, index) => goalOf(random, index)),
    answeredAt: anInstant(
      new Date(Date.parse(opensAt) + minutes * 60_000 + Math.floor(random() * 59_999)).toISOString(),
    ),
    ...{ editedAt: null, isLate: random() < 0.1, isAhead: minutes < 0, sentFrom: null },
  };
};

/** A blocker that the test derives from the answers and from the presses of "Resolved", without rows of the product. */
export interface SeenBlocker {
  readonly meetingId: string;
  readonly since: string;
  endedAt: string | null;
}

export interface TrendWorld {
  readonly store: SqliteStore;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly runs: readonly Run[];
  readonly answers: readonly Answer[];
  readonly skips: readonly { readonly meetingId: string; readonly date: string; readonly memberId: string }[];
  readonly sheets: readonly {
    readonly date: string;
    readonly minutes: number;
    readonly byMeeting: Readonly<Record<string, number>>;
  }[];
  readonly holidays: readonly string[];
  readonly blockers: readonly SeenBlocker[];
  readonly olderRows: number;
}

/** Writes the rows of `weeks` weeks. With `drift` 0, the answers do not change over time. */
export const writeTrendWorld = async (
  random: Random,
  { weeks, drift }: { readonly weeks: number; readonly drift: number },
): Promise<TrendWorld> => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock(now);
  const records = inOrg(store, orgId);
  const today = now.slice(0, 10);
  const world = {
    runs: [] as Run[],
    answers: [] as Answer[],
    skips: [] as TrendWorld['skips'][number][],
    sheets: [] as TrendWorld['sheets'][number][],
  };
  const holidays: string[] = [];
  const blockers: SeenBlocker[] = [];
  const rows = new Map<string, NonNullable<Parameters<typeof blockerAfterAnswer>[2]>['value']>();
  let olderRows = 0;
  await records.insert(teamKind, { teamId }, teamRow);
  for (const meeting of reports) {
    await records.insert(meetingPointer, { meetingId: meeting.id }, { meetingId: meeting.id, teamId });
    if (!isDeleted(meeting)) await records.insert(meetingKind, { teamId, meetingId: meeting.id }, meeting);
  }
  const openOf = (meetingId: string, memberId: string) => rows.get(`${meetingId} ${memberId}`);
  const seen = new Map<string, SeenBlocker>();
  const resolve = (key: string, at: string): void => {
    const row = rows.get(key);
    if (row?.isOpen !== true) return;
    const result = changeBlocker(row, { action: 'RESOLVE' }, { memberId: null, at: anInstant(at) });
    if (result.is === 'CHANGED') rows.set(key, { ...row, ...result.next });
    const own = seen.get(key);
    if (own !== undefined) own.endedAt = at;
  };
  for (let back = weeks * 7; back >= 0; back -= 1) {
    const date = dateFrom(today, -back);
    if (random() < 0.03) {
      holidays.push(date);
      await records.insert(holiday, { teamId, date: aDate(date) }, { date: aDate(date), name: 'Holiday' });
    }
    const age = drift * (1 - back / (weeks * 7));
    for (const meeting of reports) {
      if (random() < 0.25) continue;
      const run = runOf(random, meeting, date, back > weeks * 4);
      const key = { teamId, meetingId: meeting.id, date: run.date };
      await records.insert(runKind, key, run);
      world.runs.push(run);
      for (const memberId of people) {
        const isMember = run.members.some((member) => member.memberId === memberId);
        const chance = random();
        if (isMember && chance < 0.1) {
          world.skips.push({ meetingId: meeting.id, date, memberId });
          await records.insert(
            skip,
            { ...key, memberId },
            {
              ...key,
              memberId,
              skippedAt: run.opensAt,
              reason: '',
              sentFrom: null,
            },
          );
        }
        if (chance < 0.05 || chance > 0.85 - age * 0.4 || (!isMember && chance < 0.5)) continue;
        const answer = answerOf(random, run, memberId, age);
        world.answers.push(answer);
        await records.insert(answerKind, { ...key, memberId }, { ...answer, givenTo: null });
        const place = `${meeting.id} ${memberId}`;
        const before = openOf(meeting.id, memberId);
        const stored = before === undefined ? undefined : { value: before, etag: '' as never, key: { pk: '', rk: '' } };
        const target = { teamId, meetingId: meeting.id, memberId, date: run.date, questions: run.questions } as never;
        const after = blockerAfterAnswer(
          { target, openBlocker: undefined, needed: undefined },
          answer,
          stored,
          answer.answeredAt,
        );
        if (after.value !== undefined) rows.set(place, after.value);
        const own = seen.get(place);
        if (answer.hasBlocker && (own === undefined || own.endedAt !== null)) {
          const begun = { meetingId: meeting.id, since: date, endedAt: null };
          seen.set(place, begun);
          blockers.push(begun);
        }
        if (!answer.hasBlocker && own?.endedAt === null) own.endedAt = answer.answeredAt;
      }
      if (random() < 0.2)
        resolve(
          `${meeting.id} ${pick(random, people)}`,
          `${date}T21:${String(Math.floor(random() * 59)).padStart(2, '0')}:00.000Z`,
        );
    }
    for (const memberId of people) {
      if (random() < 0.4) continue;
      const byMeeting = Object.fromEntries(
        reports.filter(() => random() < 0.5).map(({ id }) => [id, Math.floor(random() * 120)]),
      );
      const rest = random() < 0.5 ? Math.floor(random() * 90) : 0;
      const minutes = Object.values(byMeeting).reduce((sum, own) => sum + own, rest);
      world.sheets.push({ date, minutes, byMeeting });
      await records.insert(
        sheet,
        { teamId, date: aDate(date), memberId },
        { date: aDate(date), memberId, tasks: [], minutes, byMeeting, moved: {} },
      );
    }
  }
  for (const [place, value] of rows) {
    const [meetingId = '', memberId = ''] = place.split(' ');
    await records.insert(blocker, { teamId, meetingId: meetingId as never, memberId: memberId as never }, value);
  }
  for (const [index, run] of world.runs.entries()) {
    const key = { teamId, meetingId: run.meetingId, date: run.date };
    const runRows = await readRun(records, key);
    if (runRows.run === undefined) throw new Error('The run exists.');
    const meeting = { id: run.meetingId, teamId, members: people, observers: null };
    const stored = runRows.run;
    const before = await readCounts(records, key);
    const read = { stored, rows: runRows, counts: before, people: present, meeting };
    const settled = await settleRunRow({ store, clock }, records, read);
    world.runs[index] = settled ?? run;
    if (random() < 0.7) continue;
    // Rewrites the row as a version without measures would have written it.
    const counts = await records.get(daySummary, key);
    if (counts === undefined) throw new Error('The run has counts.');
    const { measures, figures, ...older } = counts.value;
    olderRows += measures == null ? 0 : 1;
    const withoutForm = figures?.map(({ form, ...item }) => (form === undefined ? item : item));
    await records.replace(
      daySummary,
      key,
      { ...older, ...(withoutForm === undefined ? {} : { figures: withoutForm }) },
      counts.etag,
    );
  }
  return { store, clock, ...world, holidays, blockers, olderRows };
};

export const reader = {
  ...{ orgId, userId: null, memberId: null, name: 'A reader', role: 'user', teamIds: [teamId], locale: 'en' },
} satisfies Actor;
