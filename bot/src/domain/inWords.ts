import type { Instant, LocalDate, ZoneId } from '#contracts/ids.ts';
import type { Words } from '#contracts/text/keys.ts';
import { formatLocale, languageOf } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import { localDateAt, msOf } from './time.ts';

// Dates and times in words, made on the server: cards and mails have no dependable formatting of their own.

type Style = 'time' | 'day' | 'date' | 'weekday';

const options: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { dateStyle: 'medium' },
  weekday: { weekday: 'short' },
};

const separators: Readonly<Partial<Record<Language, string>>> = { ar: '، ', ja: '、' };

const made = new Map<string, Intl.DateTimeFormat>();

const formatter = (locale: string, zone: string, style: Style): Intl.DateTimeFormat => {
  const key = `${locale}|${zone}|${style}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = new Intl.DateTimeFormat(locale, { ...options[style], timeZone: zone });
  if (made.size < 2000) made.set(key, fresh);
  return fresh;
};

// The language of the words, not of the reader: a sentence is never half in another language.
const localeOf = (words: Words): string => formatLocale(words('card.dateLocale'));

/** Names beside each other, as the language of the words does it. */
export const listInWords = (words: Words, items: readonly string[]): string =>
  items.join(separators[languageOf(localeOf(words)) ?? 'en'] ?? ', ');

/** "Friday 20 November". */
export const dayInWords = (words: Words, date: LocalDate): string =>
  formatter(localeOf(words), 'UTC', 'day').format(Date.parse(`${date}T12:00:00Z`));

/** "20 Nov 2026". */
export const dateInWords = (words: Words, date: LocalDate): string =>
  formatter(localeOf(words), 'UTC', 'date').format(Date.parse(`${date}T12:00:00Z`));

/** "09:41" on clocks of that zone. */
export const timeInWords = (words: Words, at: Instant, zone: ZoneId): string =>
  formatter(localeOf(words), zone, 'time').format(msOf(at));

/** "09:41", or "Sat 09:41" when it is another day in that zone than `date`. */
export const timeOnDay = (words: Words, at: Instant, zone: ZoneId, date: LocalDate): string => {
  const time = timeInWords(words, at, zone);
  if (localDateAt(msOf(at), zone) === date) return time;
  return words('card.dayTime', { day: formatter(localeOf(words), zone, 'weekday').format(msOf(at)), time });
};

/** "Tokyo" of "Asia/Tokyo". */
export const placeOf = (zone: ZoneId): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** "1 h 30 min". */
export const durationInWords = (words: Words, minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (minutes === 0) return words('card.noTime');
  if (hours === 0) return words('card.minutes', { minutes: rest });
  return rest === 0 ? words('card.hours', { hours }) : words('card.hoursMinutes', { hours, minutes: rest });
};

/** At most `max` code points, the last one an ellipsis when something was cut. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text;
  // Twice as many units hold as many code points, so a long text is not split as a whole.
  const points = Array.from(text.slice(0, max * 2 + 2));
  return points.length <= max ? text : `${points.slice(0, Math.max(0, max - 1)).join('')}…`;
};
