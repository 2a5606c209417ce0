import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Schedule } from '../runs/meetingScheduleAndNextRuns.ts';
import { addDays, daysBetween, weekdayOf } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Returns the age of a blocker: the number of the meeting's weekdays after `since`, up to and including `date`, without
 * the team's `holidays`.
 */
export const workingDaysBetween = (
  schedule: Pick<Schedule, Weekday>,
  since: LocalDate,
  date: LocalDate,
  holidays: readonly LocalDate[] = [],
): number => {
  const days = daysBetween(since, date);
  if (days <= 0) return 0;
  const aWeek = weekdays.filter((day) => schedule[day]).length;
  const odd = Array.from({ length: days % 7 }, (_, ahead) => weekdayOf(addDays(since, ahead + 1)));
  const off = new Set(holidays.filter((day) => day > since && day <= date && schedule[weekdayOf(day)]));
  return Math.floor(days / 7) * aWeek + odd.filter((day) => schedule[day]).length - off.size;
};
