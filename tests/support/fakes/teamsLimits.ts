// What Teams takes of a bot, by its documentation: written out here, so that no constant of the product decides what it is held to.

/** [count, ms] of one tenant, whatever the conversation. */
export const tenantLimit = [50, 1_000] as const;

/** [count, ms] of one conversation, each of which holds for any span of that length. */
export const conversationLimits = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
] as const;

/** The most that fall into any `ms` milliseconds. */
export const maxWithin = (moments: readonly number[], ms: number): number => {
  const sorted = [...moments].sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  sorted.forEach((at, index) => {
    while ((sorted[from] ?? at) <= at - ms) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
};
