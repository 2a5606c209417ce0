import type { LocalDate } from '#contracts/ids.ts';

// Calendar dates are arithmetic on UTC midnights: no zone of this machine can move them.
const dayMs = 86_400_000;
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10) as LocalDate;

export const addDays = (date: LocalDate, days: number): LocalDate => dateOf(midnight(date) + days * dayMs);

/** Every date from one to the other, both included, oldest first, whichever of them is the earlier. */
export const daysBetween = (one: LocalDate, other: LocalDate): LocalDate[] => {
  const [from, to] = one <= other ? [one, other] : [other, one];
  const count = Math.round((midnight(to) - midnight(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => addDays(from, at));
};

/** The date if the text is one that exists and that a URL may carry, else undefined. */
export const readDate = (value: string | null): LocalDate | undefined => {
  if (value === null || !/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return undefined;
  const ms = midnight(value);
  return Number.isNaN(ms) || dateOf(ms) !== value ? undefined : dateOf(ms);
};

/** For pickers that think in `Date`: local midnight of that calendar date, and back. */
export const toPickerDate = (date: LocalDate): Date => new Date(`${date}T00:00:00`);
export const fromPickerDate = (date: Date): LocalDate =>
  dateOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));

const formats = new Map<string, Intl.DateTimeFormat>();
const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
};

/** "Friday 20 November 2026" */
export const longDate = (date: LocalDate, locale: string): string =>
  format(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(midnight(date));

/** "Wed 18 Nov" */
export const shortDate = (date: LocalDate, locale: string): string =>
  format(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(midnight(date))
    .replace(',', '');

/** "18 Nov 2026" */
export const mediumDate = (date: LocalDate, locale: string): string =>
  format(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(midnight(date));

/** "09:41" in the zone. */
export const timeOf = (ms: number, timeZone: string, locale: string): string =>
  format(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(ms);

/** The calendar date of an instant in the zone. */
export const dateIn = (ms: number, timeZone: string): LocalDate =>
  format('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(ms) as LocalDate;

/** Whether clocks in both zones show the same at that instant. */
export const sameClock = (ms: number, one: string, other: string): boolean =>
  one === other || (timeOf(ms, one, 'en-GB') === timeOf(ms, other, 'en-GB') && dateIn(ms, one) === dateIn(ms, other));

/** "Asia/Kolkata" → "Kolkata", what people call the zone. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** The day of an instant in UTC, in words; empty when there is none. */
export const utcDay = (at: string | null, locale: string): string => {
  const day = readDate(at?.slice(0, 10) ?? null);
  return day === undefined ? '' : longDate(day, locale);
};
