import { promptsTo } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests a report by member time in a team from which the bot is removed for some hours. 10:00 is 01:00 UTC in Tokyo,
// 10:00 in London, 15:00 in New York.

const zones = { ann: 'Asia/Tokyo', bob: 'Europe/London', cy: 'America/New_York' };

it('prompts members whose opening is after the return, and none whose opening was missed', async () => {
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(zones), zones });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await world.changeTeam({ state: 'DISCONNECTED' });
  await world.runUntil('2026-11-20T11:30:00Z', 300);
  await world.changeTeam({ state: 'CONNECTED' });
  await world.runUntil('2026-11-20T18:00:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-20 15:00 cy']);
});

it('sends a late prompt to members whose opening was less than an hour before the return', async () => {
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(zones), zones });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await world.changeTeam({ state: 'DISCONNECTED' });
  await world.runUntil('2026-11-20T10:40:00Z', 300);
  await world.changeTeam({ state: 'CONNECTED' });
  await world.runUntil('2026-11-20T18:00:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-20 10:40 bob', '11-20 15:00 cy']);
});
