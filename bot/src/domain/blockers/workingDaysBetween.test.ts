import fc from 'fast-check';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { workingDaysBetween } from './workingDaysBetween.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import { addDays, weekdayOf } from '../core/zonedTimeAndCalendarDates.ts';

const day = (date: string): LocalDate => date as LocalDate;

describe('the age of a blocker', () => {
  const workdays: Schedule = {
    time: 600,
    timezone: 'Europe/Berlin' as ZoneId,
    sunday: false,
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    type: 'STANDUP',
    interval: 'WEEK',
    timeBasis: 'MEETING',
  };

  it.each([
    ['2026-11-16', '2026-11-16', 0],
    ['2026-11-16', '2026-11-17', 1],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-16', '2026-11-30', 10],
    ['2026-11-14', '2026-11-15', 0],
    ['2026-11-17', '2026-11-16', 0],
  ])('a blocker from %s to %s is %i working days old', (since, date, age) => {
    expect(workingDaysBetween(workdays, day(since), day(date))).toBe(age);
  });

  it('equals the result of counting day by day', () => {
    const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(day('1990-01-01'), days));
    const flags = fc.record({
      monday: fc.boolean(),
      friday: fc.boolean(),
      saturday: fc.boolean(),
      sunday: fc.boolean(),
    });
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), flags, (since, days, chosen) => {
        const schedule = { ...workdays, ...chosen };
        const counted = Array.from({ length: days }, (_, ahead) => addDays(since, ahead + 1));
        const expected = counted.filter((item) => schedule[weekdayOf(item)]).length;
        expect(workingDaysBetween(schedule, since, addDays(since, days))).toBe(expected);
      }),
    );
  });
});
