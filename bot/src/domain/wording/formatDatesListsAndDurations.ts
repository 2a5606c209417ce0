import type { Instant, LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ValueReader } from '#contracts/meetings/questionTypes/questionDefinitionTypes.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatLocale, languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import { percentText } from '#contracts/text/percentText.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { boundedMemo, weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { localDateAt, minuteMs, msOf } from '../core/zonedTimeAndCalendarDates.ts';

// Texts for dates, times and percentages. The server formats them, because cards and emails cannot do so reliably.

type Style = 'time' | 'day' | 'shortDay' | 'date' | 'weekday';

const options: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { dateStyle: 'medium' },
  weekday: { weekday: 'short' },
};

const separators: Readonly<Partial<Record<Language, string>>> = { ar: '، ', ja: '、' };

/**
 * `mostLocales`: maximum number of cached locales for each style. `mostTexts`: maximum number of cached texts for each
 * formatter, and of cached durations for each translation.
 */
const [mostLocales, mostTexts] = [200, 1000];
/**
 * Maximum number of cached formatters for one locale. Each uses about 30 kB, and there are about six hundred zone
 * names.
 */
const maxZones = 100;

/**
 * Caches the formatted texts of one style by locale, zone and minute, because cards that are sent together need the
 * same few dates and times.
 */
const textsOf = (style: Style) =>
  boundedMemo(
    (locale: string) =>
      boundedMemo(
        (zone: string) => {
          const format = new Intl.DateTimeFormat(locale, { ...options[style], timeZone: zone });
          // Since 1972, all zones differ from UTC by whole minutes, so the minute determines the text.
          return boundedMemo((minute: number) => format.format(minute * minuteMs), { capacity: mostTexts });
        },
        { capacity: maxZones },
      ),
    { capacity: mostLocales },
  );

const texts = {
  time: textsOf('time'),
  day: textsOf('day'),
  shortDay: textsOf('shortDay'),
  date: textsOf('date'),
  weekday: textsOf('weekday'),
};

const format = (locale: string, zone: string, style: Style, ms: number): string =>
  texts[style](locale)(zone)(Math.floor(ms / minuteMs));

// Returns the locale of the translation instead of the reader's, so that a sentence never mixes two languages.
const localeOf = (t: Translate): string => formatLocale(t('card.dateLocale'));

/** Returns the `ValueReader` with which `displayValue` shows answers in the language of the translation. */
export const valueReader = (t: Translate): ValueReader => ({ t, locale: localeOf(t) });

export const formatList = (t: Translate, items: readonly string[]): string =>
  items.join(separators[languageOf(localeOf(t)) ?? 'en'] ?? ', ');

/** Returns a percentage in the language of the translation, for example "97%". */
export const formatPercent = (t: Translate, percent: number): string => percentText(percent, localeOf(t));

const noonOf = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`);

/** Returns weekday, day and month, for example "Friday 20 November". */
export const formatDay = (t: Translate, date: LocalDate): string => format(localeOf(t), 'UTC', 'day', noonOf(date));

/** Returns a date that is short enough for the title of a button, for example "Fri 20 Nov". */
export const formatShortDay = (t: Translate, date: LocalDate): string =>
  format(localeOf(t), 'UTC', 'shortDay', noonOf(date));

/** Returns day, month and year, for example "20 Nov 2026". */
export const formatDate = (t: Translate, date: LocalDate): string => format(localeOf(t), 'UTC', 'date', noonOf(date));

/** Returns the local time in `zone`, for example "09:41". */
export const formatTime = (t: Translate, instant: Instant, zone: ZoneId): string =>
  format(localeOf(t), zone, 'time', msOf(instant));

/** Returns a text such as "09:41", or "Sat 09:41" if the date in that zone is not `date`. */
export const timeOnDay = (t: Translate, instant: Instant, zone: ZoneId, date: LocalDate): string => {
  const time = formatTime(t, instant, zone);
  const livedOn = localDateAt(msOf(instant), zone);
  if (livedOn === date) return time;
  const day = format(localeOf(t), 'UTC', 'weekday', noonOf(livedOn));
  return t('card.dayTime', { day, time });
};

/** Returns the city in a zone id: "Tokyo" for "Asia/Tokyo". */
export const placeOf = (zone: ZoneId): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

const durationIn = (t: Translate, minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const remainder = minutes % 60;
  if (minutes === 0) return t('card.noTime');
  if (hours === 0) return t('card.minutes', { minutes: remainder });
  return remainder === 0 ? t('card.hours', { hours }) : t('card.hoursMinutes', { hours, minutes: remainder });
};

// Caches the texts, because the same few durations occur often, and choosing the plural forms of a duration takes
// longer than drawing the rest of its line.
const durationTexts = weakMemo((t: Translate) =>
  boundedMemo((minutes: number) => durationIn(t, minutes), { capacity: mostTexts }),
);

/** Returns a number of minutes as hours and minutes, for example "1 h 30 min". */
export const formatDuration = (t: Translate, minutes: number): string => durationTexts(t)(minutes);
