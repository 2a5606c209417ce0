import type { TrendRun } from '#contracts/reports/getTrends.ts';
import { axisDates, pointsOf, totalsOf } from './trendPointsTotalsAndCsv.ts';

const aRun = (date: string, parts: Partial<TrendRun> = {}): TrendRun => ({
  ...{ date: date as TrendRun['date'], isOpen: false, asked: 4, answered: 3, late: 0, goals: 1, blockers: 2 },
  ...{ hasGoals: true, hasBlockers: true },
  ...parts,
});

it('draws each run that is over, and leaves the open one out', () => {
  const runs = [aRun('2026-11-18'), aRun('2026-11-19', { answered: 4 }), aRun('2026-11-20', { isOpen: true })];
  expect(pointsOf('participation', runs)).toEqual([
    { date: '2026-11-18', value: 75 },
    { date: '2026-11-19', value: 100 },
  ]);
  expect(pointsOf('goals', runs).map(({ value }) => value)).toEqual([25, 25]);
  expect(pointsOf('blockers', runs).map(({ value }) => value)).toEqual([2, 2]);
  expect(totalsOf({ runs })).toEqual({ runs: 2, participation: 88, goals: 25, blockers: 4 });
});

it('leaves out a run that all its members skip, because it has no share', () => {
  const runs = [aRun('2026-11-18'), aRun('2026-11-19', { asked: 0, answered: 0, skipped: 4 })];
  expect(pointsOf('participation', runs)).toHaveLength(1);
  expect(totalsOf({ runs })).toMatchObject({ runs: 1, participation: 75 });
});

it('weighs runs by how many they asked', () => {
  const runs = [aRun('2026-11-18', { asked: 9, answered: 9 }), aRun('2026-11-19', { asked: 1, answered: 0 })];
  expect(totalsOf({ runs }).participation).toBe(90);
});

describe('the dates below a line', () => {
  const daily = (count: number) =>
    pointsOf(
      'goals',
      Array.from({ length: count }, (_, index) =>
        aRun(new Date(Date.UTC(2026, 10, 20) - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)),
      ),
    );

  it.each([
    [7, 500, 7],
    [7, 180, 3],
    [30, 180, 3],
    [90, 180, 3],
    [90, 900, 12],
  ])('the dates below a line of %i days in %i pixels are %i at most, and at least two', (days, width, most) => {
    const dates = axisDates(daily(days), width);
    expect(dates.at(-1)).toBe('2026-11-20');
    expect(dates.length).toBeLessThanOrEqual(most);
    expect(dates.length).toBeGreaterThanOrEqual(2);
    const span = (Date.parse(dates.at(-1) ?? '') - Date.parse(daily(days)[0]?.date ?? '')) / width;
    const gaps = dates.slice(1).map((date, index) => (Date.parse(date) - Date.parse(dates[index] ?? '')) / span);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(70);
  });

  it('are one for a single run, and none without runs', () => {
    expect(axisDates(daily(1), 200)).toEqual(['2026-11-20']);
    expect(axisDates([], 200)).toEqual([]);
  });
});

it('measures goals and blockers only over the runs that had them', () => {
  const runs = [
    aRun('2026-11-18', { goals: 0, hasGoals: false }),
    aRun('2026-11-19', { goals: 2 }),
    aRun('2026-11-20', { blockers: 0, hasBlockers: false }),
  ];
  expect(pointsOf('goals', runs).map(({ date, value }) => `${date} ${String(value)}`)).toEqual([
    '2026-11-19 50',
    '2026-11-20 25',
  ]);
  expect(pointsOf('blockers', runs).map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19']);
  expect(totalsOf({ runs })).toEqual({ runs: 3, participation: 75, goals: 38, blockers: 4 });
});
