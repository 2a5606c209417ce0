import { fromPickerDate } from './calculateAndFormatDates.ts';

export interface CalendarNames {
  /** Returns a date such as "Friday 25 December 2026". */
  readonly day: (date: Date) => string;
  /** Returns a month such as "December 2026". */
  readonly month: (date: Date) => string;
  /** Returns a weekday such as "Friday". */
  readonly weekday: (date: Date) => string;
  /**
   * Returns a short weekday such as "Fri". In a language whose short name is the complete name, returns a single
   * letter, because the columns of the calendar are too narrow for the name.
   */
  readonly shortWeekday: (date: Date) => string;
  /** Returns the day of the month, such as "25", in the digits of the language. */
  readonly number: (date: Date) => string;
}

/**
 * Returns functions that format the dates of a calendar in the locale. Each `Date` comes from a picker and is the local
 * midnight of the calendar date.
 */
export const calendarDateFormats = (locale: string): CalendarNames => {
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
