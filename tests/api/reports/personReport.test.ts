import type { z } from 'zod';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { getPersonReport as personReportCall } from '#contracts/reports/personReport.ts';
import type { PersonReport } from '#contracts/reports/personReport.ts';
import { saveAnswer as saveAnswerCall } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { getPersonReport } from '../../../bot/src/services/reports/personReport.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { Kind } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { meeting as meetingKind } from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { answerAs, friday, monday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const span = { from: '2026-11-01', to: '2026-11-30' };

const report = async (
  world: World,
  who: string,
  about = 'ann',
  change: { readonly actor?: Partial<Actor>; readonly from?: string; readonly to?: string } = {},
): Promise<PersonReport> => {
  const { actor = {}, ...dates } = change;
  const input = personReportCall.input.parse({ memberId: aMemberId(about), ...span, ...dates });
  return personReportCall.output.parse(await getPersonReport(world.answering, world.actor(who, actor), input));
};

const storyOf = ({ days }: PersonReport): string[] =>
  days.flatMap(({ date, runs }) => runs.map((run) => `${date} ${run.meetingName} ${run.state} ${run.run}`));

const remove = async <K, S extends z.ZodObject>(world: World, of: Kind<OrgId, K, S>, key: K): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const row = await records.get(of, key);
  if (row === undefined) throw new Error('There is no such row.');
  await records.delete(of, key, row.etag);
};

const daily = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

