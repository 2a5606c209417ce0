import type { TrendRun } from '#contracts/trends.ts';
import { percent, pointsOf, totalsOf } from './trendLines.ts';

const aRun = (date: string, parts: Partial<TrendRun> = {}): TrendRun => ({
  ...{ date: date as TrendRun['date'], isOpen: false, asked: 4, answered: 3, late: 0, goals: 1, blockers: 2 },
  ...parts,
});

it('counts in whole per cent, of nobody none', () => {
  expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33, 67, 0]);
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

it('weighs runs by how many they asked', () => {
  const runs = [aRun('2026-11-18', { asked: 9, answered: 9 }), aRun('2026-11-19', { asked: 1, answered: 0 })];
  expect(totalsOf({ runs }).participation).toBe(90);
});
