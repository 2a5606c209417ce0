import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { getMeeting, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { planLines } from '../../../bot/src/domain/answers/planLinesAndGoals.ts';
import { questionIds, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import type { StandupTexts } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

// Tests one cycle over HTTP: save, heartbeat, card, answer and report. Berlin is an hour ahead of UTC; ann and bob are
// prompted.

const monday = aDate('2026-11-23');
const teamId = aTeamId('platform');

const running: TestApp[] = [];
afterEach(() => Promise.all(running.splice(0).map((app) => app.stop())));

/** Saves the stand-up at 09:00 in Berlin. It opens at 10:00. */
const begin = async (change: Parameters<typeof saveStandup>[3] = {}) => {
  const app = await startTestApp();
  running.push(app);
  const meeting = await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }, change);
  const report = async (date: LocalDate = today, who: Person = 'bob'): Promise<MeetingReport | undefined> =>
    (await app.get(who, getReport, { teamId, date })).reports[0];
  const answer = (who: Person, input: StandupTexts = {}, more: { date?: LocalDate; goals?: string[] } = {}) =>
    app.ask(who, saveAnswer, {
      meetingId: meeting.id,
      date: more.date ?? today,
      values: valuesOf(meeting, input),
      goals: more.goals ?? [],
    });
  const card = (who: Person, more: { date?: LocalDate; edit?: 'true' } = {}) =>
    app.get(who, getCard, { meetingId: meeting.id, ...more });
  return { app, meeting, report, answer, card };
};

/** Returns the posts in the channel with their updates, without updates of cards in personal chats. */
const summariesOf = (app: TestApp): unknown[] =>
  app.connector.requests.filter(
    (request) =>
      (request.kind === 'update' && String(request.body['summary']).includes('of 2 answered')) ||
      (request.kind === 'create' && request.body['isGroup'] === true),
  );

const refused = (code: number, errorCode: string, message: string) => ({
  status: 'Error',
  code,
  errorCode,
  message,
  data: null,
});
const closedRun = refused(409, 'RUN_CLOSED', 'This run is closed, so answers can no longer be added or changed.');

it('prompts at the time, stores the answers, and counts them', async () => {
  const { app, meeting, report, answer, card } = await begin({ publicBroadcastMessage: 'It begins' });
  expect(await app.get('bob', getReport, { teamId })).toEqual({ date: '2026-11-20', isHoliday: false, reports: [] });
  expect(await card('bob')).toMatchObject({ state: 'AHEAD', date: today, occurrenceState: null });
  expect(app.connector.requests).toEqual([]);

  await app.beatAt('2026-11-20T09:00:00Z');
  // The run starts one conversation with a card for each member, and a new thread for the announcement.
  expect(app.connector.of('create').map((connectorRequest) => connectorRequest.body['isGroup'])).toEqual(
    expect.arrayContaining([false, false, true]),
  );
  expect(app.connector.of('send')).toHaveLength(2);
  expect(await card('bob')).toMatchObject({
    state: 'OPEN',
    occurrenceState: 'OPEN',
    closesAt: '2026-11-20T11:00:00.000Z',
  });
  expect(await report()).toMatchObject({
    meetingId: meeting.id,
    meetingName: 'Daily stand-up',
    isCompleted: false,
    membersAnswered: 0,
    totalMembers: 2,
    goals: 0,
    blockers: 0,
    state: 'OPEN',
    owes: true,
    canEdit: false,
    members: [
      { name: 'Ann', isCompleted: false, isHoliday: false, answers: [], state: 'OPEN' },
      { name: 'Bob', isCompleted: false, isHoliday: false, answers: [], state: 'OPEN' },
    ],
  });

  app.clock.set('2026-11-20T09:41:00Z');
  const content = { done: 'The parser', plan: 'The printer 2h\nThe scanner', blocked: 'Yes', what: 'No access' };
  expect((await answer('bob', content)).envelope.data).toMatchObject({
    answer: {
      meetingId: meeting.id,
      memberId: aMemberId('bob'),
      date: today,
      goals: [],
      hasBlocker: true,
      isGoalAchieved: false,
      answeredAt: '2026-11-20T09:41:00.000Z',
      editedAt: null,
      isLate: false,
      isAhead: false,
    },
    card: { type: 'AdaptiveCard' },
  });
  const [done, plan, blocked, what] = questionIds(meeting);
  expect(await report()).toMatchObject({
    isCompleted: false,
    membersAnswered: 1,
    totalMembers: 2,
    blockers: 1,
    goals: 0,
    owes: false,
    canEdit: true,
    members: [
      {
        memberId: aMemberId('bob'),
        name: 'Bob',
        hasBlocker: true,
        isGoalAchieved: false,
        isCompleted: true,
        state: 'BLOCKED',
        blockedSince: today,
        blockerText: 'No access',
        answers: [
          {
            questionId: done,
            question: 'What did you get done?',
            answer: 'The parser',
            isBlocking: false,
            format: { type: 'TEXT' },
          },
          {
            questionId: plan,
            question: 'What is planned?',
            answer: 'The printer 2h\nThe scanner',
            isBlocking: false,
            format: { type: 'TEXT' },
          },
          {
            questionId: blocked,
            question: 'Are you blocked?',
            answer: 'Yes',
            isBlocking: true,
            format: { type: 'OPTIONS' },
          },
          {
            questionId: what,
            question: 'What blocks you?',
            answer: 'No access',
            isBlocking: false,
            format: { type: 'TEXT' },
          },
        ],
      },
      { name: 'Ann', state: 'OPEN' },
    ],
  });

  await answer('ann');
  await app.beatAt('2026-11-20T09:42:00Z');
  expect(await report()).toMatchObject({
    isCompleted: true,
    state: 'COMPLETED',
    membersAnswered: 2,
    totalMembers: 2,
    blockers: 1,
  });
  expect(summariesOf(app)).toHaveLength(2);
  expect(await app.get('ann', getMeeting, { meetingId: meeting.id })).toMatchObject({
    lastRun: '2026-11-20T09:00:00.000Z',
  });
});

