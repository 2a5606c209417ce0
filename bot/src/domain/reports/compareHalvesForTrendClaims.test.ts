import {
  claimChoices,
  claimMedian,
  claimRatio,
  medianOf,
  ninetiethOf,
  smallestSample,
} from './compareHalvesForTrendClaims.ts';
import type { ClaimRule, DayRatio, DayValues } from './compareHalvesForTrendClaims.ts';

const fifth = '2026-11-05' as DayRatio['date'];

const dates = (count: number): DayRatio['date'][] =>
  Array.from({ length: count }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}` as DayRatio['date']);

/** Returns one day for each part, all with the same `whole`. */
const days = (parts: readonly number[], whole: number): DayRatio[] =>
  dates(parts.length).map((date, index) => ({ date, part: parts[index] ?? 0, whole }));

const share: ClaimRule = { unit: 'ANSWERS', scale: 100, decimals: 0 };

describe('the claim about a ratio', () => {
  it('reports a change that is larger than the differences between the days', () => {
    const claim = claimRatio({ before: days([9, 10, 9, 10, 9], 10), after: days([5, 6, 5, 5, 6], 10) }, share);
    expect(claim).toEqual({ is: 'CHANGED', before: 94, after: 54 });
  });

  it('reports no change if the days differ as much as the halves', () => {
    const claim = claimRatio({ before: days([9, 2, 10, 3, 9], 10), after: days([5, 9, 1, 8, 2], 10) }, share);
    expect(claim).toEqual({ is: 'STEADY', before: 66, after: 50 });
  });

  it('weighs each day by its whole', () => {
    const before = [...days([4, 4, 4, 4], 4), { date: fifth, part: 0, whole: 16 }];
    expect(claimRatio({ before, after: days([2, 2, 2, 2, 2], 4) }, share)).toMatchObject({ before: 50, after: 50 });
  });

  it('rounds half up, also if a sum of fractions is slightly below the half', () => {
    const tenths: ClaimRule = { ...share, scale: 1, decimals: 1 };
    const half = days([1.5, 1.5, 1.5, 1.5, 1.5], 10);
    expect(claimRatio({ before: half, after: half }, tenths)).toEqual({ is: 'STEADY', before: 0.2, after: 0.2 });
  });

  it('reports no change between values that look the same', () => {
    const claim = claimRatio(
      { before: days([500, 500, 500, 500, 500], 1000), after: days([501, 501, 501, 501, 501], 1000) },
      share,
    );
    expect(claim).toEqual({ is: 'STEADY', before: 50, after: 50 });
  });

  it('returns TOO_FEW if one half has fewer than five days', () => {
    const enough = days([9, 9, 9, 9, 9], 10);
    const few = days([1, 1, 1, 1], 10);
    const claim = { is: 'TOO_FEW', unit: 'DAYS', have: 4, needed: 5 };
    expect(claimRatio({ before: few, after: enough }, share)).toEqual(claim);
    expect(claimRatio({ before: enough, after: few }, share)).toEqual(claim);
    expect(claimRatio({ before: enough, after: [...few, { date: fifth, part: 0, whole: 0 }] }, share)).toEqual(claim);
  });

  it.each(['ASKED', 'ANSWERS', 'GOALS', 'BLOCKERS'] as const)(
    'claims nothing below the smallest sample of %s, and something at it',
    (unit) => {
      const needed = smallestSample[unit];
      const rule = { ...share, unit };
      const at = days([1, 1, 1, 1, 1], needed / 5);
      const below = [...at.slice(0, 4), { date: fifth, part: 1, whole: needed / 5 - 1 }];
      expect(claimRatio({ before: at, after: at }, rule).is).toBe('STEADY');
      expect(claimRatio({ before: at, after: days([0, 0, 0, 0, 0], needed / 5) }, rule).is).toBe('CHANGED');
      expect(claimRatio({ before: at, after: below }, rule)).toEqual({ is: 'TOO_FEW', unit, have: needed - 1, needed });
    },
  );

  it('counts weeks as the sample of hours', () => {
    const rule = { unit: 'WEEKS', scale: 1 / 60, decimals: 1 } as const;
    const weeks = (count: number, minutes: number) =>
      days(
        Array.from({ length: count }, () => minutes),
        1,
      );
    expect(claimRatio({ before: weeks(4, 600), after: weeks(6, 90) }, rule)).toEqual({
      is: 'TOO_FEW',
      unit: 'WEEKS',
      have: 4,
      needed: 5,
    });
    expect(claimRatio({ before: weeks(5, 600), after: weeks(6, 90) }, rule)).toEqual({
      is: 'CHANGED',
      before: 10,
      after: 1.5,
    });
  });
});

const waits = (...values: readonly (readonly number[])[]): DayValues[] =>
  dates(values.length).map((date, index) => ({ date, values: values[index] ?? [] }));

describe('the claim about a median', () => {
  const quick = waits([1, 2, 3, 40], [2, 3, 4, 50], [1, 2, 4, 60], [2, 2, 3, 45], [1, 3, 3, 44]);

  it('reports that answers got slower', () => {
    const slow = waits([31, 32, 33, 40], [32, 33, 34, 50], [31, 32, 34, 60], [32, 32, 33, 45], [31, 33, 33, 44]);
    expect(claimMedian(quick, slow)).toEqual({ is: 'CHANGED', before: 3, after: 33 });
    expect(claimMedian(slow, quick)).toEqual({ is: 'CHANGED', before: 33, after: 3 });
  });

  it('reports no negative zero', () => {
    const early = waits([0, -1], [0, -1], [0, -1], [0, -1, 0, -1, 0, -1], [0, -1, 0, -1, 0, -1, 0, -1]);
    expect(claimMedian(early, early)).toEqual({ is: 'STEADY', before: 0, after: 0 });
  });

  it('reports no change if only a few answers are slower', () => {
    const tail = waits([1, 2, 3, 400], [2, 3, 4, 500], [1, 2, 4, 600], [2, 2, 3, 450], [1, 3, 3, 440]);
    expect(claimMedian(quick, tail)).toEqual({ is: 'STEADY', before: 3, after: 3 });
  });

  it('reports no change if the halves differ in their spread and not in their middle', () => {
    const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
    const fiveDays = (values: readonly number[]): DayValues[] => waits(values, values, values, values, values);
    // The share above the common median 10 grows, but the median falls.
    const before = fiveDays([...times(8, 9), ...times(12, 10)]);
    const after = fiveDays([...times(11, 9), ...times(9, 11)]);
    expect(claimMedian(before, after)).toEqual({ is: 'STEADY', before: 10, after: 9 });
  });

  it('counts a value at the common median half', () => {
    const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);
    const fiveDays = (values: readonly number[]): DayValues[] => waits(values, values, values, values, values);
    // Both halves have the same share above the common median 10.
    const before = fiveDays([...times(11, 9), ...times(9, 11)]);
    const after = fiveDays([...times(1, 9), ...times(10, 10), ...times(9, 11)]);
    expect(claimMedian(before, after)).toEqual({ is: 'CHANGED', before: 9, after: 10 });
  });

  it('claims nothing below 20 answers in either half', () => {
    const fewer = [...quick.slice(0, 4), ...waits([1, 3, 3])];
    expect(claimMedian(quick, quick).is).toBe('STEADY');
    expect(claimMedian(fewer, quick)).toEqual({ is: 'TOO_FEW', unit: 'ANSWERS', have: 19, needed: 20 });
  });

  it('claims nothing without answers', () => {
    expect(claimMedian([], [])).toEqual({ is: 'TOO_FEW', unit: 'ANSWERS', have: 0, needed: 20 });
  });
});

describe('the claim about the values of a question', () => {
  const choice = (value: string, before: readonly number[], after: readonly number[]) => ({
    ...{ value, before: days(before, 10), after: days(after, 10) },
  });

  it('is about the value whose share changed most', () => {
    const choices = [
      choice('Email', [5, 5, 5, 5, 5], [6, 6, 6, 6, 6]),
      choice('Phone', [8, 9, 8, 9, 8], [1, 2, 1, 2, 1]),
    ];
    expect(claimChoices(choices)).toEqual({ value: 'Phone', claim: { is: 'CHANGED', before: 84, after: 14 } });
  });

  it('prefers a smaller change that is certain to a larger one that is not', () => {
    const choices = [
      choice('Email', [0, 9, 1, 10, 0], [10, 9, 2, 10, 9]),
      choice('Phone', [5, 5, 5, 5, 5], [6, 6, 6, 6, 6]),
    ];
    expect(claimChoices(choices)).toMatchObject({ value: 'Phone', claim: { is: 'CHANGED' } });
  });

  it('needs a larger change the more values a question has', () => {
    const unclear = choice('Email', [4, 5, 6, 5, 5], [7, 6, 6, 5, 7]);
    const others = Array.from({ length: 9 }, (_, index) => choice(String(index), [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]));
    expect(claimChoices([unclear]).claim.is).toBe('STEADY');
    const clear = choice('Email', [4, 5, 6, 5, 5], [7, 8, 7, 6, 7]);
    expect(claimChoices([clear]).claim.is).toBe('CHANGED');
    expect(claimChoices([clear, ...others]).claim.is).toBe('STEADY');
  });

  it('is about the largest change if none is certain', () => {
    const choices = [
      choice('Letter', [5, 4, 6, 5, 5], [5, 5, 6, 5, 4]),
      choice('Email', [0, 9, 1, 10, 0], [10, 9, 2, 10, 9]),
      choice('Phone', [5, 4, 6, 5, 5], [5, 6, 6, 5, 5]),
    ];
    expect(claimChoices(choices)).toEqual({ value: 'Email', claim: { is: 'STEADY', before: 40, after: 80 } });
  });

  it('claims nothing without values', () => {
    expect(claimChoices([])).toEqual({ value: null, claim: { is: 'TOO_FEW', unit: 'ANSWERS', have: 0, needed: 20 } });
  });
});

describe('quantiles', () => {
  it('take the middle value, or the average of the two middle ones', () => {
    expect([medianOf([1, 5, 9]), medianOf([1, 5, 6, 9]), medianOf([7])]).toEqual([5, 5.5, 7]);
  });

  it('take the smallest value that nine tenths do not exceed', () => {
    expect(ninetiethOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(9);
    expect(ninetiethOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])).toBe(10);
    expect(ninetiethOf([4])).toBe(4);
  });
});
