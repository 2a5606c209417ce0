import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, daysText } from '../../ui/text/calculateAndFormatDates.ts';
import type { DateReader } from '../../ui/text/calculateAndFormatDates.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';

/** Creating a format takes many times longer than using it, so one format per locale is cached. */
const hoursFormat = boundedMemo(
  (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
  { capacity: 100 },
);

/** Formats hours with one or two decimals, such as "8.33" or "1.0". */
export const hoursNumber = (hours: number, locale: string): string => hoursFormat(locale).format(hours);

/** Returns a text such as "8.33 Hours". */
export const hoursText = (hours: number, locale: string, t: WebTranslate): string =>
  t('timesheet.hours', { hours: hoursNumber(hours, locale) });

/** Returns the first and the last day of a week as text, such as "Mon 16 Nov – Sun 22 Nov". */
export const weekDates = (monday: LocalDate, reader: DateReader): string =>
  daysText(monday, addDays(monday, 6), reader);

const dayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();
export const isWeekend = (date: LocalDate): boolean => dayOf(date) === 0 || dayOf(date) === 6;