it('changes nothing and sends nothing when the same tick is repeated', async () => {
  const { app, answer } = await begin();
  const times = ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-23T09:00:00Z'];
  for (const at of times) {
    await app.beatAt(at);
    const before = { rows: await app.dump(), sent: app.connector.requests.length };
    await app.beat();
    await app.beat();
    expect({ rows: await app.dump(), sent: app.connector.requests.length }).toEqual(before);
    if (at === times[0]) await answer('bob');
  }
  expect(app.connector.requests.length).toBeGreaterThan(0);
});

it('returns the plan as goals, and reports the members who reached all of them', async () => {
  const { app, report, answer, card } = await begin();
  await app.beatAt('2026-11-20T09:00:00Z');
  await answer('bob', { plan: 'The printer 2h\nThe scanner' });
  await answer('ann', { plan: 'The report' });
  await app.beatAt('2026-11-23T09:00:00Z');
  const goals = planLines('The printer\nThe scanner').map((line) => line.id);
  const { card: drawn } = await card('bob');
  for (const id of goals) expect(JSON.stringify(drawn)).toContain(`"g:${id}"`);
  await answer('bob', {}, { date: monday, goals });
  await answer('ann', {}, { date: monday });
  expect(await report(monday)).toMatchObject({ goals: 1, totalMembers: 2, goalsTicked: 2, goalsOffered: 3 });
  expect((await report(monday))?.members).toMatchObject([
    { name: 'Ann', isGoalAchieved: false, goalsOpen: ['The report'], state: 'ANSWERED' },
    { name: 'Bob', isGoalAchieved: true, goalsTicked: 2, goalsOffered: 2, state: 'GOAL_ACHIEVED' },
  ]);
});

