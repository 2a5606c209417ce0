import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import type { ReminderModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { readRun } from '../../../bot/src/services/runs/readRunAndDayRows.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId } from '../data/idDateAndRecordBuilders.ts';
import type { Call } from '../fakes/fakeMessenger.ts';
import { modelIn, shows } from '../fakes/fakePresenterAndShownModels.ts';
import { answerAs, friday } from './saveAnswersAndReadMessages.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World, WorldOptions } from './teamWorldWithEngine.ts';

// Creates a person who is a member of several reports, and lists the reminders that the person gets.

export const words = { firstReminderMessage: 'Half the time is over', secondReminderMessage: 'Last call' };

/** Creates several reports of one person, all of which open at 09:00 UTC. */
export const withReports = async (
  count: number,
  change: (index: number) => Partial<Meeting> = () => ({}),
  options: Pick<WorldOptions, 'store' | 'platform'> = {},
): Promise<World> => {
  const world = await aWorld({ people: ['ann'], ...options });
  for (let index = 0; index < count; index += 1)
    await world.meeting({
      ...words,
      id: aMeetingId(`report ${index}`),
      name: `Report ${index}`,
      ...change(index),
    });
  await world.runUntil('2026-11-20T09:01:00Z');
  return world;
};

export const reminders = (world: World): Call[] =>
  world.messenger.calls.filter((call) => shows(call.message) === 'reminder');
export const sentReminders = (world: World): Call[] => reminders(world).filter((call) => call.do === 'send');

export const linesIn = (message: OutgoingMessage): string[] =>
  modelIn<ReminderModel>(message)
    .parts.map((part) => `${part.meetingName} ${part.state}`)
    .sort();

/** Returns the lines that a message shows after its last update. */
export const shownIn = (world: World, activityId: string): string[] => {
  const last = world.messenger.calls.findLast((call) => call.activityId === activityId);
  return last === undefined ? [] : linesIn(last.message);
};

export const reminderOf = async (world: World, index: number, kind: 'reminder1' | 'reminder2' = 'reminder1') => {
  const run = { teamId: world.teamId, meetingId: aMeetingId(`report ${index}`), date: aDate(friday) };
  const { deliveries } = await readRun(inOrg(world.store, world.orgId), run);
  return deliveries.get(`${world.member('ann')}|${kind}`)?.value;
};

export const answerReport = (world: World, index: number) =>
  answerAs(world, 'ann', { meetingId: aMeetingId(`report ${index}`) });

export const onlyActivity = (world: World): string => {
  const [first, ...others] = sentReminders(world);
  expect(others).toEqual([]);
  return first?.activityId ?? '';
};
