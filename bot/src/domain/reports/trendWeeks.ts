import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { addDays, daysBetween, weekdayOf } from '../core/zonedTimeAndCalendarDates.ts';

export interface Week {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly isRunning: boolean;
}

export const startOfWeek = (date: LocalDate, firstDay: Weekday): LocalDate =>
  addDays(date, -((weekdays.indexOf(weekdayOf(date)) - weekdays.indexOf(firstDay) + 7) % 7));

/** Returns `count` whole weeks before the week of `today`, oldest first, followed by that week. */
export const trendWeeksUpTo = (today: LocalDate, count: number, firstDay: Weekday): readonly Week[] => {
  const running = startOfWeek(today, firstDay);
  return Array.from({ length: count + 1 }, (_, index) => {
    const from = addDays(running, (index - count) * 7);
    return { from, to: addDays(from, 6), isRunning: index === count };
  });
};

/** Returns the index of the date's week; undefined outside the weeks. */
export const weekIndex = (weeks: readonly Week[], date: LocalDate): number | undefined => {
  const [first] = weeks;
  if (first === undefined || date < first.from) return undefined;
  const index = Math.floor(daysBetween(first.from, date) / 7);
  return index < weeks.length ? index : undefined;
};

/**
 * Returns the first day of the first week (`from`), the last day of the last complete week (`over`), and the last day
 * of the running week (`to`).
 */
export const rangeOf = (
  today: LocalDate,
  count: number,
  firstDay: Weekday,
): { readonly from: LocalDate; readonly over: LocalDate; readonly to: LocalDate } => {
  const running = startOfWeek(today, firstDay);
  return { from: addDays(running, -7 * count), over: addDays(running, -1), to: addDays(running, 6) };
};