it('accepts an edit until the grace ends, and keeps one answer for each person', async () => {
  const { app, report, answer, card } = await begin();
  await app.beatAt('2026-11-20T09:00:00Z');
  await answer('bob', { done: 'First words', blocked: 'Yes' });
  expect(JSON.stringify((await card('bob', { edit: 'true' })).card)).toContain('"value":"First words"');
  await app.beatAt('2026-11-20T09:30:00Z');
  const before = await app.dump();
  expect((await answer('bob', { done: 'First words', blocked: 'Yes' })).envelope.data).toMatchObject({
    answer: { editedAt: null },
  });
  expect(await app.dump()).toEqual(before);
  expect((await answer('bob', { done: 'Better words' })).envelope.data).toMatchObject({
    answer: { answeredAt: '2026-11-20T09:00:00.000Z', editedAt: '2026-11-20T09:30:00.000Z', hasBlocker: false },
  });
  expect(await report()).toMatchObject({ membersAnswered: 1, blockers: 0 });
  const bob = (await report())?.members.find((member) => member.name === 'Bob');
  expect(bob?.answers[0]?.answer).toBe('Better words');
  // The grace, the time for late answers, lasts until Monday's run opens, so an edit one second before that is
  // accepted.
  await app.beatAt('2026-11-23T08:59:59Z');
  expect((await answer('bob', { done: 'Last words' })).status).toBe(200);
});

it('accepts a late answer in the grace, marked as late, and none after it', async () => {
  const { app, report, answer, card } = await begin();
  await app.beatAt('2026-11-20T09:00:00Z');
  await answer('bob');
  await app.beatAt('2026-11-20T11:00:00Z');
  expect(await report()).toMatchObject({
    isCompleted: true,
    membersAnswered: 1,
    totalMembers: 2,
    members: [{ name: 'Bob' }, { state: 'MISSING' }],
  });
  const summaries = summariesOf(app).length;

  await app.beatAt('2026-11-23T08:30:00Z');
  expect((await answer('ann')).envelope.data).toMatchObject({ answer: { isLate: true } });
  expect(await report()).toMatchObject({
    membersAnswered: 2,
    members: [{ name: 'Ann', isLate: true }, { name: 'Bob' }],
  });
  await app.beatAt('2026-11-23T08:31:00Z');
  expect(summariesOf(app).slice(summaries)).toMatchObject([{ kind: 'update' }]);

  await app.beatAt('2026-11-23T09:00:00Z');
  const before = await app.dump();
  expect((await answer('ann', { done: 'Too late' })).envelope).toMatchObject(closedRun);
  expect(await app.dump()).toEqual(before);
  expect(await card('ann', { date: today, edit: 'true' })).toMatchObject({ state: 'CLOSED' });
  // Monday's run has opened, so the card shows that run and not the previous one.
  expect(await card('ann')).toMatchObject({ state: 'OPEN', date: monday });
});

it('keeps the answers of two people, and one of two simultaneous answers by one person', async () => {
  const { app, report, answer } = await begin();
  await app.beatAt('2026-11-20T09:00:00Z');
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, (_, n) => answer('bob', { done: `Bob ${n}` })),
    ...Array.from({ length: 5 }, (_, n) => answer('ann', { done: `Ann ${n}` })),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
  const texts = (await report())?.members.map((member) => member.answers[0]?.answer ?? '');
  expect(texts).toEqual([expect.stringMatching(/^Ann \d$/), expect.stringMatching(/^Bob \d$/)]);
  expect(await report()).toMatchObject({ membersAnswered: 2, totalMembers: 2 });
});

it('counts an answer given ahead when the run opens', async () => {
  const { app, report, answer, card } = await begin();
  expect((await answer('bob')).envelope.data).toMatchObject({ answer: { isAhead: true } });
  expect(await card('bob')).toMatchObject({ state: 'ANSWERED', occurrenceState: null });
  await app.beatAt('2026-11-20T09:00:00Z');
  expect(await report()).toMatchObject({ membersAnswered: 1, totalMembers: 2, owes: false });
  expect(app.connector.of('send')).toHaveLength(1);
});

it('asks the questions that were saved last, and only once', async () => {
  const { app, meeting, report } = await begin();
  const { questions, ...rest } = meeting;
  const edited = { ...rest, questions: [...questions], time: 630, name: 'Stand-up at half past' };
  const saved: Meeting = await app.get('bob', saveMeeting, edited);
  expect(saved).toMatchObject({ rev: 2, time: 630, createdBy: aMemberId('ann') });
  await app.beatAt('2026-11-20T09:00:00Z');
  expect(await report()).toBeUndefined();
  await app.beatAt('2026-11-20T09:30:00Z');
  expect(await report()).toMatchObject({ meetingName: 'Stand-up at half past', opensAt: '2026-11-20T09:30:00.000Z' });
  expect(app.connector.of('send')).toHaveLength(2);
});
