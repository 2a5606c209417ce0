import type { Actor } from '../../../bot/src/services/core/actor.ts';
import * as meetingState from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import * as vacations from '../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { activityText } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId } from '../data/idDateAndRecordBuilders.ts';
import type { World } from './teamWorldWithEngine.ts';

// Actions of the world's admin that cancel runs of the meeting, and a function that reads the activity log of these
// actions.

export const admin = (world: World): Actor => world.actor('ann', { role: 'admin' });
export const meetingId = aMeetingId();

export const switchTo = (world: World, flag: boolean) =>
  meetingState.deactivateMeeting(world.answering, admin(world), { meetingId, flag });
export const drop = (world: World) => meetingState.deleteMeeting(world.answering, admin(world), { meetingId });
export const callOff = (world: World, date?: string) =>
  meetingState.cancelToday(world.answering, admin(world), {
    meetingId,
    ...(date === undefined ? {} : { date: aDate(date) }),
  });
export const holidays = (world: World, ...dates: string[]) =>
  vacations.saveVacation(world.answering, admin(world), {
    ...{ objectType: 'Team', objectId: world.teamId, dates: dates.map((date) => aDate(date)) },
  });

export const logged = async (world: World, objectId: string = meetingId): Promise<string[]> => {
  const key = { teamId: world.teamId, objectId, ms: 0, eventKey: '' };
  const rows = await inOrg(world.store, world.orgId).list(teamActivity, key, prefixRange(`L|${objectId}|`));
  return rows.map(({ value }) => `${value.actor}: ${activityText(translateFor('en'), 'en', value)}`);
};
