import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TrendRun } from '#contracts/reports/getTrends.ts';
import { addDays } from '../core/zonedTimeAndCalendarDates.ts';
import { runClaims, runHalves } from './runTrendClaims.ts';

const from = localDate.parse('2026-10-22');
const span = { from, to: localDate.parse('2026-11-20') };

const aRun = (day: number, change: Partial<TrendRun> = {}): TrendRun => ({
  ...{ date: addDays(from, day), isOpen: false, asked: 10, answered: 8, skipped: 0, late: 0, goals: 2, blockers: 1 },
  ...{ hasGoals: true, hasBlockers: true },
  ...change,
});

/** Returns six runs in the older half of the period and, with the changes of `after`, six runs in the newer half. */
const twelve = (after: Partial<TrendRun>): TrendRun[] =>
  Array.from({ length: 12 }, (_, index) => (index < 6 ? aRun(index) : aRun(index + 18, after)));

const claimsOf = (runs: readonly TrendRun[]) => runClaims(runs, runHalves(runs, span));

describe('the halves of a period', () => {
  const halve = (dates: readonly LocalDate[], runs: readonly TrendRun[] = []) =>
    runHalves(runs, span)(dates.map((date) => ({ date })));

  it('have the same number of days', () => {
    const dates = Array.from({ length: 30 }, (_, day) => addDays(from, day));
    const { before, after } = halve(dates);
    expect([before, after].map((half) => [half.at(0)?.date, half.at(-1)?.date, half.length])).toEqual([
      ['2026-10-22', '2026-11-05', 15],
      ['2026-11-06', '2026-11-20', 15],
    ]);
  });

  it('leave out the dates of open runs', () => {
    const runs = [aRun(2), aRun(3, { isOpen: true })];
    expect(halve([runs[0]?.date ?? from, runs[1]?.date ?? from], runs).before).toEqual([{ date: '2026-10-24' }]);
  });
});

describe('the claims about runs', () => {
  it('name changes of participation, of reached goals and of blocked members', () => {
    expect(claimsOf(twelve({ answered: 5, goals: 6, blockers: 4 }))).toEqual({
      participation: { is: 'CHANGED', before: 80, after: 50 },
      goals: { is: 'CHANGED', before: 20, after: 60 },
      blockers: { is: 'CHANGED', before: 12.5, after: 80 },
    });
  });

  it('count no run that does not ask about goals or blockers', () => {
    const { participation, goals, blockers } = claimsOf(twelve({ hasGoals: false, hasBlockers: false }));
    expect(participation).toEqual({ is: 'STEADY', before: 80, after: 80 });
    expect(goals).toEqual({ is: 'TOO_FEW', unit: 'ASKED', have: 0, needed: 20 });
    expect(blockers).toEqual({ is: 'TOO_FEW', unit: 'ANSWERS', have: 0, needed: 20 });
  });

  it('state nothing below the smallest sample', () => {
    const runs = twelve({ answered: 1 }).filter(({ date }) => date !== from && date !== addDays(from, 1));
    expect(claimsOf(runs).participation).toEqual({ is: 'TOO_FEW', unit: 'DAYS', have: 4, needed: 5 });
  });
});
