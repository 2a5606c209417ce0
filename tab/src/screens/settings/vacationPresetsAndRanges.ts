import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, daysBetween } from '../../ui/text/calculateAndFormatDates.ts';

/** Returns the weekday of a date, with 0 = Monday. */
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
      // On a Saturday or Sunday, the rest of the week ends on Sunday. On the other days it ends on Friday.
      const friday = addDays(monday, -3);
      return { from: today, to: today <= friday ? friday : addDays(monday, -1) };
    }
    case 'nextWeek':
      return { from: monday, to: addDays(monday, 4) };
    case 'twoWeeks':
      return { from: monday, to: addDays(monday, 11) };
  }
};

/** Returns the days of a range. Leaves out weekends unless `withWeekends` is true or the range contains only weekend days. */
export const datesIn = ({ from, to }: Days, withWeekends: boolean): LocalDate[] => {
  const all = daysBetween(from, to);
  const workdays = all.filter((day) => !isWeekend(day));
  return withWeekends || workdays.length === 0 ? all : workdays;
};

export interface Stretch extends Days {
  readonly dates: readonly LocalDate[];
}

/**
 * Groups days, which must be sorted from oldest to newest, into stretches. If a Friday and the next Monday are both off, the
 * weekend between them does not end the stretch.
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
