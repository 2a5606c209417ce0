import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuestionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import type { TrendClaim } from '#contracts/reports/getWeeklyTrends.ts';
import { claimChoices, claimMedian, claimRatio } from './compareHalvesForTrendClaims.ts';

export interface QuestionClaim {
  readonly claim: TrendClaim;
  /**
   * The choice of the question that the claim is about. Null if the claim is about the average or the dates, or if the
   * question has no choices.
   */
  readonly claimValue: string | null;
}

/** Divides the items of a range into those of the older half and those of the newer half. */
export type Halving = <T extends { readonly date: LocalDate }>(
  items: readonly T[],
) => { readonly before: readonly T[]; readonly after: readonly T[] };

/** Figures of a question in the run of the date. */
export type DatedFigures = QuestionFigures & { readonly date: LocalDate };

/**
 * Returns the claim about the average answer: whether the average changed between the halves. For dates, the claim is
 * about the median of the days from the run to the date. For other answers, the claim is that of `claimChoices`.
 */
export const questionTrendClaim = (
  choices: readonly string[],
  runs: readonly DatedFigures[],
  halve: Halving,
): QuestionClaim => {
  const halvesOf = (partOf: (figures: DatedFigures) => number) =>
    halve(runs.map((run) => ({ date: run.date, part: partOf(run), whole: run.answers })));
  if (runs.some(({ sum }) => sum !== null)) {
    const halves = halvesOf(({ sum }) => sum ?? 0);
    return { claim: claimRatio(halves, { unit: 'ANSWERS', scale: 1, decimals: 1 }), claimValue: null };
  }
  const dates = runs.flatMap(({ date, days }) => (days === undefined ? [] : [{ date, values: days }]));
  if (dates.length > 0) {
    const { before, after } = halve(dates);
    return { claim: claimMedian(before, after), claimValue: null };
  }
  const { claim, value } = claimChoices(
    choices.map((choice, index) => ({ value: choice, ...halvesOf(({ counts }) => counts[index] ?? 0) })),
  );
  return { claim, claimValue: value };
};
