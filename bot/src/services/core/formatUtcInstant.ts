import type { Instant } from '#contracts/core/ids.ts';
import { formatLocale } from '#contracts/text/languages.ts';
import { msOf } from '../../domain/core/zonedTime.ts';

/** Returns the date and time of an instant, marked as UTC, for readers whose zone is unknown. */
export const formatUtcMoment = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(msOf(instant));

/** Returns the UTC date of an instant in the reader's language. */
export const dayOf = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    msOf(instant),
  );
