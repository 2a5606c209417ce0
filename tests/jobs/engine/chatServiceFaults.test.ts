import { teamsLimits } from '../../../bot/src/gateways/botframework/teamsRateLimits.ts';
import { createTokenBuckets, TooSoon } from '../../../bot/src/jobs/delivery/rateLimitsPerTenantAndChat.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, aMeetingId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { friday, promptsTo, rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { conversationLimits, maxWithin } from '../../support/fakes/teamsLimitsAndLargestBurst.ts';
import { teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { aWorld, fakeSleep } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests the effect of each reply of the chat service on a message.

const asking = async (people: readonly string[] = ['ann', 'bob']): Promise<World> => {
  const world = await aWorld({ people });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

const memberRow = async (world: World, name: string) =>
  (await inOrg(world.store, world.orgId).get(teamMember, { teamId: world.teamId, memberId: world.member(name) }))
    ?.value;

const deliveryRow = async (world: World, name: string) =>
  (
    await inOrg(world.store, world.orgId).get(delivery, {
      teamId: world.teamId,
      meetingId: aMeetingId(),
      date: aDate(friday),
      who: world.member(name),
      kind: 'prompt',
    })
  )?.value;

/** Makes the first `times` calls to a person fail with the fault. */
const failing = (
  world: World,
  to: string,
  times: number,
  kind: 'TRANSIENT' | 'GONE' | 'BLOCKED' | 'REJECTED' | 'UNAUTHORIZED',
): void => {
  let left = times;
  world.messenger.failWhen((call) => {
    if (call.to !== to || left === 0) return undefined;
    left -= 1;
    // `wasRefused`: the service replied with an error, so the message certainly did not arrive.
    return kind === 'TRANSIENT' ? { kind, wasRefused: true } : { kind };
  });
};

it('429: waits for Retry-After and does not delay the other messages', async () => {
  const world = await asking();
  let first = true;
  world.messenger.failWhen((call) => {
    if (call.to !== 'ann' || !first) return undefined;
    first = false;
    return { kind: 'THROTTLED', retryAfterMs: 120_000 };
  });
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(promptsTo(world)).toEqual(['11-20 09:00 bob', '11-20 09:02 ann']);
});

it('429 without a time: each wait is longer than the previous one, and no member is dropped', async () => {
  const world = await asking(['ann']);
  const tries: number[] = [];
  world.messenger.failWhen((call) => {
    if (call.to !== 'ann') return undefined;
    tries.push(Date.parse(call.at));
    return tries.length <= 5 ? { kind: 'THROTTLED', retryAfterMs: null } : undefined;
  });
  await world.runUntil('2026-11-20T09:30:00Z', 5);
  const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(waits).toHaveLength(5);
  expect(waits.at(-1)).toBeGreaterThan(4 * (waits[0] ?? Infinity));
  expect(promptsTo(world)).toHaveLength(1);
  expect((await memberRow(world, 'ann'))?.unreachable).toBeNull();
});

it('404 after 429 and 5xx: retries once more', async () => {
  const world = await asking(['ann']);
  const faults = ['THROTTLED', 'TRANSIENT', 'GONE', undefined] as const;
  let tries = 0;
  world.messenger.failWhen((call) => {
    const kind = call.to === 'ann' ? faults[tries++] : undefined;
    return kind === 'THROTTLED' ? { kind, retryAfterMs: null } : kind && { kind };
  });
  await world.runUntil('2026-11-20T09:20:00Z', 5);
  expect(tries).toBe(4);
  expect(promptsTo(world)).toHaveLength(1);
  expect((await memberRow(world, 'ann'))?.unreachable).toBeNull();
});

it('5xx: retries after growing delays, and marks no member as unreachable', async () => {
  const world = await asking();
  failing(world, 'ann', 4, 'TRANSIENT');
  await world.runUntil('2026-11-20T09:10:00Z', 5);
  expect(world.messenger.refused).toHaveLength(4);
  expect(promptsTo(world)).toHaveLength(2);
  expect((await memberRow(world, 'ann'))?.unreachable).toBeNull();
});

it('5xx for an hour: stops after the hour, and records the reason', async () => {
  const world = await asking(['ann']);
  failing(world, 'ann', 1000, 'TRANSIENT');
  await world.runUntil('2026-11-20T10:10:00Z', 30);
  expect(await deliveryRow(world, 'ann')).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE' });
  expect((await rowsLeft(world, 'Outbox')).filter((key) => key.includes('prompt'))).toEqual([]);
});

it('403: marks the member, retries after a week, and immediately after the member writes', async () => {
  const world = await asking(['ann']);
  failing(world, 'ann', 1, 'BLOCKED');
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(await memberRow(world, 'ann')).toMatchObject({
    unreachable: 'BLOCKED',
    unreachableSince: '2026-11-20T09:00:00.000Z',
  });
  expect(await deliveryRow(world, 'ann')).toMatchObject({ state: 'FAILED', reason: 'BLOCKED' });
  await world.runUntil('2026-11-27T08:00:00Z', 3600);
  await world.runUntil('2026-11-27T09:05:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-27 09:00 ann']);
  expect((await memberRow(world, 'ann'))?.unreachable).toBeNull();
});

it('404: creates the chat again once, and then marks the person as gone', async () => {
  const world = await asking(['ann']);
  failing(world, 'ann', 1, 'GONE');
  await world.runUntil('2026-11-20T09:10:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:05 ann']);
  const other = await asking(['ann']);
  failing(other, 'ann', 2, 'GONE');
  await other.runUntil('2026-11-20T09:20:00Z');
  expect(promptsTo(other)).toEqual([]);
  expect((await memberRow(other, 'ann'))?.unreachable).toBe('GONE');
});

