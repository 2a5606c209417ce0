import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aDate, aMeetingId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { friday, promptsTo, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests batches of delivery records that conflict because a member row changes during a send. Each record is then
// written alone.

const asking = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting({ isReminderEnabled: false });
  return world;
};

const changeDuringSend = (world: World): void => {
  world.messenger.during(async ({ to }) => {
    if (to === 'ann') await world.changeMember('ann', { locale: 'de' });
  });
};

const promptOf = async (world: World) => (await rowsOf(world)).deliveries.get(`${world.member('ann')}|prompt`)?.value;

it('stores the chat of the member and keeps the change', async () => {
  const world = await asking();
  changeDuringSend(world);
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(await promptOf(world)).toMatchObject({ state: 'SENT', round: 1 });
  const member = await inOrg(world.store, world.orgId).get(teamMember, {
    teamId: world.teamId,
    memberId: world.member('ann'),
  });
  expect(member?.value).toMatchObject({ locale: 'de', conversationId: 'chat-ann' });
});

it('replaces the record of an earlier round', async () => {
  const world = await asking();
  await world.runUntil('2026-11-20T09:05:00Z');
  const { orgId, teamId } = world;
  const run = { orgId, teamId, meetingId: aMeetingId(), date: aDate(friday) };
  await cancelRun(world.deps, { ...run, reason: 'CANCELLED_TODAY', actor: 'ann' });
  const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };
  await startCommand(world.starting, world.actor('ann'), reader, { query: '', thread: null });
  await world.changeMember('ann', { conversationId: null });
  changeDuringSend(world);
  await world.runUntil('2026-11-20T09:10:00Z');
  expect(promptsTo(world)).toHaveLength(2);
  expect(await promptOf(world)).toMatchObject({ state: 'SENT', round: 2 });
});
