import type { LocalDate } from '#contracts/ids.ts';
import { addDays } from '../../ui/dates.ts';
import type { WebWords } from '../../ui/words.ts';

/** "8.33", "1.0": at least one digit behind the point, at most two. */
export const hoursNumber = (hours: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }).format(hours);

/** "8.33 Hours" */
export const hoursText = (hours: number, locale: string, words: WebWords): string =>
  words('timesheet.hours', { hours: hoursNumber(hours, locale) });

/** "16–22 Nov 2026" */
export const weekDates = (monday: LocalDate, locale: string): string => {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const at = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`);
  return format.formatRange(at(monday), at(addDays(monday, 6)));
};

const dayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();
export const isWeekend = (date: LocalDate): boolean => dayOf(date) === 0 || dayOf(date) === 6;
