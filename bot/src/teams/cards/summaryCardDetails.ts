export interface Detail {
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

export const all = Number.MAX_SAFE_INTEGER;

export const full: Detail = {
  ...{ answer: all, blocker: all, names: all, blocked: all, averages: all },
  ...{ hasLinks: true, hasDistributions: true },
};

export const unlinked: Detail = { ...full, hasLinks: false };

const counts: Detail = { ...unlinked, answer: 0 };

const fewNames: Detail = { ...counts, names: 10, hasDistributions: false };

/**
 * Levels of detail, tried in order until the card is within its budget. The links are dropped first, because the text
 * stays complete without them. Then the answers and the lists of names are shortened, then the distributions are dropped,
 * and last the texts and the number of blockers are shortened.
 */
export const details: readonly Detail[] = [
  full,
  unlinked,
  ...[500, 250, 120, 60, 30].map((answer) => ({ ...unlinked, answer })),
  counts,
  ...[100, 40].map((names) => ({ ...counts, names })),
  fewNames,
  ...[1000, 500, 250, 120, 60].map((blocker) => ({ ...fewNames, blocker })),
  ...[100, 50, 20].map((blocked) => ({ ...fewNames, blocker: 60, blocked })),
];

export const least: Detail = { ...fewNames, blocker: 60, names: 0, blocked: 10, averages: 5 };
