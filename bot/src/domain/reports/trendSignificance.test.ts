import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { sum } from '../core/sum.ts';
import { claimRatio, criticalT } from './compareHalvesForTrendClaims.ts';
import type { ClaimRule, DayRatio } from './compareHalvesForTrendClaims.ts';

/**
 * Returns the two-sided tail probability of Student's t, integrated by Simpson's rule. This method does not depend on
 * the expansion under test.
 */
const tailOf = (t: number, freedom: number): number => {
  const steps = 20_000;
  const width = t / steps;
  const density = (x: number): number => (1 + x ** 2 / freedom) ** (-(freedom + 1) / 2);
  const integral = (to: number, h: number): number => {
    let total = density(0) + density(to);
    for (let step = 1; step < steps; step += 1) total += density(step * h) * (step % 2 === 0 ? 2 : 4);
    return (total * h) / 3;
  };
  return 1 - integral(t, width) / integral(1000, 1000 / steps);
};

/** Normal quantiles of the upper tail, from published tables. */
const normal: readonly (readonly [tail: number, quantile: number])[] = [
  [0.02, 2.0537489106],
  [0.005, 2.5758293035],
  [0.0005, 3.2905267315],
  [0.000_05, 3.8905918864],
];

describe('the critical value of t', () => {
  it.each(normal)(
    'is the normal quantile for the tail %d without a limit on the degrees of freedom',
    (tail, quantile) => {
      expect(criticalT(2 * tail, 1e12)).toBeCloseTo(quantile, 7);
    },
  );

  it.each([1, 2, 5, 30])('is the expansion of Abramowitz and Stegun, 26.7.5, for %i degrees of freedom', (freedom) => {
    for (const [tail, x] of normal) {
      const square = x ** 2;
      const parts = [
        (x / 4) * (square + 1),
        (x / 96) * ((5 * square + 16) * square + 3),
        (x / 384) * (((3 * square + 19) * square + 17) * square - 15),
        (x / 92_160) * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945),
      ];
      const expected = parts.reduce((total, part, index) => total + part / freedom ** (index + 1), x);
      expect(criticalT(2 * tail, freedom) / expected).toBeCloseTo(1, 6);
    }
  });

  it.each([4, 8, 10, 20, 60, 200])(
    'is exact to a hundredth for the level 1 %% and %i degrees of freedom',
    (freedom) => {
      expect(tailOf(criticalT(0.01, freedom), freedom)).toBeCloseTo(0.01, 3);
    },
  );

  it.each([
    [0.01, 4, 4.604],
    [0.01, 8, 3.355],
    [0.01, 20, 2.845],
    [0.01, 120, 2.617],
    [0.001, 20, 3.85],
  ])('agrees with the table at %d and %i degrees of freedom', (rate, freedom, expected) => {
    expect(Math.abs(criticalT(rate, freedom) - expected)).toBeLessThan(0.012);
  });
});

/** Returns random numbers from 0 to 1, the same in each run of the test. */
const random = (() => {
  let state = 7;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
})();

const date = '2026-11-20' as LocalDate;
const share: ClaimRule = { unit: 'ANSWERS', scale: 100, decimals: 0 };

/** Returns days on which each of 20 people answers with a chance that differs from day to day. */
const randomDays = (count: number, chance: number): DayRatio[] =>
  Array.from({ length: count }, () => {
    const ofDay = chance + (random() - 0.5) * 0.3;
    return { date, part: Array.from({ length: 20 }, random).filter((value) => value < ofDay).length, whole: 20 };
  });

const claimsOf = (before: number, after: number): number =>
  Array.from({ length: 2000 }, () =>
    claimRatio({ before: randomDays(10, before), after: randomDays(10, after) }, share),
  ).filter(({ is }) => is === 'CHANGED').length;

describe('the claims about 2,000 random ranges', () => {
  it('claim a change in at most two of a hundred ranges without one, although single days differ', () => {
    expect(claimsOf(0.7, 0.7)).toBeLessThan(40);
  });

  it('name nearly every change of 30 percentage points', () => {
    expect(claimsOf(0.8, 0.5)).toBeGreaterThan(1900);
  });
});

/**
 * Returns a ratio and its variance. The variance comes from the difference between each day's part and the part that
 * the ratio predicts, divided by the average `whole` of a day.
 */
const estimateOf = (days: readonly DayRatio[]) => {
  const [part, whole] = [sum(days, (day) => day.part), sum(days, (day) => day.whole)];
  const average = whole / days.length;
  const rests = days.map((day) => (day.part - (part / whole) * day.whole) / average);
  const deviation = sum(rests, (rest) => rest * rest) / (days.length - 1);
  return { ratio: part / whole, variance: deviation / days.length, count: days.length };
};

it('a claim reports a change exactly if the test of Welch does', () => {
  const fine: ClaimRule = { unit: 'ANSWERS', scale: 1e6, decimals: 0 };
  const halfWith = (mean: number): DayRatio[] =>
    Array.from({ length: 5 + Math.floor(random() * 8) }, () => {
      const whole = 4 + Math.floor(random() * 6);
      return { date, part: whole * (mean + 0.2 * (random() - 0.5)), whole };
    });
  const outcomes = Array.from({ length: 4000 }, () => {
    const [before, after] = [halfWith(0.4), halfWith(0.4 + 0.2 * random())];
    const [a, b] = [estimateOf(before), estimateOf(after)];
    const variance = a.variance + b.variance;
    const freedom = variance ** 2 / (a.variance ** 2 / (a.count - 1) + b.variance ** 2 / (b.count - 1));
    const t = Math.abs(a.ratio - b.ratio) / Math.sqrt(variance);
    return [claimRatio({ before, after }, fine).is, t > criticalT(0.01, freedom) ? 'CHANGED' : 'STEADY'];
  });
  expect(outcomes.filter(([claimed, expected]) => claimed !== expected)).toEqual([]);
  expect(outcomes.filter(([claimed]) => claimed === 'CHANGED').length).toBeGreaterThan(1000);
  expect(outcomes.filter(([claimed]) => claimed === 'STEADY').length).toBeGreaterThan(1000);
});
