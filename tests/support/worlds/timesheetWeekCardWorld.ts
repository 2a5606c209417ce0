import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import type { NoticeModel, WeekModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { approveWeek, returnWeek, submitWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { week as weekKind } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { aDate, aMeetingId, aMemberId } from '../data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../fakes/fakePresenterAndShownModels.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World, WorldOptions } from './teamWorldWithEngine.ts';

// Creates a team on Friday, 20 November 2026, 08:00 UTC, in which ann and abe are admins, and bob and cy are not.

export const monday = aDate('2026-11-16');

export const promote = (world: World, name: string): Promise<unknown> =>
  inOrg(world.store, world.orgId).touch(orgMember, { memberId: aMemberId(name) }, { role: 'admin' });

export const aTeam = async (options: WorldOptions = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'abe', 'bob', 'cy'], ...options });
  await world.meeting();
  for (const name of ['ann', 'abe']) await promote(world, name);
  return world;
};

export const admin = (world: World, name = 'ann') => world.actor(name, { role: 'admin' });
export const pathOf = (world: World, name = 'bob', date = monday) => ({
  ...{ teamId: world.teamId, memberId: aMemberId(name), monday: date },
});
export const log = (world: World, date: string, hours: number, name = 'bob') =>
  saveTask(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), task: 'Things', date: aDate(date), hours, minutes: 0 },
  });
export const submit = (world: World, name = 'bob', date = monday) =>
  submitWeek(world.answering, world.actor(name), pathOf(world, name, date));
export const approve = (world: World, by = 'ann') => approveWeek(world.answering, admin(world, by), pathOf(world));
export const sendBack = (world: World, note = 'Why?') =>
  returnWeek(world.answering, admin(world), { ...pathOf(world), note });
export const soon = async (world: World, minutes = 1): Promise<void> => {
  await world.runUntil(new Date(world.clock.now() + minutes * 60_000).toISOString(), 5);
};

export const isOfWeek = ({ message }: World['messenger']['calls'][number]): boolean =>
  shows(message) === 'week' || (shows(message) === 'notice' && JSON.stringify(message).includes('card.weekTold'));

/**
 * Returns the messages about weeks as lines: "send ann SUBMITTED 480", "update chat-ann APPROVED 480", "send bob
 * card.weekToldApproved".
 */
export const story = (world: World): string[] =>
  world.messenger.calls.filter(isOfWeek).map(({ do: what, to, message }) => {
    if (shows(message) === 'notice') return `${what} ${to} ${modelIn<NoticeModel>(message).title.key}`;
    const { state, minutes, isOld } = modelIn<WeekModel>(message);
    return `${what} ${to} ${state} ${minutes}${isOld ? ' old' : ''}`;
  });

export const lastCard = (world: World, name: string): WeekModel => {
  const call = world.messenger.calls.findLast((item) => shows(item.message) === 'week' && item.to.endsWith(name));
  if (call === undefined) throw new Error(`${name} was not asked.`);
  return modelIn<WeekModel>(call.message);
};

export const stateOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(weekKind, pathOf(world)))?.value.state;
