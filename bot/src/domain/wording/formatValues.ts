import type { Instant, LocalDate, ZoneId } from '#contracts/core/ids.ts';
import type { ValueReader } from '#contracts/meetings/questionTypes/definition.ts';
import type { Translate } from '#contracts/text/catalogueKeys.ts';
import { formatLocale, languageOf } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import { boundedMemo } from '#contracts/memo.ts';
import { localDateAt, minuteMs, msOf } from '../core/zonedTime.ts';

// Dates and times in words, made on the server: cards and mails have no dependable formatting of their own.

type Style = 'time' | 'day' | 'shortDay' | 'date' | 'weekday';

const options: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { dateStyle: 'medium' },
  weekday: { weekday: 'short' },
};

const separators: Readonly<Partial<Record<Language, string>>> = { ar: '، ', ja: '、' };

/** Most languages with a region, and most texts that one formatter caches. */
const [mostLocales, mostTexts] = [200, 1000];
/** Most formatters of one language: each takes about 30 kB, and there are six hundred zone names. */
const maxZones = 100;

/** Formatted texts of one style by locale, zone and minute. The cards of a morning need the same dates and the same few minutes. */
const textsOf = (style: Style) =>
  boundedMemo(
    (locale: string) =>
      boundedMemo(
        (zone: string) => {
          const format = new Intl.DateTimeFormat(locale, { ...options[style], timeZone: zone });
          // All clocks have been whole minutes from UTC since 1972.
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

const say = (locale: string, zone: string, style: Style, ms: number): string =>
  texts[style](locale)(zone)(Math.floor(ms / minuteMs));

// The language of the words, not of the reader: a sentence is never half in another language.
const localeOf = (t: Translate): string => formatLocale(t('card.dateLocale'));

/** For `displayValue`: answers in the language of the words. */
export const valueReader = (t: Translate): ValueReader => ({ words: t, locale: localeOf(t) });

/** Names beside each other, as the language of the words does it. */
export const listInWords = (t: Translate, items: readonly string[]): string =>
  items.join(separators[languageOf(localeOf(t)) ?? 'en'] ?? ', ');

const noonOf = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`);

/** "Friday 20 November". */
export const dayInWords = (t: Translate, date: LocalDate): string => say(localeOf(t), 'UTC', 'day', noonOf(date));

/** "Fri 20 Nov", for titles of buttons. */
export const shortDayInWords = (t: Translate, date: LocalDate): string =>
  say(localeOf(t), 'UTC', 'shortDay', noonOf(date));

/** "20 Nov 2026". */
export const dateInWords = (t: Translate, date: LocalDate): string => say(localeOf(t), 'UTC', 'date', noonOf(date));

/** "09:41" on clocks of that zone. */
export const timeInWords = (t: Translate, instant: Instant, zone: ZoneId): string =>
  say(localeOf(t), zone, 'time', msOf(instant));

/** "09:41", or "Sat 09:41" when it is another day in that zone than `date`. */
export const timeOnDay = (t: Translate, instant: Instant, zone: ZoneId, date: LocalDate): string => {
  const time = timeInWords(t, instant, zone);
  const livedOn = localDateAt(msOf(instant), zone);
  if (livedOn === date) return time;
  const day = say(localeOf(t), 'UTC', 'weekday', noonOf(livedOn));
  return t('card.dayTime', { day, time });
};

/** "Tokyo" of "Asia/Tokyo". */
export const placeOf = (zone: ZoneId): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** "1 h 30 min". */
export const durationInWords = (t: Translate, minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const remainder = minutes % 60;
  if (minutes === 0) return t('card.noTime');
  if (hours === 0) return t('card.minutes', { minutes: remainder });
  return remainder === 0 ? t('card.hours', { hours }) : t('card.hoursMinutes', { hours, minutes: remainder });
};

/** At most `max` code points, the last one an ellipsis when something was cut. */
export const clip = (text: string, max: number): string => {
  if (text.length <= max) return text;
  // Twice as many units hold as many code points, so a long text is not split as a whole.
  const points = Array.from(text.slice(0, max * 2 + 2));
  return points.length <= max ? text : `${points.slice(0, Math.max(0, max - 1)).join('')}…`;
};
