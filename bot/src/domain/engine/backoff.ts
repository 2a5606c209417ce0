/** Limits of a wait between two attempts, in milliseconds, before the random factor of `backoffMs` is applied. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns a wait in milliseconds: `firstMs`, doubled for each of the first ten `failures`, limited to `longestMs`, and
 * then multiplied by a random factor from 0.5 to 1.5.
 */
export const backoffMs = ({ firstMs, longestMs }: Backoff, failures: number, random: () => number): number =>
  Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));
