// The documented limits of Teams for a bot. They are copied here, so that a wrong constant in the product fails a test.

/** Number of requests and period in ms for one tenant, across all conversations. */
export const tenantLimit = [50, 1_000] as const;

/** Numbers of messages and periods in ms for one conversation. Each limit applies to any period of that length. */
export const conversationLimits = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
] as const;

/** Returns the largest number of moments (in ms) that lie within one period of `ms` milliseconds. */
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
