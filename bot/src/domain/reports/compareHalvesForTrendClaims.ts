import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { sampleUnits, TrendClaim } from '#contracts/reports/getWeeklyTrends.ts';
import { sum } from '../core/sum.ts';

// Decides whether a figure changed between the two halves of a range. A figure is a ratio of two sums over days, for
// example answers to members who were asked. Answers of one day depend on each other, so the statistical sample is the
// days and not the answers.

/** One day of a figure. The figure is the sum of `part` divided by the sum of `whole` over the days. */
export interface DayRatio {
  readonly date: LocalDate;
  readonly part: number;
  readonly whole: number;
}

type SampleUnit = (typeof sampleUnits)[number];

/**
 * Smallest number of items that each half needs, by the unit of the items. If a half has fewer, the claim is TOO_FEW.
 */
export const smallestSample = {
  ASKED: 20,
  ANSWERS: 20,
  GOALS: 20,
  BLOCKERS: 10,
  DAYS: 5,
  WEEKS: 5,
} as const satisfies Record<SampleUnit, number>;

/**
 * Probability that a claim (the comparison of two halves) reports a change although only chance caused it. A page has
 * about ten claims, so about one page in ten contains a wrong claim. With the usual 5 %, it would be four pages in ten.
 */
const errorRate = 0.01;

// Coefficients of Acklam's approximation of the normal quantile; its relative error is below 1.2e-9.
const tailNumerator = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const tailDenominator = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/** Returns the normal quantile of the upper tail; `tail` must be below 0.024. */
const normalTail = (tail: number): number => {
  const q = Math.sqrt(-2 * Math.log(tail));
  return -polynomial(tailNumerator, q) / polynomial(tailDenominator, q);
};

/**
 * Returns the two-sided critical value of Student's t, by the expansion of Cornish and Fisher. From 4 degrees of
 * freedom on, it is at most 2 % too low.
 */
export const criticalT = (rate: number, freedom: number): number => {
  const z = normalTail(rate / 2);
  const [z3, z5, z7, z9] = [z ** 3, z ** 5, z ** 7, z ** 9];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92_160 * freedom ** 4)
  );
};

interface Half {
  readonly days: number;
  readonly whole: number;
  readonly ratio: number;
  /** Variance of the ratio, from the differences between the days. */
  readonly variance: number;
}

/** For a half with too few days, ratio and variance can be NaN. `tooFew` excludes such halves from the comparison. */
const halfOf = (all: readonly DayRatio[]): Half => {
  const days = all.filter(({ whole }) => whole > 0);
  const whole = sum(days, (day) => day.whole);
  const ratio = sum(days, (day) => day.part) / whole;
  const squares = sum(days, (day) => (day.part - ratio * day.whole) ** 2);
  const count = days.length;
  return { days: count, whole, ratio, variance: (count / (count - 1)) * (squares / whole ** 2) };
};

/**
 * Returns the degrees of freedom for the difference of two ratios by Welch and Satterthwaite, because the variances of
 * the halves can differ.
 */
const freedomOf = (a: Half, b: Half): number => {
  const parts = a.variance ** 2 / (a.days - 1) + b.variance ** 2 / (b.days - 1);
  // Without any variance, `differs` multiplies by 0, so the degrees of freedom do not matter.
  return parts === 0 ? 1 : (a.variance + b.variance) ** 2 / parts;
};

/** True if the difference of the ratios is too large to be explained by chance at this error rate. */
const differs = (a: Half, b: Half, rate: number): boolean =>
  Math.abs(a.ratio - b.ratio) > criticalT(rate, freedomOf(a, b)) * Math.sqrt(a.variance + b.variance);

export interface Halves {
  readonly before: readonly DayRatio[];
  readonly after: readonly DayRatio[];
}

/** Returns a TOO_FEW claim if a half has too few items or days; undefined if both halves are large enough. */
const tooFew = (a: Half, b: Half, unit: SampleUnit): TrendClaim | undefined => {
  const samples = [
    { unit, have: Math.min(a.whole, b.whole) },
    { unit: 'DAYS' as const, have: Math.min(a.days, b.days) },
  ];
  const small = samples.find((sample) => sample.have < smallestSample[sample.unit]);
  return small === undefined ? undefined : { is: 'TOO_FEW', ...small, needed: smallestSample[small.unit] };
};

