import { getTrends as trendsCall } from '#contracts/reports/getTrends.ts';
import type { Trends } from '#contracts/reports/getTrends.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { aDate, aMeeting, aMeetingId, aQuestion, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, monday, question } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const trends = async (world: World, who = 'ann', days?: '30' | '90', store?: TableStore): Promise<Trends> => {
  const input = trendsCall.input.parse({ teamId: aTeamId(), meetingId: aMeetingId(), days });
  const deps = store === undefined ? world.answering : { ...world.answering, store };
  return trendsCall.output.parse(await getTrends(deps, world.actor(who), input));
};

const ends = { lowLabel: 'Bad', highLabel: 'Good' };

const runsOf = ({ runs }: Trends) =>
  runs.map((run) => `${run.date} ${String(run.answered)}/${String(run.asked)}${run.isOpen ? ' open' : ''}`);
const membersOf = ({ members }: Trends) =>
  members.map(
    (member) => `${member.name} ${String(member.answered)}/${String(member.asked)}${member.hasLeft ? ' left' : ''}`,
  );

const daily = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

/** Wraps a store and records the beginnings of all ranges whose rows are read with their values. */
const reading = (store: TableStore, seen: string[]): TableStore =>
  new Proxy(store, {
    get(target, name, receiver) {
      if (name !== 'scan') return Reflect.get(target, name, receiver) as unknown;
      return (...args: Parameters<TableStore['scan']>) => {
        if (args[3]?.keysOnly !== true) seen.push(args[2].from);
        return target.scan(...args);
      };
    },
  });

describe('the trend of a meeting with skips', () => {
  it('counts a skip apart, and lists a run that all members skip', async () => {
    const world = await daily();
    const skip = (name: string, date: string) =>
      skipRun(world.answering, world.actor(name), { meetingId: aMeetingId(), date: aDate(date) });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    await skip('bob', friday);
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await skip('ann', monday);
    await skip('bob', monday);
    await answerAs(world, 'bob', { date: monday });
    await world.runUntil('2026-11-24T09:05:00Z', 1800);
    await skip('ann', '2026-11-24');
    await skip('bob', '2026-11-24');
    await world.runUntil('2026-11-24T12:00:00Z', 1800);
    const { runs, members } = await trends(world);
    expect(runs.map(({ asked, answered, skipped }) => [asked, answered, skipped])).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [0, 0, 2],
    ]);
    expect(members).toMatchObject([
      { name: 'ann', asked: 1, answered: 1, skipped: 2 },
      { name: 'bob', asked: 1, answered: 1, skipped: 2 },
    ]);
  });
});

