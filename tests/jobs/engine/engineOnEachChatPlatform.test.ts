import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { fakeChatPlatforms } from '../../support/fakes/fakeChatPlatforms.ts';
import { maxWithin } from '../../support/fakes/teamsLimitsAndLargestBurst.ts';
import { liveUntilKilled, sendsTo } from '../../support/worlds/processKilledWhileSending.ts';
import { answerReport, onlyActivity, shownIn, withReports } from '../../support/worlds/reminderWorld.ts';
import {
  answerAs,
  channelUpdates,
  friday,
  promptsTo,
  redrawn,
  story,
} from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that the rules of the engine are the same on all platforms, because it depends neither on their addresses nor
// on their limits.

const deliveryOf = async (world: World, name: string) => {
  const run = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  const key = { ...run, who: world.member(name), kind: 'prompt' } as const;
  return (await inOrg(world.store, world.orgId).get(delivery, key))?.value;
};

const memberOf = async (world: World, name: string) =>
  (await inOrg(world.store, world.orgId).get(teamMember, { teamId: world.teamId, memberId: world.member(name) }))
    ?.value;

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

describe.each(fakeChatPlatforms)('on %s', (_name, platform) => {
  const asking = async (people: readonly string[] = ['ann', 'bob']): Promise<World> => {
    const world = await aWorld({ people, platform });
    await world.meeting({ isReminderEnabled: false });
    return world;
  };

  it('a run announces, prompts, reminds the members who owe an answer, and posts its summary', async () => {
    const world = await aWorld({ platform });
    await world.meeting();
    await world.runUntil('2026-11-20T09:30:00Z', 5);
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T11:05:00Z', 5);
    expect(story(world)).toEqual([
      '11-20 09:00 announcement channel',
      '11-20 09:00 ask ann',
      '11-20 09:00 ask bob',
      '11-20 10:00 reminder ann',
      '11-20 10:45 reminder ann',
      '11-20 11:00 summary channel',
    ]);
  });

  it('an answer after the close updates the summary in its place', async () => {
    const world = await asking(['ann']);
    await world.runUntil('2026-11-20T11:05:00Z', 5);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T11:10:00Z', 5);
    expect(channelUpdates(world).map((call) => shows(call.message))).toEqual(['summary']);
  });

  it('a cancelled run updates the cards in the members’ chats', async () => {
    const world = await asking();
    await world.runUntil('2026-11-20T09:05:00Z', 5);
    const run = { orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
    await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
    await world.runUntil('2026-11-20T09:10:00Z', 5);
    expect(
      redrawn(world)
        .map((line) => line.slice(12))
        .sort(),
    ).toEqual(['closed-update chat-ann', 'closed-update chat-bob']);
  });

  it('reports that remind at one instant share a message, which shows each answer', async () => {
    const world = await withReports(2, undefined, { platform });
    await world.runUntil('2026-11-20T10:02:00Z', 5);
    const activity = onlyActivity(world);
    await answerReport(world, 0);
    await world.runUntil('2026-11-20T10:04:00Z', 5);
    expect(shownIn(world, activity)).toEqual(['Report 0 ANSWERED', 'Report 1 OPEN']);
  });

  it('prompts of several reports stay within the limits of the tenant, of a chat and of a channel', async () => {
    const people = names(12);
    const world = await aWorld({ people, platform });
    const reports = 4;
    for (let index = 0; index < reports; index += 1)
      await world.meeting({
        ...{ id: aMeetingId(`report ${index}`), name: `Report ${index}` },
        ...{ isReminderEnabled: false },
      });
    await world.runUntil('2026-11-20T09:20:00Z', 5);
    const { calls } = world.messenger;
    expect(promptsTo(world)).toHaveLength(people.length * reports);
    const at = (of: typeof calls): number[] => of.map((call) => Date.parse(call.at));
    const { tenant, person, conversation } = platform.limits;
    expect(maxWithin(at(calls), tenant.limit.ms)).toBeLessThanOrEqual(tenant.limit.count);
    expect(world.messenger.mostAtOnce()).toBeLessThanOrEqual(tenant.mostAtOnce);
    for (const to of new Set(calls.map((call) => call.to)))
      for (const { count, ms } of people.includes(to) ? person : conversation)
        expect(maxWithin(at(calls.filter((call) => call.to === to)), ms)).toBeLessThanOrEqual(count);
  });

  it('a refusal for the rate waits for the time that the platform names and delays no other member', async () => {
    const world = await asking();
    let isFirst = true;
    world.messenger.failWhen((call) => {
      if (call.to !== 'ann' || !isFirst) return undefined;
      isFirst = false;
      return { kind: 'THROTTLED', retryAfterMs: 120_000 };
    });
    await world.runUntil('2026-11-20T09:10:00Z', 5);
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob', '11-20 09:02 ann']);
  });

  it('a member who blocked the bot is marked, and a member without an address gets no message', async () => {
    const world = await asking(['ann', 'bob', 'cy']);
    await world.changeMember('cy', { teamsUserId: null });
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'BLOCKED' } : undefined));
    await world.runUntil('2026-11-20T09:05:00Z', 5);
    expect(promptsTo(world)).toEqual(['11-20 09:00 bob']);
    expect(await memberOf(world, 'ann')).toMatchObject({ unreachable: 'BLOCKED' });
    expect(await deliveryOf(world, 'ann')).toMatchObject({ state: 'FAILED', reason: 'BLOCKED' });
    expect(await deliveryOf(world, 'cy')).toMatchObject({ state: 'SKIPPED', reason: 'NO_ADDRESS' });
  });

  it('a missing chat is created again once, and then the member counts as gone', async () => {
    const world = await asking(['ann']);
    await world.changeMember('ann', { conversationId: 'chat-ann' });
    world.messenger.failWhen(({ to }) => (to === 'ann' ? { kind: 'GONE' } : undefined));
    await world.runUntil('2026-11-20T09:20:00Z', 5);
    expect(world.messenger.refused).toHaveLength(2);
    expect(await memberOf(world, 'ann')).toMatchObject({ unreachable: 'GONE' });
  });

  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)('a process that dies %s a message was accepted: each member gets at most %d', async (moment, most) => {
    const people = names(6);
    const world = await asking(people);
    world.clock.set('2026-11-20T09:00:00Z');
    expect(await liveUntilKilled(world, 'first', { at: 3, moment })).toBe(true);
    await world.runUntil('2026-11-20T09:30:00Z', 5, world.instance('second'));
    expect([...sendsTo(world).keys()].sort()).toEqual(people);
    expect(Math.max(...sendsTo(world).values())).toBeLessThanOrEqual(most);
  });
});
