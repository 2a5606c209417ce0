import { getCatchup as catchupCall } from '#contracts/reports/getCatchup.ts';
import type { Catchup } from '#contracts/reports/getCatchup.ts';
import { getCatchup } from '../../../bot/src/services/reports/getCatchup.ts';
import { resolveBlockerOf } from '../../../bot/src/services/blockers/resolveBlocker.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { visit } from '../../../bot/src/store/kinds/reports/teamVisit.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingId, aTeamId, aUserId } from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { answerAs, monday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const people = ['ann', 'bob', 'cy'];
const visitAs = async (world: World, who = 'cy'): Promise<Catchup> => {
  const actor = world.actor(who, { userId: aUserId(who) });
  return catchupCall.output.parse(await getCatchup(world.deps, actor, { teamId: world.teamId }));
};

/** Returns one line for each run and blocker of a catch-up, for comparison. */
const story = ({ completed, missed, newBlockers, resolvedBlockers }: Catchup): string[] => [
  ...completed.map(
    (item) =>
      `${item.date} ${item.answered}/${item.asked} ${item.reason ?? ''}, ${item.blockers} blocked, ${item.late} late`,
  ),
  ...missed.map((item) => `${item.date} missed ${item.reason ?? ''}`),
  ...newBlockers.map((newBlocker) => `${newBlocker.name} blocked since ${newBlocker.since}: ${newBlocker.text}`),
  ...resolvedBlockers.map((resolvedBlocker) => `${resolvedBlocker.name} no longer blocked`),
];

const aTeam = async (): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  return world;
};
const blocked = { change: { blocked: 'Yes', what: 'No keys' } };

describe('a catch-up', () => {
  it('returns nothing at the first visit', async () => {
    const world = await aTeam();
    await world.runUntil('2026-11-20T12:00:00Z', 600);
    const catchup = await visitAs(world);
    expect(catchup).toMatchObject({ lastVisitAt: null, from: null });
    expect(story(catchup)).toEqual([]);
  });

  it('returns runs that ended since, with participation, and new blockers', async () => {
    const world = await aTeam();
    await visitAs(world);
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', blocked);
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T12:00:00Z', 600);
    await answerAs(world, 'cy');
    await world.runUntil('2026-11-20T12:10:00Z', 60);
    const catchup = await visitAs(world);
    expect(catchup).toMatchObject({ lastVisitAt: '2026-11-20T08:00:00.000Z', from: '2026-11-20T08:00:00.000Z' });
    expect(story(catchup)).toEqual([
      '2026-11-20 3/3 WINDOW_OVER, 1 blocked, 1 late',
      'ann blocked since 2026-11-20: No keys',
    ]);
    expect(catchup.completed).toMatchObject([
      { meetingName: 'Daily stand-up', completedAt: '2026-11-20T11:05:00.000Z' },
    ]);
  });

  it('returns the same within a visit, and only new events at the next one', async () => {
    const world = await aTeam();
    await visitAs(world);
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', blocked);
    await world.runUntil('2026-11-20T12:00:00Z', 600);
    const first = await visitAs(world);
    expect(story(first)).toHaveLength(2);
    world.clock.advance({ minutes: 20 });
    expect(story(await visitAs(world))).toEqual(story(first));
    world.clock.advance({ minutes: 29 });
    expect(story(await visitAs(world))).toEqual(story(first));
    world.clock.advance({ minutes: 31 });
    const next = await visitAs(world);
    expect(next.lastVisitAt).toBe('2026-11-20T12:49:00.000Z');
    expect(story(next)).toEqual([]);
  });

  it('returns resolved blockers: by the next answer, and by "resolved"', async () => {
    const world = await aTeam();
    await world.runUntil('2026-11-20T09:05:00Z', 300);
    await answerAs(world, 'ann', blocked);
    await answerAs(world, 'bob', blocked);
    await world.runUntil('2026-11-20T12:00:00Z', 600);
    await visitAs(world);
    await world.runUntil('2026-11-23T09:05:00Z', 1800);
    await answerAs(world, 'ann', { date: monday });
    const input = { meetingId: aMeetingId(), memberId: world.member('bob') };
    world.clock.advance({ minutes: 1 });
    expect(await resolveBlockerOf(world.answering, world.actor('bob'), input)).toMatchObject({ isResolved: true });
    expect(story(await visitAs(world))).toEqual(['bob no longer blocked', 'ann no longer blocked']);
  });

  it('returns missed runs, and nothing for a day without prompts', async () => {
    const world = await aTeam();
    await visitAs(world);
    await world.holiday(monday);
    world.clock.set('2026-11-23T08:00:00Z');
    await world.runUntil('2026-11-23T12:00:00Z', 600);
    expect(story(await visitAs(world))).toEqual(['2026-11-20 missed DOWNTIME']);
  });

  it('covers at most thirty days, and reports that limit', async () => {
    const world = await aTeam();
    await visitAs(world);
    world.clock.set('2027-01-04T08:00:00Z');
    await world.runUntil('2027-01-04T12:00:00Z', 600);
    const catchup = await visitAs(world);
    expect(catchup).toMatchObject({ lastVisitAt: '2026-11-20T08:00:00.000Z', from: '2026-12-05T12:00:00.000Z' });
    expect(catchup.missed.map((item) => item.date).at(-1)).toBe('2026-12-07');
  });

  it('keeps the visits of each person and team apart, and writes once for two reads once', async () => {
    const world = await aTeam();
    await Promise.all([visitAs(world), visitAs(world)]);
    await world.runUntil('2026-11-20T12:00:00Z', 600);
    expect((await visitAs(world, 'bob')).lastVisitAt).toBeNull();
    expect((await visitAs(world)).lastVisitAt).toBe('2026-11-20T08:00:00.000Z');
    const key = { userId: aUserId('cy'), orgId: world.orgId, teamId: aTeamId('other') };
    expect(await outside(world.store).get(visit, key)).toBeUndefined();
  });
});

describe('over HTTP', () => {
  const start = appPerTest();

  it('is returned only to members of the team', async () => {
    const app = await start();
    await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Platform daily' });
    const team = { teamId: aTeamId('platform') };
    expect((await app.get('bob', catchupCall, team)).lastVisitAt).toBeNull();
    await app.beatAt('2026-11-20T12:30:00Z');
    const teamId = await app.get('bob', catchupCall, team);
    expect(story(teamId)).toEqual(['2026-11-20 missed DOWNTIME']);
    const code = async (who: Parameters<typeof app.ask>[0], input: object = team) =>
      (await app.ask(who, catchupCall, input)).envelope.errorCode;
    expect(await code(null)).toBe('UNAUTHENTICATED');
    expect(await code('gus')).toBe('NOT_FOUND');
    expect(await code('zoe')).toBe('NOT_FOUND');
    expect(await code('ann', { teamId: aTeamId('sales') })).toBe('NOT_FOUND');
    expect(await code('ann', { teamId: 'platform' })).toBe('INVALID_INPUT');
  });
});