describe('a report by person', () => {
  it('returns every run that prompted the person, newest first, with given and missing answers', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    await world.runUntil('2026-11-24T12:00:00Z', 1800);
    await world.vacation('ann', '2026-11-25');
    await world.runUntil('2026-11-25T12:00:00Z', 1800);
    await world.runUntil('2026-11-26T09:05:00Z', 1800);
    const shownReport = await report(world, 'bob');
    expect(storyOf(shownReport)).toEqual([
      '2026-11-26 Daily stand-up OPEN OPEN',
      '2026-11-25 Daily stand-up AWAY COMPLETED',
      '2026-11-24 Daily stand-up MISSING COMPLETED',
      '2026-11-23 Daily stand-up ANSWERED COMPLETED',
      '2026-11-20 Daily stand-up BLOCKED COMPLETED',
    ]);
    expect(shownReport).toMatchObject({ name: 'ann', isErased: false, hasLeft: false, ...span });
    const totals = { asked: 3, answered: 2, late: 0, blocked: 1, away: 1, skipped: 0, goalsTicked: 0, goalsOffered: 2 };
    expect(shownReport.totals).toEqual(totals);
    expect(shownReport.meetings).toEqual([
      {
        ...totals,
        meetingId: aMeetingId(),
        meetingName: 'Daily stand-up',
        type: 'STANDUP',
        teamId: aTeamId(),
        teamName: 'Platform',
      },
    ]);
    const [, , , second, first] = shownReport.days.flatMap((day) => day.runs);
    expect(first?.answers.map((answer) => [answer.question, answer.answer, answer.isBlocking])).toEqual([
      ['What did you get done?', 'The report', false],
      ['What is planned?', 'Fix sign-in 1h30\nReview 30m', false],
      ['Are you blocked?', 'Yes', true],
      ['What blocks you?', 'No keys', false],
    ]);
    expect(second?.goals).toEqual([
      { text: 'Fix sign-in', ticked: false },
      { text: 'Review', ticked: false },
    ]);
  });

  it('covers the requested dates inclusively, and 30 days by default', async () => {
    const world = await daily();
    await world.runUntil('2026-11-25T12:00:00Z', 1800);
    const dates = async (from: string, to: string) =>
      (await report(world, 'bob', 'ann', { from, to })).days.map((day) => day.date);
    expect(await dates(friday, monday)).toEqual([monday, friday]);
    expect(await dates(monday, monday)).toEqual([monday]);
    expect(await dates('2026-11-21', '2026-11-22')).toEqual([]);
    const input = personReportCall.input.parse({ memberId: aMemberId('ann') });
    expect(await getPersonReport(world.answering, world.actor('bob'), input)).toMatchObject({
      from: '2026-10-27',
      to: '2026-11-25',
    });
  });

  it('reports an answer ahead, while it is planned and when its date is no more', async () => {
    const world = await daily();
    await answerAs(world, 'ann');
    const only = async () => (await report(world, 'bob')).days.flatMap((day) => day.runs);
    expect(await only()).toMatchObject([{ date: friday, state: 'ANSWERED', run: 'PLANNED', isAhead: true }]);
    await world.changeMeeting({ friday: false });
    expect(await only()).toMatchObject([
      { state: 'ANSWERED', run: 'NOT_RUN', answers: [{ answer: 'The report' }, {}, {}] },
    ]);
    const key = { teamId: world.teamId, meetingId: aMeetingId() };
    // Deletes only the meeting's row. A real deletion also deletes the rows that refer to it.
    world.plants(/a meeting that does not exist/);
    await remove(world, meetingKind, key);
    expect(await only()).toMatchObject([{ run: 'NOT_RUN', meetingName: 'Daily stand-up', answers: [{}, {}, {}] }]);
  });

  it('counts no person as missing in a cancelled or missed run', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    world.clock.set('2026-11-23T12:00:00Z');
    await world.engine.poll();
    const shownReport = await report(world, 'bob');
    expect(storyOf(shownReport)).toEqual([
      '2026-11-23 Daily stand-up NOT_DUE MISSED',
      '2026-11-20 Daily stand-up NOT_DUE CANCELLED',
    ]);
    expect(shownReport.totals).toMatchObject({ asked: 0, answered: 0 });
  });

  it('counts no answer to a cancelled run, as the trends do, and still shows it', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No keys' } });
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    const shownReport = await report(world, 'bob');
    expect(storyOf(shownReport)).toEqual(['2026-11-20 Daily stand-up BLOCKED CANCELLED']);
    expect(shownReport.totals).toMatchObject({ asked: 0, answered: 0, blocked: 0 });
    const trends = await getTrends(world.deps, world.actor('bob'), {
      ...{ teamId: world.teamId, meetingId: aMeetingId(), days: 30 },
    });
    expect(trends).toMatchObject({ runs: [], members: [] });
  });

  it('a report by person of a former member shows the history and the departure', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await world.changeMember('ann', { leftOn: '2026-11-23T09:10:00.000Z' as never });
    const shownReport = await report(world, 'bob');
    expect(shownReport.hasLeft).toBe(true);
    // Monday's open run no longer waits for the person who left.
    expect(storyOf(shownReport)).toEqual(['2026-11-20 Daily stand-up ANSWERED COMPLETED']);
  });

  it('a report by person of a person whom an admin disabled in all shared teams reports that', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    expect(await report(world, 'bob')).toMatchObject({ isSwitchedOff: false, hasLeft: false });
    await world.changeMember('ann', { isEnabled: false });
    expect(await report(world, 'bob')).toMatchObject({ isSwitchedOff: true, hasLeft: false });
    await world.changeMember('ann', { leftOn: '2026-11-20T09:10:00.000Z' as never });
    expect(await report(world, 'bob')).toMatchObject({ isSwitchedOff: false, hasLeft: true });
  });

  it('a report by person of an erased person shows the counts of answers without their texts', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'A secret' } });
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    const records = inOrg(world.store, world.orgId);
    const key = { teamId: world.teamId, meetingId: aMeetingId(), memberId: aMemberId('ann') };
    // Creates the state after an erasure: one answer is empty; the other answer and the member's row are deleted.
    world.plants(/^Team (?:plan|blocker|history|teamMember|memberTeam) |^Org |^Usage |its R row/);
    const first = await records.get(answerKind, { ...key, date: aDate(friday) });
    if (first === undefined) throw new Error('No answer');
    const tombstone = { ...first.value, values: {}, goals: [] };
    await records.replace(answerKind, { ...key, date: aDate(friday) }, tombstone, first.etag);
    await remove(world, answerKind, { ...key, date: aDate(monday) });
    await remove(world, teamMember, key);
    const shownReport = await report(world, 'bob');
    expect(shownReport).toMatchObject({ name: '', isErased: true, hasLeft: true, totals: { answered: 2, blocked: 1 } });
    expect(shownReport.days.flatMap((day) => day.runs)).toMatchObject([
      { date: monday, state: 'ANSWERED', isErased: true, answers: [] },
      { date: friday, state: 'BLOCKED', isErased: true, answers: [] },
    ]);
    expect(JSON.stringify(shownReport)).not.toContain('secret');
  });

  it('finds the tombstones of a person without history and without meetings', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'A secret' } });
    await world.runUntil('2026-11-20T12:00:00Z', 1800);
    const key = { teamId: world.teamId, meetingId: aMeetingId(), memberId: aMemberId('ann'), date: aDate(friday) };
    const records = inOrg(world.store, world.orgId);
    const row = await records.get(answerKind, key);
    if (row === undefined) throw new Error('No answer');
    world.plants(/^Team (?:plan|blocker) .*names an answer that does not exist/);
    await records.replace(answerKind, key, { ...row.value, values: {} }, row.etag);
    await remove(world, history, key);
    await world.changeMember('ann', { name: 'Former member 1', leftOn: '2026-11-20T12:00:00.000Z' as never });
    await world.changeMeeting({ members: [aMemberId('bob')] });
    const shownReport = await report(world, 'bob');
    expect(shownReport).toMatchObject({ name: 'Former member 1', isErased: true, hasLeft: true });
    expect(shownReport.days.flatMap((day) => day.runs)).toMatchObject([
      { state: 'BLOCKED', isErased: true, answers: [] },
    ]);
    expect(shownReport.totals).toMatchObject({ asked: 1, answered: 1, blocked: 1 });
  });

  it('returns NOT_FOUND for another organisation, another team, a deleted team and an unknown person', async () => {
    const world = await daily();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann');
    const hidden = { code: 'NOT_FOUND' };
    await expect(report(world, 'bob', 'ann', { actor: { orgId: anOrgId('other') } })).rejects.toMatchObject(hidden);
    await expect(report(world, 'bob', 'ann', { actor: { teamIds: [aTeamId('other')] } })).rejects.toMatchObject(hidden);
    await expect(report(world, 'bob', 'nobody')).rejects.toMatchObject(hidden);
    const key = { teamId: world.teamId };
    const team = await inOrg(world.store, world.orgId).get(teamKind, key);
    if (team === undefined) throw new Error('No team');
    await inOrg(world.store, world.orgId).replace(teamKind, key, { ...team.value, state: 'DELETED' }, team.etag);
    await expect(report(world, 'bob')).rejects.toMatchObject(hidden);
  });
});

