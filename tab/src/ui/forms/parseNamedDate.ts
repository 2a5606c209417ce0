import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { DateReader } from '../text/calculateAndFormatDates.ts';
import { closestDate, dateOf, latinDigits } from './parseTypedDate.ts';

// Reads dates that contain names, in the reader's language: "24 nov", "Tuesday, November 24th", "24 de noviembre de
// 2026", "yesterday", "lundi".

const dayMs = 24 * 60 * 60_000;

/** Returns the date that is `days` days later, as epoch milliseconds of its midnight in UTC. */
const later = (date: LocalDate, days: number): number => Date.parse(date) + days * dayMs;
const dateAt = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10) as LocalDate;

const plain = (text: string): string => searchedName(latinDigits(text));
const wordsIn = (text: string): readonly string[] => plain(text).match(/\d+|[\p{L}\p{M}]+/gu) ?? [];

/**
 * Formats the dates. Accents, points and capital letters are removed, so that the names can be compared with typed
 * words.
 */
const namesOf = (locale: string, options: Intl.DateTimeFormatOptions, dates: readonly number[]): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  return dates.map((ms) => wordsIn(format.format(ms)).join(' '));
};

const monthDates = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
const weekDates = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day));

/** Words that can occur between the parts of a date, in the languages of the product. */
const joining: ReadonlySet<string> = new Set([
  ...['th', 'st', 'nd', 'rd', 'of', 'the', 'on'],
  ...['de', 'del', 'el', 'le', 'er', 'den', 'der', 'am'],
]);

/**
 * Smallest number of letters with which the beginning of a month's name counts, because shorter ones would match too
 * many other words.
 */
const shortestMonth = 3;

/**
 * Returns the months (1 to 12) that a word can mean: the word is the short name of the month, or the beginning of its
 * long name.
 */
const monthsOf = (word: string, locale: string): readonly number[] => {
  const [long, short] = [
    namesOf(locale, { month: 'long' }, monthDates),
    namesOf(locale, { month: 'short' }, monthDates),
  ];
  const begins = (name: string): boolean => word.length >= shortestMonth && name.startsWith(word);
  return long.flatMap((name, index) => (begins(name) || short[index] === word ? [index + 1] : []));
};

const isWeekday = (word: string, locale: string): boolean =>
  [...namesOf(locale, { weekday: 'long' }, weekDates), ...namesOf(locale, { weekday: 'short' }, weekDates)].includes(
    word,
  );

const dayOfMonth = (words: readonly string[], { locale, today }: DateReader): LocalDate | undefined => {
  const numbers = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => !/^\d/.test(word) && !joining.has(word));
  const isOther = (word: string): boolean => isWeekday(word, locale);
  // In French, "mar" can be Tuesday or March. Beside another name it counts as the weekday.
  const months = names.filter((word) => monthsOf(word, locale).length > 0 && (names.length === 1 || !isOther(word)));
  const [month, ...more] = months.flatMap((word) => monthsOf(word, locale));
  if (month === undefined || more.length > 0) return undefined;
  if (names.some((word) => !months.includes(word) && !isOther(word))) return undefined;
  const [first = '', second] = numbers;
  if (numbers.length === 0 || numbers.length > 2) return undefined;
  if (second === undefined) return first.length > 2 ? undefined : closestDate(today, String(month), first);
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  return day.length > 2 || ![2, 4].includes(year.length) ? undefined : dateOf(year, String(month), day);
};

/** Number of days before and after today that can be named relative to today, such as "3 days ago" and "tomorrow". */
const named = { before: 14, after: 1 };

const relativeDay = (typed: string, { locale, today }: DateReader): LocalDate | undefined => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (let days = -named.before; days <= named.after; days += 1)
    if (plain(format.format(days, 'day')) === plain(typed)) return dateAt(later(today, days));
  return undefined;
};

/**
 * Returns the last date with the weekday that the words name, today included; undefined = the words name no weekday.
 */
const lastWeekday = (words: readonly string[], { locale, today }: DateReader): LocalDate | undefined => {
  const index = namesOf(locale, { weekday: 'long' }, weekDates).indexOf(words.join(' '));
  if (index === -1) return undefined;
  const todayIndex = (new Date(Date.parse(today)).getUTCDay() + 6) % 7;
  return dateAt(later(today, -((todayIndex - index + 7) % 7)));
};

/**
 * Returns the date that a text names in the reader's language; undefined = none. `parseTypedDate` reads texts that
 * consist of numbers.
 */
export const parseNamedDate = (typed: string, reader: DateReader): LocalDate | undefined => {
  const words = wordsIn(typed);
  return relativeDay(typed, reader) ?? lastWeekday(words, reader) ?? dayOfMonth(words, reader);
};
