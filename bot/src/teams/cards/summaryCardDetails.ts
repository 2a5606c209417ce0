export interface SummaryDetail {
  /** Maximum code points of an answer; 0 = the card lists names without answers. */
  readonly answer: number;
  readonly blocker: number;
  /** False in the shorter drawings, because a link needs more bytes than its text. */
  readonly hasLinks: boolean;
  /** True if an average is shown with the number of answers for each value. */
  readonly hasDistributions: boolean;
  /** Maximum number of averages before "and n more". */
  readonly averages: number;
  /**
   * Maximum number of names in a group before "and n more". `blocked` limits the lines of the attention list in the
   * same way.
   */
  readonly names: number;
  readonly blocked: number;
}

export const noLimit = Number.MAX_SAFE_INTEGER;

export const full: SummaryDetail = {
  ...{ answer: noLimit, blocker: noLimit, names: noLimit, blocked: noLimit, averages: noLimit },
  ...{ hasLinks: true, hasDistributions: true },
};

export const unlinked: SummaryDetail = { ...full, hasLinks: false };

const counts: SummaryDetail = { ...unlinked, answer: 0 };

const fewNames: SummaryDetail = { ...counts, names: 10, hasDistributions: false };

/**
 * Levels of detail, tried in order until the card is within its budget. The links are dropped first, because the text
 * stays complete without them. Then the answers and the lists of names are shortened, then the distributions are dropped,
 * and last the texts and the number of blockers are shortened.
 */
export const details: readonly SummaryDetail[] = [
  full,
  unlinked,
  ...[500, 250, 120, 60, 30].map((answer) => ({ ...unlinked, answer })),
  counts,
  ...[100, 40].map((names) => ({ ...counts, names })),
  fewNames,
  ...[1000, 500, 250, 120, 60].map((blocker) => ({ ...fewNames, blocker })),
  ...[100, 50, 20].map((blocked) => ({ ...fewNames, blocker: 60, blocked })),
];

export const least: SummaryDetail = { ...fewNames, blocker: 60, names: 0, blocked: 10, averages: 5 };
