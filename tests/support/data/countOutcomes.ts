import { AppError } from '#contracts/core/errors.ts';

/** How calls made at once ended: `done`, or the code they were refused with, and how often. */
export const outcomes = (promiseSettledResults: readonly PromiseSettledResult<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of promiseSettledResults) {
    const refusal = item.status === 'rejected' ? (item.reason as unknown) : undefined;
    const name = item.status === 'fulfilled' ? 'done' : refusal instanceof AppError ? refusal.code : String(refusal);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
