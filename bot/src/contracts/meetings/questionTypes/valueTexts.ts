import { limits } from '../../core/limits.ts';
import type { ValueReader } from './definition.ts';

// Dates and numbers of answers in the format of a reader. A formatter costs more than its text, so one is kept for each locale.

/** Tags come from clients, so the number of formatters is bounded. */
const mostFormatters = 100;

const keptBy = <T>(make: (locale: string) => T): ((locale: string) => T) => {
  const cache = new Map<string, T>();
  return (locale) => {
    const cached = cache.get(locale);
    if (cached !== undefined) return cached;
    const created = make(locale);
    if (cache.size >= mostFormatters) cache.clear();
    cache.set(locale, created);
    return created;
  };
};

const numberFormat = keptBy(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: limits.numberDecimals }),
);
const averageFormat = keptBy((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const dateFormat = keptBy((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));

/** "1,234.5" of "1234.5". */
export const numberText = (value: string, locale: string): string => numberFormat(locale).format(Number(value));

/** "20 Nov 2026" of "2026-11-20". */
export const dateText = (value: string, locale: string): string =>
  dateFormat(locale).format(Date.parse(`${value}T12:00:00Z`));

/** "1,234.5 h". */
export const withUnit = (value: string, unit: string, { words, locale }: ValueReader): string => {
  const amount = numberText(value, locale);
  return unit === '' ? amount : words('value.number', { value: amount, unit });
};

/** One decimal: the average of a few answers is no exacter. */
export const averageText = (average: number, locale: string): string => averageFormat(locale).format(average);