describe('the hit rate of goals', () => {
  const at = async (
    world: World,
    date: string,
    goalStates: Readonly<Record<string, 'DONE' | 'CARRIED' | 'DROPPED'>>,
  ) => {
    await world.runUntil(`${date}T09:05:00Z`, 3600);
    const offered = { 'Fix sign-in': goalId('Fix sign-in'), Review: goalId('Review') };
    const states = Object.entries(goalStates).map(([text, state]) => [offered[text as keyof typeof offered], state]);
    await saveAnswer(world.answering, world.actor('ann'), {
      ...{ meetingId: aMeetingId(), date: aDate(date), values: values({ plan: 'Fix sign-in\nReview' }), goals: [] },
      goalStates: Object.fromEntries(states) as Record<string, 'DONE'>,
    });
  };

  it('covers the four weeks up to today, whatever the chosen period, and is for the person alone', async () => {
    const world = await aWorld({
      people: ['ann', 'bob'],
      zones: { ann: 'Pacific/Auckland', bob: 'America/Los_Angeles' },
    });
    await world.meeting({ isReminderEnabled: false });
    await at(world, friday, {});
    await at(world, monday, { 'Fix sign-in': 'CARRIED', Review: 'DROPPED' });
    await at(world, '2026-11-24', { 'Fix sign-in': 'DONE', Review: 'CARRIED' });
    const own = await report(world, 'ann', 'ann', { from: '2026-11-24', to: '2026-11-24' });
    expect(own.hitRate).toEqual({ from: '2026-10-28', to: '2026-11-24', done: 1, settled: 2, carried: 1 });
    expect((await report(world, 'bob')).hitRate).toBeNull();
    expect((await report(world, 'bob', 'bob')).hitRate).toBeNull();
    world.clock.set('2026-12-22T09:00:00Z');
    expect((await report(world, 'ann')).hitRate).toBeNull();
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await seedTeam(app.services.store, { org: 'contoso', team: 'sales', people: ['bob'], admins: [] });
    const own = await saveStandup(
      app,
      'ann',
      { team: 'platform', members: ['ann', 'bob'] },
      { name: 'Platform daily' },
    );
    const other = await saveStandup(app, 'eve', { team: 'sales', members: ['eve', 'bob'] }, { name: 'Sales daily' });
    await app.beatAt('2026-11-20T09:00:00Z');
    for (const meeting of [own, other])
      await app.get('bob', saveAnswerCall, {
        meetingId: meeting.id,
        date: today,
        values: valuesOf(meeting, { done: `Only for ${meeting.name}` }),
      });
  });
  afterAll(() => app.stop());

  const bob = personReportCall.input.parse({ memberId: aMemberId('bob'), ...span });
  const meetingsFor = async (who: Person): Promise<string[]> =>
    (await app.get(who, personReportCall, bob)).meetings.map((item) => item.meetingName);

  it('shows each reader the data of common teams, and the person all of it', async () => {
    expect(await meetingsFor('cy')).toEqual(['Platform daily']);
    expect(await meetingsFor('sam')).toEqual(['Sales daily']);
    expect(await meetingsFor('bob')).toEqual(['Platform daily', 'Sales daily']);
    // An admin cannot read the reports of teams to which the admin does not belong.
    expect(await meetingsFor('ann')).toEqual(['Platform daily']);
    expect((await app.ask('cy', personReportCall, bob)).text).not.toContain('Sales');
  });

  it('signed out, not in any of their teams, of another organisation, and no one: returns nothing', async () => {
    const code = async (who: Person | null, input: object = bob) =>
      (await app.ask(who, personReportCall, input)).envelope.errorCode;
    expect(await code(null)).toBe('UNAUTHENTICATED');
    expect(await code('gus')).toBe('NOT_FOUND');
    expect(await code('zoe')).toBe('NOT_FOUND');
    expect(await code('sam', { ...bob, memberId: aMemberId('ann') })).toBe('NOT_FOUND');
    expect(await code('cy', { ...bob, memberId: aMemberId('nobody') })).toBe('NOT_FOUND');
  });

  it.each([
    [{ memberId: 'bob' }, 'INVALID_INPUT', 'This id is not valid.'],
    [{ from: '2026-11-31' }, 'INVALID_INPUT', 'This date does not exist.'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'INVALID_INPUT', 'The first date must not be after the last one.'],
    [{ from: '2026-08-31', to: '2026-12-01' }, 'INVALID_INPUT', 'Please choose at most 92 days.'],
  ])('bad input: %j', async (change, errorCode, message) => {
    const [, code, text] = await refusalOf(app, personReportCall, { ...bob, ...change });
    expect([code, text]).toEqual([errorCode, message]);
  });

  it.each([
    [{ from: '2026-09-01', to: '2026-12-01' }],
    [{ from: undefined, to: '0000-01-01' }],
    [{ from: '9999-12-31', to: '9999-12-31' }],
  ])('accepts %j', async (change) => {
    expect((await app.ask('bob', personReportCall, { ...bob, ...change })).status).toBe(200);
  });
});
