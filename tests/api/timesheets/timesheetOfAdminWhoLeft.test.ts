import { getTimesheet as getCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { getWeek } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { aDate, aMeetingId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';

it('shows an admin who left the team their tasks without a way to change them', async () => {
  const world = await aWorld({ start: '2026-11-20T09:00:00Z' });
  await world.meeting();
  const admin = world.actor('ann', { role: 'admin' });
  const { teamId } = world;
  const save = () =>
    saveTask(world.answering, admin, {
      ...{ meetingId: aMeetingId(), task: 'Review', date: aDate('2026-11-20'), hours: 1, minutes: 0 },
    });
  const mayEdit = async () => {
    const { items } = await getTimesheet(world.answering, admin, getCall.input.parse({ teamId }));
    const week = await getWeek(world.answering, admin, {
      ...{ teamId, memberId: world.member('ann'), monday: aDate('2026-11-16') },
    });
    return [items.map(({ canEdit }) => canEdit), week.can.edit];
  };
  await save();
  expect(await mayEdit()).toEqual([[true], true]);
  await world.changeMember('ann', { leftOn: anInstant('2026-11-20T09:30:00Z') });
  expect(await mayEdit()).toEqual([[false], false]);
  await expect(save()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
