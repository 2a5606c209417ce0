import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { readDate } from '../text/calculateAndFormatDates.ts';
import type { DateReader } from '../text/calculateAndFormatDates.ts';

type Part = 'year' | 'month' | 'day';
type Numbers = readonly string[];

const orderIn = (locale: string): readonly Part[] =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));

// Converts Arabic, Persian and full-width digits to 0 to 9. The last four bits of each of these characters are its
// value.
export const latinDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Returns the numbers in a typed date; undefined = the text contains words or begins with a sign. */
const numbersOf = (typed: string): Numbers | undefined => {
  const text = latinDigits(typed)
    .replaceAll(/[年月日\u200e\u200f]/g, ' ')
    .trim();
  return /^\d{1,4}([\s./،-]+\d{1,4}){1,2}[\s.]*$/.test(text) ? (text.match(/\d+/g) ?? undefined) : undefined;
};

export const dateOf = (year: string, month: string, day: string): LocalDate | undefined =>
  readDate(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

/**
 * Returns the date with this month and day that is closest to today, because the typed date has no year. Undefined =
 * there is no such date in last, this or next year.
 */
export const closestDate = (today: LocalDate, month: string, day: string): LocalDate | undefined => {
  const distance = (date: LocalDate): number => Math.abs(Date.parse(date) - Date.parse(today));
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1]
    .flatMap((value) => dateOf(String(value), month, day) ?? [])
    .sort((item, other) => distance(item) - distance(other))[0];
};

const inOrder = (order: readonly Part[], numbers: Numbers, today: LocalDate): LocalDate | undefined => {
  const at = (part: Part): string => numbers[order.indexOf(part)] ?? '';
  return order.includes('year')
    ? dateOf(at('year'), at('month'), at('day'))
    : closestDate(today, at('month'), at('day'));
};

/**
 * Returns the order of the typed numbers. A number of four digits at the beginning or at the end is the year; otherwise
 * the locale determines the order.
 */
const orderOf = (numbers: Numbers, locale: string): readonly Part[] => {
  const usual = orderIn(locale);
  const others = usual.filter((part) => part !== 'year');
  if (numbers.length === 2) return others;
  if (numbers[0]?.length === 4) return ['year', 'month', 'day'];
  return numbers[2]?.length === 4 ? [...others, 'year'] : usual;
};

const swapped = (order: readonly Part[]): readonly Part[] =>
  order.map((part) => (part === 'year' ? part : part === 'month' ? 'day' : 'month'));

/**
 * Returns the date that a text means: yyyy-MM-dd, or numbers in the order of the locale, with or without a year. If
 * they are no date in this order, month and day are swapped. Undefined = the text is not a date.
 */
export const parseTypedDate = (typed: string, { locale, today }: DateReader): LocalDate | undefined => {
  const numbers = numbersOf(typed);
  if (numbers === undefined) return undefined;
  const order = orderOf(numbers, locale);
  const read = inOrder(order, numbers, today);
  return read ?? (order[0] === 'year' ? undefined : inOrder(swapped(order), numbers, today));
};