describe('the trend of a meeting', () => {
  it('returns its runs, oldest first, and the participation of each person', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    await world.vacation('bob', '2026-11-24');
    await world.runUntil('2026-11-24T12:00:00Z', 1800);
    await world.runUntil('2026-11-25T09:05:00Z', 1800);
    await answerAs(world, 'bob', { date: '2026-11-25' });
    await world.runUntil('2026-11-25T09:10:00Z', 60);
    const shownTrends = await trends(world);
    expect([shownTrends.from, shownTrends.to]).toEqual(['2026-10-27', '2026-11-25']);
    expect(runsOf(shownTrends)).toEqual(['2026-11-20 2/2', '2026-11-23 1/2', '2026-11-24 0/1', '2026-11-25 1/2 open']);
    expect(shownTrends.runs[0]).toMatchObject({ blockers: 1, goals: 0, late: 0 });
    // All runs are in the newer half of the period, so no claim can compare the two halves.
    expect(shownTrends.claims).toEqual({
      participation: { is: 'TOO_FEW', unit: 'ASKED', have: 0, needed: 20 },
      goals: { is: 'TOO_FEW', unit: 'ASKED', have: 0, needed: 20 },
      blockers: { is: 'TOO_FEW', unit: 'ANSWERS', have: 0, needed: 20 },
    });
    // In the first run no member had an earlier plan, and no member answered the third run, so these two runs count no
    // goals.
    expect(shownTrends.runs.map((run) => [run.hasGoals, run.hasBlockers])).toEqual([
      [false, true],
      [true, true],
      [false, true],
      [true, true],
    ]);
    // An unanswered open run does not count as missed: Ann's three runs are the closed ones. Bob was away on one day
    // and answered the open run, so it is among his three runs.
    expect(membersOf(shownTrends)).toEqual(['ann 2/3', 'bob 2/3']);
  });

  it('names the questions that a run did not contain', async () => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({
      isReminderEnabled: false,
      questions: aMeeting().questions.filter(({ id }) => id === question('done')),
    });
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    expect((await trends(world)).runs).toMatchObject([{ hasGoals: false, hasBlockers: false }]);
  });

  it('uses the questions of a run whose row does not count the offered goals', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    const records = inOrg(world.store, world.orgId);
    const row = await records.get(daySummary, key);
    if (row === undefined) throw new Error('The run has counts.');
    const { goalsOffered, ...older } = row.value;
    expect(goalsOffered).toBe(0);
    await records.replace(daySummary, key, older, row.etag);
    expect((await trends(world)).runs).toMatchObject([{ goals: 0, hasGoals: true }]);
  });

  it('reads no answer if the keys suffice', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    const seen: string[] = [];
    expect(membersOf(await trends(world, 'ann', '30', reading(world.store, seen)))).toEqual(['ann 1/1', 'bob 0/1']);
    expect(seen.filter((from) => from.startsWith('D|'))).toEqual([]);
  });

  it('leaves out runs without prompts, and runs before the requested period', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    await world.runUntil('2026-11-23T12:00:00Z', 1800);
    expect(runsOf(await trends(world))).toEqual(['2026-11-23 1/2']);
    await world.changeMeeting({ isEnabled: false });
    world.clock.set('2027-01-10T12:00:00.000Z');
    expect((await trends(world)).runs).toEqual([]);
    expect((await trends(world)).members).toEqual([]);
    expect(runsOf(await trends(world, 'ann', '90'))).toEqual(['2026-11-23 1/2']);
  });

  it('uses the reader’s zone, and includes runs of a day that has not begun there', async () => {
    const world = await aWorld({ people: ['ann', 'bob'], zones: { ann: 'Pacific/Honolulu' } });
    await world.meeting({ isReminderEnabled: false });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'bob');
    const shownTrends = await trends(world);
    expect(shownTrends.to).toBe('2026-11-19');
    expect(shownTrends.runs.map(({ date }) => date)).toEqual([friday]);
  });

  it('the trend of a meeting reports the departure of a former member', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    await world.changeMember('bob', { leftOn: '2026-11-21T09:10:00.000Z' as never });
    expect(membersOf(await trends(world))).toEqual(['ann 0/1', 'bob 1/1 left']);
  });

  it('is NOT_FOUND outside the team', async () => {
    const world = await daily();
    const input = trendsCall.input.parse({ teamId: aTeamId(), meetingId: aMeetingId() });
    for (const actor of [world.actor('ann', { teamIds: [] }), world.actor('ann', { orgId: 'OTHER' as never })])
      await expect(getTrends(world.answering, actor, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.stop());

  it('is returned only to the team', async () => {
    const { own, other, foreign } = await openDay(app);
    const teamId = aTeamId('platform');
    const shownTrends = await app.get('bob', trendsCall, { teamId, meetingId: own.id, days: '90' });
    expect(shownTrends.runs).toMatchObject([{ date: '2026-11-20', isOpen: true, asked: 2 }]);
    expect((await app.ask(null, trendsCall, { teamId, meetingId: own.id })).status).toBe(401);
    expect((await app.ask('eve', trendsCall, { teamId, meetingId: own.id })).status).toBe(404);
    for (const { id } of [other, foreign])
      expect((await app.ask('bob', trendsCall, { teamId, meetingId: id })).status).toBe(404);
    for (const days of ['7', '-30', 'x', '0'])
      expect((await app.ask('bob', trendsCall, { teamId, meetingId: own.id, days: days as never })).status).toBe(400);
  });
});

describe('the trend of the answers', () => {
  const mood = aQuestion({ id: question('mood'), sequence: 1, text: 'Mood?', type: 'SCALE', ...ends });
  const hours = aQuestion({ id: question('hours'), sequence: 2, text: 'Hours?', type: 'NUMBER', unit: 'h' });
  const due = aQuestion({ id: question('due'), sequence: 3, text: 'Due?', type: 'DATE' });
  const answer = (world: World, who: string, date: string, values: Readonly<Record<string, string>>) =>
    saveAnswer(world.answering, world.actor(who), { meetingId: aMeetingId(), date: aDate(date), values, goals: [] });

  it('has averages and distributions, weighed by answers', async () => {
    const world = await aWorld({ people: ['ann', 'bob'] });
    await world.meeting({ isReminderEnabled: false, questions: [mood, hours] });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answer(world, 'ann', friday, { mood: '4', hours: '1,5' });
    await answer(world, 'bob', friday, { mood: '5', hours: '2' });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answer(world, 'ann', monday, { mood: '1', hours: '8' });
    await world.runUntil('2026-11-23T12:00:00Z', 1800);
    const { questions } = await trends(world);
    expect(questions).toMatchObject([
      { question: 'Mood?', answers: 3, average: 3.333333, format: { type: 'SCALE', ...ends } },
      { question: 'Hours?', answers: 3, average: 3.833333, format: { type: 'NUMBER', unit: 'h' }, counts: [] },
    ]);
    expect(questions[0]?.counts.map(({ count }) => count)).toEqual([1, 0, 0, 1, 1]);
    expect(questions[0]?.runs.map(({ date, average }) => [date, average])).toEqual([
      [friday, 4.5],
      [monday, 1],
    ]);
  });

  it('has the median days from each run to the answered dates', async () => {
    const world = await aWorld({ people: ['ann', 'bob'] });
    await world.meeting({ isReminderEnabled: false, questions: [due] });
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answer(world, 'ann', friday, { due: '2026-11-30' });
    await answer(world, 'bob', friday, { due: '2026-11-19' });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answer(world, 'ann', monday, { due: '2026-11-30' });
    await world.runUntil('2026-11-23T12:00:00Z', 1800);
    const { questions } = await trends(world);
    expect(questions).toMatchObject([
      {
        ...{ question: 'Due?', format: { type: 'DATE' }, answers: 3, average: null, counts: [], claimValue: null },
        claim: { is: 'TOO_FEW', unit: 'ANSWERS' },
        dates: { median: 7, earliest: '2026-11-19', latest: '2026-11-30' },
        runs: [
          { date: friday, answers: 2, dates: { median: 4.5, earliest: '2026-11-19', latest: '2026-11-30' } },
          { date: monday, answers: 1, dates: { median: 7, earliest: '2026-11-30', latest: '2026-11-30' } },
        ],
      },
    ]);
  });
});
