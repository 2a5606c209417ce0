import { getWaiting as waitingCall } from '#contracts/answers/getWaitingRuns.ts';
import { cancelToday } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { getWaiting } from '../../../bot/src/services/answers/getWaitingRuns.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { answerAs, friday, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import type { Person } from '../../support/apps/testApp.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const waiting = async (world: World, who = 'ann') =>
  waitingCall.output.parse(await getWaiting(world.answering, world.actor(who))).runs;
const linesOf = (runs: Awaited<ReturnType<typeof waiting>>) => runs.map((run) => `${run.meetingName} ${run.date}`);

describe('the runs that wait for a person', () => {
  it('are listed under their own date after midnight, with the times that apply to the person', async () => {
    const world = await aWorld();
    await world.meeting({ time: 23 * 60, reportSummaryTime: 180 });
    await world.runUntil('2026-11-20T22:05:00Z', 600);
    world.clock.set('2026-11-20T23:30:00Z');
    expect(await waiting(world)).toEqual([
      {
        ...{ meetingId: aMeetingId(), meetingName: 'Daily stand-up', date: friday },
        ...{ teamId: world.teamId, teamName: null },
        ...{ opensAt: '2026-11-20T22:00:00.000Z', closesAt: '2026-11-21T01:00:00.000Z' },
        graceEndsAt: '2026-11-23T22:00:00.000Z',
      },
    ]);
  });

  it('are listed only while late answers are accepted', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T11:05:00Z', 600);
    world.clock.set('2026-11-22T12:00:00Z');
    expect(linesOf(await waiting(world))).toEqual([`Daily stand-up ${friday}`]);
    world.clock.set('2026-11-23T08:59:59Z');
    expect(linesOf(await waiting(world))).toEqual([`Daily stand-up ${friday}`]);
    await world.runUntil('2026-11-23T09:00:00Z', 1);
    expect(linesOf(await waiting(world))).toEqual([`Daily stand-up ${monday}`]);
  });

  it('end with the answer, and with the run', async () => {
    const world = await aWorld();
    await world.meeting();
    await world.runUntil('2026-11-20T09:05:00Z');
    await answerAs(world, 'ann');
    expect(await waiting(world)).toEqual([]);
    expect(await waiting(world, 'bob')).toHaveLength(1);
    await cancelToday(world.answering, world.actor('ann', { role: 'admin' }), { meetingId: aMeetingId() });
    expect(await waiting(world, 'bob')).toEqual([]);
  });

  it('leaves out runs that do not ask the person, also because of a vacation', async () => {
    const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
    await world.vacation('ann', friday);
    await world.meeting({ members: [world.member('ann'), world.member('bob')] });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(await waiting(world, 'ann')).toEqual([]);
    expect(await waiting(world, 'bob')).toHaveLength(1);
    expect(await waiting(world, 'cy')).toEqual([]);
  });

  it('the runs that wait for a person by member time begin at the person’s own opening, on a date that need not be theirs any more', async () => {
    const world = await aWorld({
      start: '2026-11-19T20:00:00Z',
      zones: { ann: 'Pacific/Auckland', bob: 'America/Los_Angeles' },
    });
    await world.meeting({ timeBasis: 'MEMBER', time: 22 * 60, reportSummaryTime: 240 });
    await world.runUntil('2026-11-20T09:05:00Z', 600);
    expect(await waiting(world, 'ann')).toMatchObject([{ date: friday, closesAt: '2026-11-20T13:00:00.000Z' }]);
    expect(await waiting(world, 'bob')).toEqual([]);
    await world.runUntil('2026-11-21T06:05:00Z', 600);
    expect(await waiting(world, 'bob')).toMatchObject([{ date: friday, closesAt: '2026-11-21T10:00:00.000Z' }]);
  });

  it('are found behind a run that was cancelled ahead of its opening', async () => {
    const world = await aWorld();
    await world.meeting({ time: 23 * 60, reportSummaryTime: 180, saturday: true });
    await world.runUntil('2026-11-20T22:05:00Z', 600);
    world.clock.set('2026-11-20T23:30:00Z');
    const admin = world.actor('ann', { role: 'admin' });
    const saturday = aDate('2026-11-21');
    await cancelToday(world.answering, admin, { meetingId: aMeetingId(), date: saturday });
    expect(linesOf(await waiting(world))).toEqual([`Daily stand-up ${friday}`]);
  });

  it('are sorted by due time', async () => {
    const world = await aWorld();
    await world.meeting({ id: aMeetingId('long'), name: 'Long', reportSummaryTime: 240 });
    await world.meeting({ id: aMeetingId('short'), name: 'Short', reportSummaryTime: 30 });
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(linesOf(await waiting(world))).toEqual([`Short ${friday}`, `Long ${friday}`]);
  });
});

describe('the call', () => {
  const start = appPerTest();

  it('answers only for the caller, whatever else the request contains', async () => {
    const app = await start();
    await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Platform daily' });
    await saveStandup(
      app,
      'zoe',
      { team: 'mars', members: ['zoe'] },
      { name: 'Mars daily', timezone: aZone('Europe/Berlin') },
    );
    await app.beatAt('2026-11-20T09:00:00Z');
    const runsOf = async (who: Person, more: object = {}) => {
      const { envelope } = await app.ask(who, waitingCall, more);
      const { runs } = waitingCall.output.parse(envelope.data);
      return runs.map((run) => run.meetingName);
    };
    expect(await runsOf('bob')).toEqual(['Platform daily']);
    expect(await runsOf('zoe')).toEqual(['Mars daily']);
    expect(await runsOf('cy')).toEqual([]);
    expect(await runsOf('eve', { teamId: aTeamId('platform'), memberId: aMemberId('bob') })).toEqual([]);
  });

  it('refuses a caller who is signed out, and finds nothing for an account that is no member', async () => {
    const app = await start();
    const refusal = async (who: Person | null) => (await app.ask(who, waitingCall, {})).envelope.errorCode;
    expect(await refusal(null)).toBe('UNAUTHENTICATED');
    expect((await app.get('gus', waitingCall, {})).runs).toEqual([]);
  });
});
