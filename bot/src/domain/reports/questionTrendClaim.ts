import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuestionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import type { TrendClaim } from '#contracts/reports/getWeeklyTrends.ts';
import { claimChoices, claimRatio } from './compareHalvesForTrendClaims.ts';

export interface QuestionClaim {
  readonly claim: TrendClaim;
  /**
   * The choice of the question that the claim is about. Null if the claim is about the average, or if the question has
   * no choices.
   */
  readonly claimValue: string | null;
}

/** Divides the items of a range into those of the older half and those of the newer half. */
export type Halving = <T extends { readonly date: LocalDate }>(
  items: readonly T[],
) => { readonly before: readonly T[]; readonly after: readonly T[] };

export type DatedAnswers = Pick<QuestionFigures, 'answers' | 'sum' | 'counts'> & { readonly date: LocalDate };

/**
 * Returns the claim about the average answer: whether the average changed between the halves. For a question without an
 * average, the claim is that of `claimChoices`.
 */
export const questionTrendClaim = (
  choices: readonly string[],
  runs: readonly DatedAnswers[],
  halve: Halving,
): QuestionClaim => {
  const halvesOf = (partOf: (answers: DatedAnswers) => number) =>
    halve(runs.map((run) => ({ date: run.date, part: partOf(run), whole: run.answers })));
  if (runs.some(({ sum }) => sum !== null)) {
    const halves = halvesOf(({ sum }) => sum ?? 0);
    return { claim: claimRatio(halves, { unit: 'ANSWERS', scale: 1, decimals: 1 }), claimValue: null };
  }
  const { claim, value } = claimChoices(
    choices.map((choice, index) => ({ value: choice, ...halvesOf(({ counts }) => counts[index] ?? 0) })),
  );
  return { claim, claimValue: value };
};
