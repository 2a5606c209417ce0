import type { NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { reopenWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { aMeetingId, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import {
  promote,
  aTeam,
  admin,
  pathOf,
  log,
  submit,
  approve,
  sendBack,
  soon,
  isOfWeek,
  story,
  lastCard,
} from '../../support/worlds/timesheetWeekCardWorld.ts';

it('is sent to each admin of the team once, and to no other person', async () => {
  const world = await aTeam();
  await log(world, '2026-11-18', 8);
  await submit(world);
  await soon(world, 3);
  expect(story(world).sort()).toEqual(['send abe SUBMITTED 480', 'send ann SUBMITTED 480']);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
  await submit(world);
  await soon(world, 3);
  expect(story(world)).toHaveLength(2);
});

it('clears the mark of an admin whose chat accepts a card again', async () => {
  const world = await aTeam();
  await world.changeMember('ann', { unreachable: 'BLOCKED', unreachableSince: anInstant('2026-11-12T08:00:00.000Z') });
  await submit(world);
  await soon(world);
  expect(story(world)).toContain('send ann SUBMITTED 0');
  const key = { teamId: world.teamId, memberId: aMemberId('ann') };
  const ann = (await inOrg(world.store, world.orgId).get(teamMember, key))?.value;
  expect(ann).toMatchObject({ unreachable: null, unreachableSince: null });
});

it('does not ask an admin about their own hours', async () => {
  const world = await aTeam();
  await submit(world, 'ann');
  await soon(world);
  expect(story(world)).toEqual(['send abe SUBMITTED 0']);
});

it('updates every card after a decision on the web, and notifies the owner once', async () => {
  const world = await aTeam();
  await log(world, '2026-11-18', 8);
  await submit(world);
  await soon(world);
  await approve(world);
  await soon(world, 3);
  expect(story(world).slice(2).sort()).toEqual([
    'send bob card.weekToldApproved',
    'update chat-abe APPROVED 480',
    'update chat-ann APPROVED 480',
  ]);
  expect(lastCard(world, 'abe')).toMatchObject({ decidedBy: 'ann', state: 'APPROVED' });
});

it('shows new hours in the cards that wait', async () => {
  const world = await aTeam();
  await submit(world);
  await soon(world, 4);
  await log(world, '2026-11-18', 2);
  await soon(world);
  expect(story(world).slice(2).sort()).toEqual(['update chat-abe SUBMITTED 120', 'update chat-ann SUBMITTED 120']);
});

it('that is returned shows the reason to the owner, and a new submission retires the old cards', async () => {
  const world = await aTeam();
  await submit(world);
  await soon(world);
  await sendBack(world, 'Where is Tuesday?');
  await soon(world);
  const call = world.messenger.calls.find((call) => call.to === 'bob' && shows(call.message) === 'notice');
  expect(call === undefined ? undefined : modelIn<NoticeModel>(call.message)).toMatchObject({
    title: { key: 'card.weekToldSentBack' },
    lines: [{ key: 'card.weekToldLine', values: { admin: 'ann', note: 'Where is Tuesday?' } }, expect.anything()],
  });
  const before = story(world).length;
  await submit(world);
  await soon(world);
  expect(story(world).slice(before).sort()).toEqual([
    'send abe SUBMITTED 0',
    'send ann SUBMITTED 0',
    'update chat-abe SUBMITTED 0 old',
    'update chat-ann SUBMITTED 0 old',
  ]);
});

it('that is reopened notifies the owner and updates the cards', async () => {
  const world = await aTeam();
  await submit(world);
  await approve(world);
  await soon(world);
  await reopenWeek(world.answering, admin(world), { ...pathOf(world), note: 'A holiday' });
  await soon(world);
  expect(story(world)).toEqual(['send bob card.weekToldApproved', 'send bob card.weekToldReopened']);
});

it('asks admins who muted messages only once', async () => {
  const world = await aTeam();
  await world.changeMember('ann', { isMuted: true });
  await world.changeMember('bob', { isMuted: true });
  await submit(world);
  await soon(world);
  await world.changeMember('ann', { isMuted: false });
  await approve(world, 'abe');
  await soon(world);
  expect(story(world)).toEqual(['send abe SUBMITTED 0', 'update chat-abe APPROVED 0']);
});

it('is silent in a team without the bot and in an organisation that is deactivated', async () => {
  const world = await aTeam();
  await world.changeTeam({ state: 'DISCONNECTED' });
  await submit(world);
  await soon(world, 4);
  expect(story(world)).toEqual([]);
  expect(await rowsLeft(world, 'Outbox')).not.toContainEqual(expect.stringContaining('|week|'));
});

it('and the questions of a minute together are ten to one person, and all get there', async () => {
  const people = ['ann', 'bob', ...Array.from({ length: 8 }, (_, index) => `p${index}`)];
  // Teams sets the limit of ten a minute.
  const world = await aWorld({ people, platform: teamsPlatform });
  await world.meeting({ isReminderEnabled: false, members: [aMemberId('ann')] });
  for (let index = 0; index < 6; index += 1)
    await world.meeting({
      ...{
        id: aMeetingId(`report ${index}`),
        name: `Report ${index}`,
        isReminderEnabled: false,
        members: [aMemberId('ann')],
      },
    });
  await promote(world, 'ann');
  await world.runUntil('2026-11-20T08:59:55Z', 5);
  for (const name of people.slice(1)) await submit(world, name);
  await world.runUntil('2026-11-20T09:03:00Z', 5);
  const toAnn = world.messenger.calls.filter((call) => call.do === 'send' && call.to === 'ann');
  const moments = toAnn.map((call) => Date.parse(call.at));
  const most = Math.max(
    ...moments.map((at) => moments.filter((moment) => moment > at - 60_000 && moment <= at).length),
  );
  expect(toAnn).toHaveLength(7 + 9);
  expect(most).toBeLessThanOrEqual(10);
  expect(world.log.errors).toEqual([]);
});

it('sends one person ten cards a minute and no more', async () => {
  const people = Array.from({ length: 14 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  // Teams sets this limit.
  const world = await aWorld({ people: ['ann', ...people], platform: teamsPlatform });
  await world.meeting();
  await promote(world, 'ann');
  for (const name of people) await submit(world, name);
  await soon(world, 4);
  const at = world.messenger.calls.filter(isOfWeek).map((call) => Date.parse(call.at));
  expect(at).toHaveLength(14);
  for (const start of at)
    expect(at.filter((value) => value >= start && value < start + 60_000).length).toBeLessThanOrEqual(10);
});

it('updates for hours that an answer adds to a waiting week', async () => {
  const world = await aTeam();
  await world.runUntil('2026-11-20T09:05:00Z');
  await submit(world);
  await soon(world, 4);
  await answerAs(world, 'bob');
  await soon(world);
  expect(story(world)).toEqual(expect.arrayContaining(['update chat-ann SUBMITTED 120']));
});
