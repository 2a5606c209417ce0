import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mondayOf } from '../../ui/text/calculateAndFormatDates.ts';
import { presetOf, presets, rangeOf } from './dateRangePresets.ts';

const day = (text: string) => text as LocalDate;

it.each([
  ['2026-11-20', 'today', '2026-11-20', '2026-11-20'],
  ['2026-11-20', 'thisWeek', '2026-11-16', '2026-11-22'],
  ['2026-11-22', 'thisWeek', '2026-11-16', '2026-11-22'],
  ['2026-11-23', 'lastWeek', '2026-11-16', '2026-11-22'],
  ['2027-01-01', 'thisWeek', '2026-12-28', '2027-01-03'],
  ['2028-02-10', 'thisMonth', '2028-02-01', '2028-02-29'],
  ['2026-12-31', 'thisMonth', '2026-12-01', '2026-12-31'],
  ['2026-03-31', 'lastMonth', '2026-02-01', '2026-02-28'],
  ['2026-01-15', 'lastMonth', '2025-12-01', '2025-12-31'],
] as const)('on %s, %s is %s to %s', (today, preset, from, to) => {
  expect(rangeOf(preset, day(today))).toEqual({ from, to });
});

it('weeks begin on Monday, and are the same from each of their days', () => {
  const week = ['2026-03-23', '2026-03-26', '2026-03-29'].map(day);
  expect(new Set(week.map(mondayOf))).toEqual(new Set(['2026-03-23']));
});

it('recognises a preset by its days, and by nothing else', () => {
  const today = day('2026-11-20');
  expect(presets.map((preset) => presetOf(rangeOf(preset, today), today))).toEqual([...presets]);
  expect(presetOf({ from: day('2026-11-17'), to: today }, today)).toBeUndefined();
});
