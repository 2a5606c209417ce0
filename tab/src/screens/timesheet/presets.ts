import type { LocalDate } from '#contracts/ids.ts';
import type { Range } from '../../parts/dateRange.ts';
import { addDays } from '../../ui/dates.ts';

/** product.md, in its order. */
export const presets = ['today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

/** The Monday of a date's week: weeks of a timesheet begin on it, whatever the reader's calendar does. */
export const mondayOf = (date: LocalDate): LocalDate => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
};

const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01` as LocalDate;
const monthOf = (date: LocalDate): Range => {
  const from = firstOfMonth(date);
  // Thirty-one days after the first of a month is always in the next one.
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) };
};
const weekFrom = (monday: LocalDate): Range => ({ from: monday, to: addDays(monday, 6) });

export const rangeOf = (preset: Preset, today: LocalDate): Range => {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'thisWeek':
      return weekFrom(mondayOf(today));
    case 'lastWeek':
      return weekFrom(addDays(mondayOf(today), -7));
    case 'thisMonth':
      return monthOf(today);
    case 'lastMonth':
      return monthOf(addDays(firstOfMonth(today), -1));
  }
};

/** The preset that means these days now; undefined = none of them. */
export const presetOf = ({ from, to }: Range, today: LocalDate): Preset | undefined =>
  presets.find((one) => {
    const range = rangeOf(one, today);
    return range.from === from && range.to === to;
  });
