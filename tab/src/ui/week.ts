import type { Weekday } from '#contracts/meeting.ts';

/** As schedules keep it. */
export const week: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

// 2 November 2026 is a Monday.
export const weekdayName = (day: Weekday, style: 'long' | 'short', locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(2026, 10, 2 + week.indexOf(day)),
  );

interface WeekInfo {
  /** 1 = Monday … 7 = Sunday. */
  readonly firstDay: number;
}
// Browsers call it by either name, or not at all; the compiler's library knows neither.
type LocaleWithWeek = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };

// For browsers that do not know weeks (Firefox): CLDR's weekData, of the regions where our languages are spoken. All others
// begin on a Monday.
const saturday = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';
const sunday =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR ' +
  'PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';

export const firstWeekdayByRegion = (locale: string): number => {
  const region = new Intl.Locale(locale).maximize().region ?? '';
  if (saturday.includes(region)) return 6;
  return sunday.includes(region) ? 7 : 1;
};

/** The day on which a calendar's week begins where they write dates like that: 0 = Sunday. */
export const firstWeekday = (locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 => {
  const known: LocaleWithWeek = new Intl.Locale(locale);
  const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? firstWeekdayByRegion(locale);
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
};

/** The days of a week in the order in which it is read there. */
export const weekIn = (locale: string): readonly Weekday[] => {
  const first = (firstWeekday(locale) + 6) % 7;
  return [...week.slice(first), ...week.slice(0, first)];
};
