import { AppError } from '#contracts/core/errorCodesAndAppError.ts';

/** Returns the number of calls by outcome: `done`, the code of an AppError, or the text of any other error. */
export const countOutcomes = (
  promiseSettledResults: readonly PromiseSettledResult<unknown>[],
): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of promiseSettledResults) {
    const refusal = item.status === 'rejected' ? (item.reason as unknown) : undefined;
    const name = item.status === 'fulfilled' ? 'done' : refusal instanceof AppError ? refusal.code : String(refusal);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
