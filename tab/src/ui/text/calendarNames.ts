import { fromPickerDate } from './formatDates.ts';

export interface CalendarNames {
  /** "Friday 25 December 2026" */
  readonly day: (date: Date) => string;
  /** "December 2026" */
  readonly month: (date: Date) => string;
  /** "Friday" */
  readonly weekday: (date: Date) => string;
  /** "Fri". A single letter where the language's shortest name is the whole name, because no column is wide enough for that. */
  readonly shortWeekday: (date: Date) => string;
  /** "25", in the digits of the language */
  readonly number: (date: Date) => string;
}

/** Returns the names of a calendar's days in the locale. Each `Date` is a picker's: the local midnight of the calendar date. */
export const calendarNames = (locale: string): CalendarNames => {
  const naming = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date: Date): string => format.format(Date.parse(`${fromPickerDate(date)}T00:00:00Z`));
  };
  const [weekday, short, email] = [
    naming({ weekday: 'long' }),
    naming({ weekday: 'short' }),
    naming({ weekday: 'narrow' }),
  ];
  const digits = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    day: naming({ dateStyle: 'full' }),
    month: naming({ month: 'long', year: 'numeric' }),
    weekday,
    shortWeekday: (date) => (short(date) === weekday(date) ? email(date) : short(date)),
    number: (date) => digits.format(date.getDate()),
  };
};