it('401: stops sending, raises an alert, and continues with correct credentials', async () => {
  const world = await asking(['ann', 'bob', 'cem']);
  world.messenger.failWhen(() => ({ kind: 'UNAUTHORIZED' }));
  await world.runUntil('2026-11-20T09:00:30Z', 5);
  // Only the messages that were already on their way are refused. No other message is tried in this half minute.
  expect(world.messenger.refused.length).toBeLessThanOrEqual(4);
  expect(world.log.errors.join()).toContain('message.failed');
  world.messenger.failWhen(() => undefined);
  await world.runUntil('2026-11-20T09:02:00Z', 5);
  expect(promptsTo(world)).toHaveLength(3);
});

it('400: never retries a message that the service cannot accept', async () => {
  const world = await asking(['ann']);
  failing(world, 'ann', 1, 'REJECTED');
  await world.runUntil('2026-11-20T10:10:00Z');
  expect(promptsTo(world)).toEqual([]);
  expect(await deliveryRow(world, 'ann')).toMatchObject({ state: 'FAILED', reason: 'REJECTED' });
});

/** Stores the chats of these people, because a known chat needs only one request per message. */
const known = async (world: World, people: readonly string[]): Promise<void> => {
  for (const name of people) await world.changeMember(name, { conversationId: `chat-${name}` });
};

it('keeps the rate of a tenant, and never more than eight requests in flight', async () => {
  const people = Array.from({ length: 200 }, (_, index) => `p${index}`);
  const world = await asking(people);
  await known(world, people);
  await world.runUntil('2026-11-20T09:00:30Z', 5);
  expect(promptsTo(world)).toHaveLength(200);
  expect(world.messenger.mostAtOnce()).toBeLessThanOrEqual(8);
  const moments = world.messenger.calls.map((call) => Date.parse(call.at));
  expect(maxWithin(moments, 1_000)).toBeLessThanOrEqual(50);
  // The rate limit of a tenant allows ten messages at once, then forty a second.
  for (const seconds of [1, 2, 4]) expect(maxWithin(moments, 1_000 * seconds)).toBeLessThanOrEqual(10 + 40 * seconds);
});

