import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, daysBetween } from '../../ui/text/calculateAndFormatDates.ts';

/** Returns the weekday of a date, from 0 = Monday to 6 = Sunday. */
const weekdayOf = (date: LocalDate): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

export const isWeekend = (date: LocalDate): boolean => weekdayOf(date) > 4;

export const nextMonday = (today: LocalDate): LocalDate => addDays(today, 7 - weekdayOf(today));

export interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export const presets = ['today', 'tomorrow', 'restOfWeek', 'nextWeek', 'twoWeeks'] as const;
export type Preset = (typeof presets)[number];

export const daysOf = (preset: Preset, today: LocalDate): Days => {
  const monday = nextMonday(today);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'tomorrow':
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case 'restOfWeek': {
      // The rest of the week ends on Friday or, if today is a Saturday or Sunday, on Sunday.
      const friday = addDays(monday, -3);
      return { from: today, to: today <= friday ? friday : addDays(monday, -1) };
    }
    case 'nextWeek':
      return { from: monday, to: addDays(monday, 4) };
    case 'twoWeeks':
      return { from: monday, to: addDays(monday, 11) };
  }
};

/**
 * Returns the days of a range. Leaves out Saturdays and Sundays, unless `withWeekends` is true or the range contains no
 * other days.
 */
export const datesIn = ({ from, to }: Days, withWeekends: boolean): LocalDate[] => {
  const all = daysBetween(from, to);
  const workdays = all.filter((day) => !isWeekend(day));
  return withWeekends || workdays.length === 0 ? all : workdays;
};

export interface Stretch extends Days {
  readonly dates: readonly LocalDate[];
}

/**
 * Groups days into stretches without gaps. The days must be sorted, oldest first. A weekend between a Friday and a
 * Monday that are both off is no gap.
 */
export const stretchesOf = (dates: readonly LocalDate[]): readonly Stretch[] => {
  const stretches: { from: LocalDate; to: LocalDate; dates: LocalDate[] }[] = [];
  for (const date of dates) {
    const last = stretches.at(-1);
    const gap = last === undefined ? [] : daysBetween(addDays(last.to, 1), date).slice(0, -1);
    if (last !== undefined && gap.length <= 2 && gap.every(isWeekend)) {
      last.to = date;
      last.dates.push(date);
    } else stretches.push({ from: date, to: date, dates: [date] });
  }
  return stretches;
};
