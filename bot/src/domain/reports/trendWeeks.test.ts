import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { rangeOf, startOfWeek, trendWeeksUpTo, weekIndex } from './trendWeeks.ts';

const today = '2026-11-26' as LocalDate;

describe('the weeks of a trend', () => {
  it.each([
    ['monday', '2026-11-23'],
    ['sunday', '2026-11-22'],
    ['saturday', '2026-11-21'],
    ['thursday', '2026-11-26'],
    ['friday', '2026-11-20'],
  ] as const)('begin on %s', (firstDay, from) => {
    expect(startOfWeek(today, firstDay)).toBe(from);
  });

  it('are whole weeks, followed by the running one', () => {
    expect(trendWeeksUpTo(today, 2, 'monday')).toEqual([
      { from: '2026-11-09', to: '2026-11-15', isRunning: false },
      { from: '2026-11-16', to: '2026-11-22', isRunning: false },
      { from: '2026-11-23', to: '2026-11-29', isRunning: true },
    ]);
    expect(rangeOf(today, 2, 'monday')).toEqual({ from: '2026-11-09', over: '2026-11-22', to: '2026-11-29' });
  });

  it('find the week of a date', () => {
    const weeks = trendWeeksUpTo(today, 2, 'monday');
    const at = (date: string) => weekIndex(weeks, date as LocalDate);
    expect(['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-16', '2026-11-29', '2026-11-30'].map(at)).toEqual([
      ...[undefined, 0, 0, 1, 2, undefined],
    ]);
  });
});
