import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';

export const weekdayNumbers: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

const formatsWith = (weekday: 'long' | 'short') =>
  boundedMemo((locale: string) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }), { capacity: 20 });
const formats = { long: formatsWith('long'), short: formatsWith('short') };

/** Returns the name of a weekday. The names are taken from the week of 2 November 2026, which begins on a Monday. */
export const weekdayName = (day: Weekday, style: 'long' | 'short', locale: string): string =>
  formats[style](locale).format(Date.UTC(2026, 10, 2 + weekdayNumbers.indexOf(day)));

interface WeekInfo {
  /** First day of the week, in the numbers of `Intl`: 1 = Monday to 7 = Sunday. */
  readonly firstDay: number;
}
// Some browsers have `getWeekInfo()`, some have `weekInfo`, and some have neither. TypeScript's library declares
// neither.
type LocaleWithWeek = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };

// Regions whose week begins on Saturday or on Sunday, from CLDR's weekData, for browsers without week data such as
// Firefox. In every other region, the week counts as beginning on Monday.
const saturday = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ');
const sunday = (
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK ' +
  'PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
).split(' ');

export const firstWeekdayByRegion = (locale: string): number => {
  const region = new Intl.Locale(locale).maximize().region ?? '';
  if (saturday.includes(region)) return 6;
  return sunday.includes(region) ? 7 : 1;
};

/** Returns the first day of the week in the locale, from 0 = Sunday to 6 = Saturday. */
export const firstWeekday = (locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 => {
  const known: LocaleWithWeek = new Intl.Locale(locale);
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? firstWeekdayByRegion(locale);
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
};

/**
 * First day of the weeks in a calendar. Timesheets use Monday in every locale, because members submit weeks from Monday
 * to Sunday.
 */
export type FirstDay = 'locale' | 'monday';

export const weekIn = (locale: string): readonly Weekday[] => {
  const first = (firstWeekday(locale) + 6) % 7;
  return [...weekdayNumbers.slice(first), ...weekdayNumbers.slice(0, first)];
};
