import type { Instant } from '#contracts/core/ids.ts';
import { formatLocale } from '#contracts/text/languages.ts';
import { msOf } from '../../domain/core/zonedTime.ts';

/** An instant in words for readers whose zone is unknown: date and time, marked as UTC. */
export const momentInWords = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(formatLocale(locale), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' },
  }).format(msOf(instant));

/** The day of an instant in UTC, in words. */
export const dayOf = (instant: Instant, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    msOf(instant),
  );
