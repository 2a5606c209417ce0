/** How the waits between the tries of one kind of message grow, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait after so many failures: it doubles up to the longest one and is spread by `random` between half and one and a half. */
export const backoffMs = ({ firstMs, longestMs }: Backoff, failures: number, random: () => number): number =>
  Math.round(Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));