export interface ClaimRule {
  /** The items that `whole` counts. WEEKS: each item of the halves is a week. */
  readonly unit: SampleUnit;
  /** Number by which the ratio is multiplied for the reader, such as 100 for percentages. */
  readonly scale: number;
  readonly decimals: 0 | 1;
}

/**
 * Rounds half up. The small addend corrects a sum of fractions that is slightly below the half. The added zero turns the
 * negative zero of a value such as -0.4 into zero.
 */
const rounded = (value: number, decimals: number): number => Number((value + 1e-9).toFixed(decimals)) + 0;

/**
 * Returns the claim about a ratio: whether it changed between the halves. Values that look the same after rounding are
 * not reported as a change.
 */
export const claimRatio = (
  { before, after }: Halves,
  { unit, scale, decimals }: ClaimRule,
  rate = errorRate,
): TrendClaim => {
  const [a, b] = [halfOf(before), halfOf(after)];
  const few = tooFew(a, b, unit);
  if (few !== undefined) return few;
  const values = { before: rounded(a.ratio * scale, decimals), after: rounded(b.ratio * scale, decimals) };
  return { is: values.before !== values.after && differs(a, b, rate) ? 'CHANGED' : 'STEADY', ...values };
};

/** One day with values in whole numbers, such as minutes until each answer, or days until each answered date. */
export interface DayValues {
  readonly date: LocalDate;
  readonly values: readonly number[];
}

/** Returns the median of values in ascending order: the middle value, or the average of the two middle values. */
export const medianOf = (sorted: ArrayLike<number>): number => {
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
};

/** Returns the smallest value that at least 90 % of the values do not exceed. */
export const ninetiethOf = (sorted: ArrayLike<number>): number => sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;

/**
 * Returns whole numbers in ascending order. A typed array sorts ten times faster, and a range can have 100,000 values.
 */
export const ascending = (values: readonly number[]): ArrayLike<number> => Int32Array.from(values).sort();

const allValues = (days: readonly DayValues[]): number[] => days.flatMap(({ values }) => values);

/** Returns how many values of each day are above the bound; a value at the bound counts half. */
const above = (days: readonly DayValues[], bound: number): DayRatio[] =>
  days.map(({ date, values }) => ({
    date,
    part: sum(values, (value) => (value > bound ? 1 : value === bound ? 0.5 : 0)),
    whole: values.length,
  }));

/**
 * Returns the claim about a median: whether it changed between the halves by Mood's median test, with the days as the
 * sample. The half with more values above the common median must also have the larger median. Otherwise the halves
 * differ in their spread and not in their middle.
 */
export const claimMedian = (before: readonly DayValues[], after: readonly DayValues[]): TrendClaim => {
  const [a, b] = [ascending(allValues(before)), ascending(allValues(after))];
  const bound = medianOf(ascending(allValues([...before, ...after])));
  const [low, high] = [halfOf(above(before, bound)), halfOf(above(after, bound))];
  const few = tooFew(low, high, 'ANSWERS');
  if (few !== undefined) return few;
  const values = { before: rounded(medianOf(a), 0), after: rounded(medianOf(b), 0) };
  const isSameWay = Math.sign(high.ratio - low.ratio) === Math.sign(values.after - values.before);
  return { is: isSameWay && differs(low, high, errorRate) ? 'CHANGED' : 'STEADY', ...values };
};

export interface ChoiceHalves extends Halves {
  readonly value: string;
}

/**
 * Returns the CHANGED claim about the choice whose share of the answers changed most; if no claim is CHANGED, the claim
 * with the largest difference. The error rate is divided by the number of choices, because each choice is one more
 * chance for a wrong claim.
 */
export const claimChoices = (
  choices: readonly ChoiceHalves[],
): { readonly claim: TrendClaim; readonly value: string | null } => {
  const rate = errorRate / choices.length;
  const rule = { unit: 'ANSWERS', scale: 100, decimals: 0 } as const;
  const claims = choices.map((choice) => ({ value: choice.value, claim: claimRatio(choice, rule, rate) }));
  const move = ({ claim }: (typeof claims)[number]): number =>
    claim.is === 'TOO_FEW' ? 0 : Math.abs(claim.after - claim.before);
  const byMove = claims.toSorted((a, b) => move(b) - move(a));
  const shown = byMove.find(({ claim }) => claim.is === 'CHANGED') ?? byMove[0];
  return shown ?? { claim: claimRatio({ before: [], after: [] }, rule), value: null };
};
