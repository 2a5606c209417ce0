import * as meetingState from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import type { FakePlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, promptsTo, rowsOf, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests changes while messages are sent. Sending to hundreds of members takes seconds, so a change must apply to the
// members who have no message yet.

const people = Array.from({ length: 400 }, (_, index) => `p${index}`);
/**
 * Maximum number of messages after a change: the engine uses the cached run for five seconds and sends forty messages a
 * second. A send window of eight messages may also have begun.
 */
const maxAfter = 5 * 40 + 8;

/**
 * Runs the work once, while the n-th card after `from` is sent. The following sends wait for it, so that no virtual
 * time passes.
 */
const atCard = (world: World, from: string, n: number, work: () => Promise<unknown>): void => {
  let count = 0;
  let changing: Promise<unknown> | undefined;
  world.messenger.during(async ({ at, message }) => {
    if (!['ask', 'reminder'].includes(shows(message)) || at < from) return;
    count += 1;
    if (count === n) changing = work();
    await changing;
  });
};

/** Returns a world in which the meeting is deactivated while the n-th prompt is sent. */
const calledOffAtCard = async (n: number, platform?: FakePlatform): Promise<World> => {
  const world = await aWorld({ people, ...(platform === undefined ? {} : { platform }) });
  await world.meeting();
  const admin = world.actor('p0', { role: 'admin' });
  const off = { meetingId: aMeetingId(), flag: false };
  atCard(world, '2026-11-20T09:00', n, () => meetingState.deactivateMeeting(world.answering, admin, off));
  return world;
};

it('stops the prompts of a cancelled run in spite of cached data', async () => {
  const world = await calledOffAtCard(50);
  await world.runUntil('2026-11-20T09:02:00Z', 5);
  expect(await runOf(world)).toMatchObject({ state: 'CANCELLED', reason: 'DEACTIVATED' });
  const asked = promptsTo(world).length;
  expect(asked).toBeGreaterThanOrEqual(50);
  expect(asked).toBeLessThanOrEqual(50 + maxAfter);
  const { deliveries } = await rowsOf(world);
  const dropped = people.filter((name) => deliveries.get(`${world.member(name)}|prompt`)?.value.state === 'SKIPPED');
  expect(dropped).toHaveLength(people.length - asked);
});

it('sends no reminder to a member who answered or was disabled while others were reminded', async () => {
  const world = await aWorld({ people });
  await world.meeting();
  await world.runUntil('2026-11-20T09:59:00Z', 600);
  const [answering, leaving] = [people.slice(0, 75), people.slice(75, 150)];
  atCard(world, '2026-11-20T10:00', 8, async () => {
    for (const name of answering) await answerAs(world, name);
    for (const name of leaving) await world.changeMember(name, { isEnabled: false });
  });
  await world.runUntil('2026-11-20T10:01:00Z', 5);
  const { deliveries } = await rowsOf(world);
  const remindedLater = people.filter((name) => {
    const row = deliveries.get(`${world.member(name)}|reminder1`)?.value;
    return row?.state === 'SENT' && row.at > '2026-11-20T10:00:06';
  });
  expect(remindedLater.length).toBeGreaterThan(20);
  expect(remindedLater.filter((name) => answering.includes(name) || leaving.includes(name))).toEqual([]);
});

it('gives the rate of the removed messages to another run of the tenant', async () => {
  // The times follow from the rate of Teams.
  const world = await calledOffAtCard(8, teamsPlatform);
  await world.runUntil('2026-11-20T09:00:00Z', 5);
  // The engine sends for five seconds with the cached run, and then nothing to the remaining members. Sending to all
  // would take nine seconds.
  expect(world.clock.now()).toBeLessThanOrEqual(Date.parse('2026-11-20T09:00:08Z'));
});
