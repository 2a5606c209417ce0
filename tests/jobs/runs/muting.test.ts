import { muteCommand } from '../../../bot/src/services/chatCommands/muteCommand.ts';
import { setPreferences } from '../../../bot/src/services/people/setPreferences.ts';
import { aDate, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { promptsTo, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const reader = { locale: 'en', timezone: aZone('UTC') };

const setMute = async (world: World, isMuted: boolean): Promise<string> => {
  const message = await muteCommand(world.starting, world.actor('ann'), reader, isMuted);
  return modelIn<{ title: { key: string } }>(message).title.key;
};

it('skips only reminders, until the member unmutes', async () => {
  const world = await aWorld();
  await world.meeting();
  expect(await setMute(world, true)).toBe('mute.mutedTitle');
  await world.runUntil('2026-11-20T10:30:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:00 bob', '11-20 10:00 bob']);
  expect((await rowsOf(world)).deliveries.get(`${world.member('ann')}|reminder1`)?.value.reason).toBe('MUTED');
  expect(await setMute(world, false)).toBe('mute.unmutedTitle');
  await world.runUntil('2026-11-20T11:00:00Z');
  expect(promptsTo(world).slice(3)).toEqual(['11-20 10:45 ann', '11-20 10:45 bob']);
});

it('ends on the clock of the report for a member without a zone', async () => {
  const world = await aWorld({ start: '2026-11-20T17:00:00Z', people: ['ann'] });
  await world.meeting({ time: 10, timezone: aZone('Asia/Tokyo'), saturday: true, friday: true });
  await setPreferences(world.starting, world.actor('ann'), { mute: true, muteUntil: aDate('2026-11-22') });
  await world.runUntil('2026-11-20T18:00:00Z');
  await world.changeMeeting({ time: 0, sunday: true });
  // The mute until the 22nd ends at 00:00 in Tokyo, which is 15:00 UTC of the 21st.
  await world.runUntil('2026-11-21T17:00:00Z');
  expect(promptsTo(world)).toEqual(['11-21 15:00 ann', '11-21 16:00 ann', '11-21 16:45 ann']);
});

it('has no further effect when it is repeated', async () => {
  const world = await aWorld();
  expect(await setMute(world, true)).toBe('mute.mutedTitle');
  expect(await setMute(world, true)).toBe('mute.mutedTitle');
});

it('applies to reports by member time when the zone is chosen manually', async () => {
  const world = await aWorld({ start: '2026-11-23T06:00:00Z' });
  await world.meeting({ timeBasis: 'MEMBER' });
  await setPreferences(world.starting, world.actor('ann'), { timezone: aZone('Europe/Athens') });
  await world.runUntil('2026-11-23T09:01:00Z', 300);
  expect(promptsTo(world)).toEqual(['11-23 08:00 ann', '11-23 09:00 ann', '11-23 09:00 bob']);
});
