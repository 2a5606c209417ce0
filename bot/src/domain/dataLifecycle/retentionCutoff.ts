import type { LocalDate } from '#contracts/core/ids.ts';
import { reverseDate, reverseMs } from '../core/keyHashing.ts';
import { addDays } from '../core/zonedTime.ts';

/** The first calendar date that is kept. Rows carry local dates and `today` is in UTC, so a member loses at most one day. */
export const retentionStart = (today: LocalDate, retentionDays: number): LocalDate => addDays(today, -retentionDays);

/** Row keys of one team, or of the organisation, that name a day before it. Newest-first keys grow towards the past. */
export const isOlder = (rk: string, from: LocalDate): boolean => {
  const [kind, first = '', second = ''] = rk.split('|');
  switch (kind) {
    case 'D':
    case 'H':
      return first < from;
    case 'S':
      return first > reverseDate(from);
    case 'W':
    case 'V':
      // The whole week lies before it.
      return first > reverseDate(addDays(from, -6));
    case 'R':
    case 'Q':
      return second > reverseDate(from);
    case 'U':
      // Months as yyyyMM; the one of that day is kept whole.
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
