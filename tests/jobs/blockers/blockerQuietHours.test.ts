import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import { aMeetingId, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// In these tests, bob is blocked and needs cy, whose quiet hours last until 10:00 UTC.

const needed = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'], zones: { cy: 'UTC' } });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await world.changeMember('cy', { quietHours: { from: 0, to: 600 } });
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  await changeBlockerOf(world.answering, world.actor('bob'), {
    ...{ meetingId: aMeetingId(), memberId: aMemberId('bob'), action: 'NEED', neededId: aMemberId('cy') },
  });
  return world;
};

const cards = (world: World): string[] =>
  world.messenger.calls
    .filter((call) => call.do === 'send' && shows(call.message) === 'blocker')
    .map((call) => `${call.at.slice(11, 16)} ${call.to}`);

it('sends the card of a blocker once, at the end of the quiet hours of the needed member', async () => {
  const world = await needed();
  await world.runUntil('2026-11-20T09:58:00Z', 20);
  expect(cards(world)).toEqual([]);
  await world.runUntil('2026-11-20T10:20:00Z', 20);
  expect(cards(world)).toEqual(['10:00 cy']);
});

it('sends the card within five minutes after the quiet hours were ended', async () => {
  const world = await needed();
  await world.runUntil('2026-11-20T09:20:00Z', 20);
  await world.changeMember('cy', { quietHours: null });
  await world.runUntil('2026-11-20T09:26:00Z', 20);
  expect(cards(world)).toHaveLength(1);
});

it('follows the clock of a new zone of the needed member', async () => {
  const world = await needed();
  await world.runUntil('2026-11-20T09:20:00Z', 20);
  await world.changeMember('cy', { timezone: aZone('America/New_York') });
  await world.runUntil('2026-11-20T14:58:00Z', 240);
  expect(cards(world)).toEqual([]);
  await world.runUntil('2026-11-20T15:05:00Z', 20);
  expect(cards(world)).toEqual(['15:00 cy']);
});
