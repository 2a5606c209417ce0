import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';

// Dates are calculated from midnights in UTC, so that the time zone of the machine cannot change a date.
const dayMs = 86_400_000;
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10) as LocalDate;

export const addDays = (date: LocalDate, days: number): LocalDate => dateOf(midnight(date) + days * dayMs);

/** Returns the Monday of a date's week. The server stores a week of the timesheet under this date. */
export const mondayOf = (date: LocalDate): LocalDate =>
  addDays(date, -((new Date(midnight(date)).getUTCDay() + 6) % 7));

/** Returns all dates between the two arguments, both included, oldest first. The arguments may be in either order. */
export const daysBetween = (localDate: LocalDate, other: LocalDate): LocalDate[] => {
  const [from, to] = localDate <= other ? [localDate, other] : [other, localDate];
  const count = Math.round((midnight(to) - midnight(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
};

/** Returns the text as a date if it is an existing date in the form yyyy-MM-dd; otherwise undefined. */
export const readDate = (value: string | null): LocalDate | undefined => {
  if (value === null || !/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return undefined;
  const ms = midnight(value);
  return Number.isNaN(ms) || dateOf(ms) !== value ? undefined : dateOf(ms);
};

/**
 * Converts a date to its midnight in the browser's time zone, for calendar libraries that use `Date`. `fromPickerDate`
 * converts it back.
 */
export const toPickerDate = (date: LocalDate): Date => new Date(`${date}T00:00:00`);
export const fromPickerDate = (date: Date): LocalDate =>
  dateOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));

/**
 * Largest number of cached formats. It is greater than the number of formats that the pages use in all languages and in
 * the zones of a large organisation.
 */
const capacity = 1_000;

const formats = new BoundedMap<string, Intl.DateTimeFormat>(capacity);
const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale}|${JSON.stringify(options)}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat(locale, options);
  formats.set(key, created);
  return created;
};

/** Returns a date such as "Friday 20 November 2026". */
export const longDate = (date: LocalDate, locale: string): string =>
  format(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(midnight(date));

const weekdayAndDay: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' };
const withoutFirstComma = (text: string): string => text.replace(/[,،]/, '');

/** Returns a date such as "Wed 18 Nov". */
export const shortDate = (date: LocalDate, locale: string): string =>
  withoutFirstComma(format(locale, weekdayAndDay).format(midnight(date)));

export interface DateReader {
  readonly locale: string;
  readonly today: LocalDate;
}

/** Returns a date such as "Wed 18 Nov". Adds the year unless it is the current year. */
export const dayText = (date: LocalDate, { locale, today }: DateReader): string =>
  date.slice(0, 4) === today.slice(0, 4)
    ? shortDate(date, locale)
    : withoutFirstComma(format(locale, { ...weekdayAndDay, year: 'numeric' }).format(midnight(date)));

/** Returns a range such as "Mon 16 Nov – Sun 22 Nov". Both days belong to the range. */
export const daysText = (from: LocalDate, to: LocalDate, reader: DateReader): string =>
  `${dayText(from, reader)} – ${dayText(to, reader)}`;

/** Returns a date such as "18 Nov". */
export const dayAndMonth = (date: LocalDate, locale: string): string =>
  format(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(midnight(date));

/** Returns a date such as "18 Nov 2026". */
export const mediumDate = (date: LocalDate, locale: string): string =>
  format(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(midnight(date));

/** Returns the time of an instant in a time zone, such as "09:41". `ms` is in epoch milliseconds. */
export const timeOf = (ms: number, timeZone: string, locale: string): string =>
  format(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(ms);

export const dateIn = (ms: number, timeZone: string): LocalDate =>
  format('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(ms) as LocalDate;

/** True if the clocks of both zones show the same date and time at this instant (epoch milliseconds). */
export const sameClock = (ms: number, text: string, other: string): boolean =>
  text === other ||
  (timeOf(ms, text, 'en-GB') === timeOf(ms, other, 'en-GB') && dateIn(ms, text) === dateIn(ms, other));

/** Returns the city in the id of a time zone, with spaces: "America/New_York" → "New York". */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Returns an instant in UTC, such as "18 Nov 2026, 09:41". The text around it must mention UTC. */
export const utcMoment = (at: string, locale: string): string => {
  const ms = Date.parse(at);
  return `${mediumDate(dateIn(ms, 'UTC'), locale)}, ${timeOf(ms, 'UTC', locale)}`;
};

/** Returns the date of an instant in UTC as text; empty for null. */
export const utcDay = (at: string | null, locale: string): string => {
  const day = readDate(at?.slice(0, 10) ?? null);
  return day === undefined ? '' : longDate(day, locale);
};
