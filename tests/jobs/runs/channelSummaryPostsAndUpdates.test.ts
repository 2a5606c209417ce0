import { aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, channelUpdates, isRoom, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { conversationLimits, maxWithin } from '../../support/fakes/teamsLimitsAndLargestBurst.ts';
import { teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import { isPersonAddress, roomParts } from '../../../bot/src/domain/core/chatAddressParts.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const asking = async (people: readonly string[] = ['ann', 'bob']): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

describe('the summary', () => {
  const summaries = (world: World): string[] => story(world).filter((line) => line.includes('summary'));

  const closed = async (): Promise<World> => {
    const world = await asking();
    await world.runUntil('2026-11-20T09:05:00Z');
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T11:00:00Z');
    return world;
  };

  it('is updated in place by late and edited answers, at most once in ten seconds', async () => {
    const world = await closed();
    expect(summaries(world)).toEqual(['11-20 11:00 summary channel']);
    await world.runUntil('2026-11-20T11:30:00Z');
    for (let index = 0; index < 20; index += 1) {
      await answerAs(world, 'bob', { change: { done: `Try ${index}` } });
      await world.runUntil(new Date(world.clock.now() + 1000).toISOString(), 1);
    }
    await world.runUntil('2026-11-20T11:31:00Z', 1);
    const updates = channelUpdates(world).map((channelUpdate) => Date.parse(channelUpdate.at));
    expect(updates.length).toBeGreaterThanOrEqual(2);
    const gaps = updates.slice(1).map((ms, index) => ms - (updates[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
    expect(updates.length).toBeLessThanOrEqual(4);
    expect(new Set(channelUpdates(world).map((channelUpdate) => channelUpdate.activityId)).size).toBe(1);
    const last = world.messenger.calls.at(-1);
    expect(JSON.stringify(last?.message.card)).toContain('Try 19');
  });

  it('is not sent again if its content is unchanged', async () => {
    const world = await closed();
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T11:10:00Z');
    expect(summaries(world)).toHaveLength(1);
  });

  it('is sent once after a failed post', async () => {
    const world = await asking();
    await world.runUntil('2026-11-20T10:59:00Z');
    let left = 3;
    world.messenger.failWhen((call) => {
      if (!isRoom(call.to) || left === 0) return undefined;
      left -= 1;
      return { kind: 'TRANSIENT', wasRefused: true };
    });
    await world.runUntil('2026-11-20T11:10:00Z', 5);
    expect(summaries(world)).toHaveLength(1);
  });

  it('is posted again, once, after a person deleted it', async () => {
    const world = await closed();
    world.messenger.failWhen((call) => (call.do === 'update' ? { kind: 'GONE' } : undefined));
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T11:10:00Z', 5);
    await answerAs(world, 'bob', { change: { done: 'Once more' } });
    await world.runUntil('2026-11-20T11:20:00Z', 5);
    expect(summaries(world)).toEqual(['11-20 11:00 summary channel', '11-20 11:00 summary channel']);
  });

  it('stays within the limits of its channel, although each post starts a thread', async () => {
    const world = await aWorld({ people: ['ann'] });
    const ids = Array.from({ length: 12 }, (_, index) => aMeetingId(`report ${index}`));
    for (const [index, id] of ids.entries())
      await world.meeting({ id, name: `Report ${index}`, isReminderEnabled: false });
    const { messenger } = world;
    const send: typeof messenger.send = async (target, message, deadlineMs) => {
      const sent = await messenger.send(target, message, deadlineMs);
      if (isPersonAddress(target)) return sent;
      return { ...sent, conversationId: `chat-${roomParts(target).room};messageid=${sent.activityId}` };
    };
    const engine = world.instance('one', { messenger: { ...messenger, send } });
    await world.runUntil('2026-11-20T11:05:00Z', 5, engine);
    for (const meetingId of ids) await answerAs(world, 'ann', { meetingId });
    await world.runUntil('2026-11-20T11:10:00Z', 5, engine);
    const moments = channelUpdates(world).map((channelUpdate) => Date.parse(channelUpdate.at));
    expect(moments).toHaveLength(ids.length);
    for (const [count, ms] of conversationLimits) expect(maxWithin(moments, ms)).toBeLessThanOrEqual(count);
  });

  it('is posted before the cards of its run are updated, however many there are', async () => {
    const people = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const world = await asking(people);
    await world.runUntil('2026-11-20T09:05:00Z');
    for (const name of people) await answerAs(world, name);
    await world.runUntil('2026-11-20T09:10:00Z', 5);
    const drawn = world.messenger.calls.filter((item) => item.do === 'update').map((item) => item.to);
    expect(drawn).toHaveLength(people.length);
    const first = world.messenger.calls.findIndex((item) => item.do === 'update');
    const posted = world.messenger.calls.findIndex((item) => shows(item.message) === 'summary');
    expect(posted).toBeGreaterThan(-1);
    expect(posted).toBeLessThan(first);
  });

  it('is posted to General after its channel was deleted', async () => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false, channelId: world.chat.channelOf('other') });
    world.messenger.failWhen((call) => (call.to === world.chat.channelOf('other') ? { kind: 'GONE' } : undefined));
    await world.runUntil('2026-11-20T11:05:00Z');
    const posts = world.messenger.calls.filter((item) => isRoom(item.to)).map((item) => item.to);
    expect(posts).toEqual([world.chat.threadId, world.chat.threadId]);
  });

  it('is not posted if the report has no channel summary', async () => {
    const world = await aWorld();
    await world.meeting({ isReminderEnabled: false, isReportSummaryInChat: false });
    await world.runUntil('2026-11-20T11:10:00Z');
    expect(summaries(world)).toEqual([]);
  });

  it('is posted to the group chat of a team without channels', async () => {
    // The other fake platform has no group chats.
    const world = await aWorld({ platform: teamsPlatform });
    await world.meeting({ isReminderEnabled: false });
    await world.changeTeam({ kind: 'GROUP' });
    await world.runUntil('2026-11-20T11:10:00Z');
    const posts = world.messenger.calls.filter((item) => isRoom(item.to)).map((item) => item.to);
    expect(new Set(posts)).toEqual(new Set([world.chat.threadId]));
  });
});
