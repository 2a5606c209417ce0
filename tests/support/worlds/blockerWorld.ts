import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import type { BlockerModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { blockerCards } from '../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { holiday } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { aDate, aMeetingId, aMemberId } from '../data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../fakes/fakePresenterAndShownModels.ts';
import { aWorld } from './teamWorldWithEngine.ts';
import type { World } from './teamWorldWithEngine.ts';
import { answerAs } from './saveAnswersAndReadMessages.ts';

// Creates a team whose member Bob has been blocked since Friday, 20 November 2026. Dan created the report, which
// reminds after 2 working days and escalates after 3. The report's zone is one hour ahead of UTC.

export const bobsBlocker = { meetingId: aMeetingId(), memberId: aMemberId('bob') };

export const changeBobsBlocker = (
  world: World,
  name: string,
  more: Pick<Parameters<typeof changeBlockerOf>[2], 'action' | 'neededId'>,
) => changeBlockerOf(world.answering, world.actor(name), { ...bobsBlocker, ...more });

export const blockerWorld = async (rule: Partial<Meeting> = {}): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'] });
  await world.meeting({
    isReminderEnabled: false,
    createdBy: aMemberId('dan'),
    ...{ blockerReminderDays: 2, blockerEscalationDays: 3, ...rule },
  });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  await answerAs(world, 'bob', { change: { blocked: 'Yes', what: 'No keys' } });
  return world;
};

/** Returns the reminders as lines of day, time, recipient and the reader of the card, such as "24 08:05 bob OWNER". */
export const remindersIn = (world: World): string[] =>
  world.messenger.calls.flatMap(({ do: what, at, to, message }) => {
    if (what !== 'send' || shows(message) !== 'blocker') return [];
    const { isReminder, reader } = modelIn<BlockerModel>(message);
    return isReminder ? [`${at.slice(8, 16).replace('T', ' ')} ${to} ${reader}`] : [];
  });

/** Runs the engine every five minutes until that day and time (UTC) of November 2026, such as "25T12:00". */
export const untilNovember = (world: World, at: string): Promise<void> => world.runUntil(`2026-11-${at}:00Z`, 300);

export const blockerRecordOf = async (world: World) =>
  (await inOrg(world.store, world.orgId).get(blockerCards, { ...bobsBlocker, teamId: world.teamId }))?.value;

/** Adds a holiday of the team on that day of November 2026. */
export const addHoliday = async (world: World, day: string): Promise<void> => {
  const date = aDate(`2026-11-${day}`);
  await inOrg(world.store, world.orgId).insert(holiday, { teamId: world.teamId, date }, { date, name: 'Off' });
};