it('halves the rate of a tenant after a refusal, and raises it by one each second', async () => {
  const people = Array.from({ length: 400 }, (_, index) => `p${index}`);
  // The rates below are those of Teams.
  const world = await aWorld({ people, platform: teamsPlatform });
  await known(world, people);
  for (const name of ['One', 'Two', 'Three'])
    await world.meeting({ id: aMeetingId(name), name, isReminderEnabled: false });
  let refusedAt: number | undefined;
  world.messenger.failWhen((call) => {
    if (refusedAt !== undefined || world.messenger.calls.length < 300) return undefined;
    refusedAt = Date.parse(call.at);
    return { kind: 'THROTTLED', retryAfterMs: 60_000 };
  });
  await world.runUntil('2026-11-20T09:03:00Z', 5);
  const moments = world.messenger.calls.map((item) => (Date.parse(item.at) - (refusedAt ?? 0)) / 1000);
  const between = (from: number, to: number): number => moments.filter((at) => at >= from && at < to).length;
  expect(promptsTo(world)).toHaveLength(1_200);
  // Up to eight requests are in flight at the refusal, so the count may differ by eight.
  expect(Math.abs(between(-4, 0) - 4 * 40)).toBeLessThanOrEqual(8);
  // The rate starts at 20 a second and grows by one each second, which makes 20 t + t² / 2 messages.
  for (const seconds of [4, 10, 18])
    expect(Math.abs(between(0.001, seconds) - (20 * seconds + seconds ** 2 / 2))).toBeLessThanOrEqual(16);
});

it('stays within the rate limit of a channel, and sends the announcements of all its reports', async () => {
  const people = Array.from({ length: 8 }, (_, index) => `p${index}`);
  // The limits below are those of a channel of Teams.
  const world = await aWorld({ people, platform: teamsPlatform });
  const count = 75;
  for (let index = 0; index < count; index += 1)
    await world.meeting({
      ...{ id: aMeetingId(`report ${index}`), name: `Report ${index}`, isReminderEnabled: false },
      ...{ members: [world.member(`p${index % people.length}`)], publicBroadcastMessage: `Report ${index} begins` },
    });
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  const moments = world.messenger.calls
    .filter((call) => call.to === world.chat.threadId)
    .map((call) => Date.parse(call.at));
  expect(moments).toHaveLength(count);
  expect(conversationLimits.map(([, ms]) => maxWithin(moments, ms))).toEqual([7, 8, 60, count]);
});

it('counts requests in flight towards the fifty per second of a tenant', async () => {
  const clock = fakeClock('2026-11-20T09:00:00Z');
  const buckets = createTokenBuckets({ clock, sleep: fakeSleep(clock) }, teamsLimits);
  let answer: () => void = () => undefined;
  const slow = buckets.spend('tenant', 8, () => new Promise<void>((resolve) => (answer = resolve)));
  clock.advance({ seconds: 2 });
  await buckets.spend('tenant', 45, () => Promise.resolve());
  clock.advance({ ms: 900 });
  await buckets.ready('tenant', 1);
  expect(clock.now()).toBe(Date.parse('2026-11-20T09:00:03Z'));
  answer();
  await slow;
});

it('clears the mark of a member whose chat accepts a message again', async () => {
  const world = await asking(['ann']);
  const since = anInstant('2026-11-13T08:00:00.000Z');
  await world.changeMember('ann', { conversationId: 'chat-ann', unreachable: 'BLOCKED', unreachableSince: since });
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(promptsTo(world)).toHaveLength(1);
  expect(await memberRow(world, 'ann')).toMatchObject({ unreachable: null, unreachableSince: null });
});

it('sends at most 1,800 messages an hour to a conversation', async () => {
  const clock = fakeClock('2026-11-20T09:00:00Z');
  const buckets = createTokenBuckets({ clock, sleep: fakeSleep(clock) }, teamsLimits);
  const moments: number[] = [];
  while (moments.length < 1_900)
    try {
      await buckets.takeConversation('channel');
      moments.push(clock.now());
    } catch (error) {
      if (!(error instanceof TooSoon)) throw error;
      clock.set(error.notBefore);
    }
  expect(conversationLimits.map(([, ms]) => maxWithin(moments, ms))).toEqual([7, 8, 60, 1_800]);
  expect((moments[1_800] ?? 0) - (moments[0] ?? 0)).toBe(3_600_000);
});
