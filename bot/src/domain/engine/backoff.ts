/** Shortest and longest wait between two attempts, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns the wait in milliseconds after `failures` failures. It doubles with each failure up to the longest wait, and is multiplied by a
 * random factor from 0.5 to 1.5.
 */
export const backoffMs = ({ firstMs, longestMs }: Backoff, failures: number, random: () => number): number =>
  Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));
