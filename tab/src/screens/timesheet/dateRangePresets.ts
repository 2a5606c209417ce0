import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Range } from '../../parts/dateRangeInUrl.ts';
import { addDays, mondayOf } from '../../ui/text/calculateAndFormatDates.ts';

export const presets = ['today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presets)[number];

const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01` as LocalDate;
const monthOf = (date: LocalDate): Range => {
  const from = firstOfMonth(date);
  // 31 days after the first of a month is always a day of the next month.
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

/** Returns the preset that has exactly these days; undefined = none. */
export const presetOf = ({ from, to }: Range, today: LocalDate): Preset | undefined =>
  presets.find((preset) => {
    const range = rangeOf(preset, today);
    return range.from === from && range.to === to;
  });
