import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday, promptsTo, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that a run that was cancelled and started again prompts again: messages of the cancelled round do not count for
// the new round.

const cancel = async (world: World): Promise<void> => {
  const { orgId, teamId } = world;
  const run = { orgId, teamId, meetingId: aMeetingId(), date: aDate(friday) };
  expect(await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' })).toBe(true);
};

const startAgain = (world: World) =>
  startCommand(
    world.starting,
    world.actor('ann'),
    { locale: 'en', timezone: aZone('Europe/Berlin') },
    { query: '', thread: null },
  );

const restarted = async (reportSummaryTime: number): Promise<World> => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ reportSummaryTime });
  await world.runUntil('2026-11-20T09:05:00Z');
  await cancel(world);
  await startAgain(world);
  return world;
};

it('sends the late prompt of the new round and no first reminder with it', async () => {
  const world = await restarted(90);
  world.clock.set('2026-11-20T09:55:00Z');
  await world.runUntil('2026-11-20T09:58:00Z');
  expect(promptsTo(world)).toEqual(['11-20 09:00 ann', '11-20 09:55 ann']);
});

it('reminds with the whole card if the prompt of the new round came too late', async () => {
  const world = await restarted(150);
  world.clock.set('2026-11-20T10:20:00Z');
  await world.runUntil('2026-11-20T10:22:00Z');
  expect(story(world).filter((line) => line.endsWith('ann'))).toEqual(['11-20 09:00 ask ann', '11-20 10:20 ask ann']);
});

it('leaves a reminder of the cancelled round as it is when the new round is answered', async () => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting();
  await world.runUntil('2026-11-20T10:01:00Z');
  const reminder = world.messenger.calls.find((call) => shows(call.message) === 'reminder');
  await cancel(world);
  await world.runUntil('2026-11-20T10:05:00Z', 5);
  await startAgain(world);
  const before = world.messenger.calls.length;
  await world.runUntil('2026-11-20T10:06:00Z', 5);
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T10:10:00Z', 5);
  const later = world.messenger.calls.slice(before);
  expect(later.filter((call) => call.do === 'update')).not.toEqual([]);
  expect(later.filter((call) => call.activityId === reminder?.activityId)).toEqual([]);
});

it('posts a summary of its own', async () => {
  const world = await aWorld({ zones: { ann: 'Europe/Berlin', bob: 'America/New_York' } });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
  await world.runUntil('2026-11-20T11:30:00Z');
  await cancel(world);
  await world.runUntil('2026-11-20T11:32:00Z', 10);
  await startAgain(world);
  await world.runUntil('2026-11-20T13:35:00Z');
  const posts = story(world).filter((line) => line.endsWith(' summary channel'));
  expect(posts).toEqual(['11-20 11:00 summary channel', '11-20 13:32 summary channel']);
});
