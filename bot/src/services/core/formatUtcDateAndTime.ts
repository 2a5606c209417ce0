import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';

export const formatUtcDateAndTime = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(msOf(instant));

export const dayOf = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    msOf(instant),
  );
