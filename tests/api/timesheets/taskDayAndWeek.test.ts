import { getTimesheet as getCall } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { getTimesheet } from '../../../bot/src/services/timesheets/getTimesheet.ts';
import { copyLastDay, saveTask } from '../../../bot/src/services/timesheets/changeTasks.ts';
import { getWeek } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that each day is a day of the member's zone.

const filterOf = (world: World, change: object = {}) => getCall.input.parse({ teamId: world.teamId, ...change });
const read = (world: World, change: object = {}, by = 'ann') =>
  getTimesheet(world.answering, world.actor(by), filterOf(world, change));

const save = (world: World, name: string, date: string, minutes: number, change: object = {}) =>
  saveTask(world.answering, world.actor(name), {
    ...{ meetingId: aMeetingId(), task: `${name} ${minutes}`, date: aDate(date) },
    ...{ hours: Math.floor(minutes / 60), minutes: minutes % 60, ...change },
  });

describe('a day', () => {
  const refused = { code: 'INVALID_INPUT', details: { message: 'timesheet.dateAhead' } };

  it.each([
    // Berlin sets its clocks back on 25 October and forward on 28 March.
    ['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24', '2026-10-25'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-26'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-26'],
    ['Europe/Berlin', '2027-03-28T21:59:59Z', '2027-03-28', '2027-03-29'],
    ['Europe/Berlin', '2027-03-28T22:00:00Z', '2027-03-29', '2027-03-30'],
    // In Havana, the clocks skip midnight on one date and repeat it on another.
    ['America/Havana', '2027-03-14T05:00:00Z', '2027-03-14', '2027-03-15'],
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-11-01', '2026-11-02'],
    ['America/Havana', '2026-11-01T03:59:59Z', '2026-10-31', '2026-11-01'],
    // Ends of months and years on both sides of the date line, and a leap day.
    ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', '2026-12-01', '2026-12-02'],
    ['Pacific/Pago_Pago', '2026-12-01T10:59:59Z', '2026-11-30', '2026-12-01'],
    ['Pacific/Chatham', '2026-12-31T10:14:59Z', '2026-12-31', '2027-01-01'],
    ['Pacific/Chatham', '2026-12-31T10:15:00Z', '2027-01-01', '2027-01-02'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00Z', '2028-02-29', '2028-03-01'],
  ])('a day of %s at %s is %s: a task of it is taken, one of %s is not', async (zone, now, today, tomorrow) => {
    const world = await aWorld({ start: now, zones: { ann: zone } });
    await world.meeting();
    expect((await read(world)).today).toBe(today);
    expect(await save(world, 'ann', today, 60)).toMatchObject({ date: today });
    await expect(save(world, 'ann', tomorrow, 60)).rejects.toMatchObject(refused);
    await expect(
      copyLastDay(world.answering, world.actor('ann'), { teamId: world.teamId, date: aDate(tomorrow) }),
    ).rejects.toMatchObject(refused);
    const { totals } = await read(world, { startDate: today, endDate: today });
    expect(totals).toMatchObject({ rows: 1, minutes: 60, byDay: [{ date: today, minutes: 60 }] });
  });

  it('the day of an answer is the member’s local day when asked, even if the answer is edited from another zone', async () => {
    const world = await aWorld({ zones: { ann: 'Pacific/Kiritimati', bob: 'Pacific/Pago_Pago' } });
    await world.meeting();
    await world.runUntil('2026-11-20T10:30:00Z');
    for (const name of ['ann', 'bob']) await answerAs(world, name);
    const daysOf = async () => (await read(world, { startDate: '2026-11-01', endDate: '2026-11-30' })).totals.byDay;
    const before = await daysOf();
    expect(before.map(({ date, rows }) => [date, rows])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-19', 2],
    ]);
    await world.changeMember('bob', { timezone: null });
    await answerAs(world, 'bob', { change: { plan: 'Fix sign-in 3h' } });
    expect((await daysOf()).map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2026-11-20', 120],
      ['2026-11-19', 180],
    ]);
  });

  it('belongs to the week of its Monday, also at the end of a month', async () => {
    const world = await aWorld({ start: '2026-12-02T12:00:00Z' });
    await world.meeting();
    for (const date of ['2026-11-29', '2026-11-30', '2026-12-01']) await save(world, 'ann', date, 30);
    const memberId: MemberId = world.member('ann');
    const week = await getWeek(world.answering, world.actor('ann'), {
      ...{ teamId: world.teamId, memberId, monday: aDate('2026-11-30') },
    });
    expect([week.minutes, week.days.map((day) => day.minutes)]).toEqual([60, [30, 30, 0, 0, 0, 0, 0]]);
    expect(week.days.at(-1)?.date).toBe(addDays(aDate('2026-11-30'), 6));
  });
});
