import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate, reverseMs } from '../core/reversedDateKeys.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';

/**
 * Returns the first calendar date that is kept. `today` is in UTC, but rows contain local dates, so the cutoff can
 * differ by at most one day from the local one.
 */
export const retentionStart = (today: LocalDate, retentionDays: number): LocalDate => addDays(today, -retentionDays);

/**
 * True if the key `rk` of a row of a team or organisation contains a day before `from`. The first part of the key is
 * the kind of the row. In keys that sort newest first, older days have larger numbers.
 */
export const isOlder = (rk: string, from: LocalDate): boolean => {
  const [kind, first = '', second = ''] = rk.split('|');
  switch (kind) {
    case 'D':
    case 'H':
      return first < from;
    case 'S':
    case 'Y':
      return first > reverseDate(from);
    case 'W':
    case 'V':
      // Data of a week is kept until all of its seven days are before the cutoff.
      return first > reverseDate(addDays(from, -6));
    case 'R':
    case 'Q':
      return second > reverseDate(from);
    case 'I':
      return second > reverseDate(addDays(from, -6));
    case 'U':
      // The key contains a month (yyyyMM). The month of `from` is kept completely.
      return first < from.slice(0, 7).replace('-', '');
    case 'L':
    case 'A':
      return second > reverseMs(Date.parse(`${from}T00:00:00Z`));
    case 'vac':
      return second < from;
    case undefined:
    default:
      return false;
  }
};
