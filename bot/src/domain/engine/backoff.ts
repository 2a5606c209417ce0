/** The shortest and the longest wait between the tries of one kind of message, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Returns the wait after this number of failures, in milliseconds. It doubles up to the longest wait and is multiplied by a
 * random factor from 0.5 to 1.5.
 */
export const backoffMs = ({ firstMs, longestMs }: Backoff, failures: number, random: () => number): number =>
  Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));
