import { limits } from '../../core/limitsAndProductConstants.ts';
import { boundedMemo } from '../../boundedMapAndMemos.ts';
import type { ValueReader } from './questionDefinitionTypes.ts';

// Formats dates and numbers in answers for a reader. Creating a formatter is slow, so one formatter for each locale is
// cached.

/** Maximum number of cached formatters. The cache needs a limit, because clients choose the language tags. */
const capacity = 100;

const numberFormat = boundedMemo(
  (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: limits.numberDecimals }),
  { capacity },
);
const averageFormat = boundedMemo((locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }), {
  capacity,
});
const dateFormat = boundedMemo(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  { capacity },
);

/** Formats a stored number: "1,234.5" for "1234.5". */
export const numberText = (value: string, locale: string): string => numberFormat(locale).format(Number(value));

/** Formats a stored date: "20 Nov 2026" for "2026-11-20". */
export const dateText = (value: string, locale: string): string =>
  dateFormat(locale).format(Date.parse(`${value}T12:00:00Z`));

/** Formats a stored number with its unit: "1,234.5 h". */
export const withUnit = (value: string, unit: string, { t, locale }: ValueReader): string => {
  const amount = numberText(value, locale);
  return unit === '' ? amount : t('value.number', { value: amount, unit });
};

/**
 * Formats an average with one decimal, because more decimals would suggest a precision that a few answers do not have.
 */
export const averageText = (average: number, locale: string): string => averageFormat(locale).format(average);
