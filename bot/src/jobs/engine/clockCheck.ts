/**
 * Maximum difference between this machine's clock and the store's clock, in milliseconds. With a larger difference, the
 * instance gives up its shard leases and neither plans nor sends, and /readyz reports the missing heartbeat.
 */
export const maxSkewMs = 90_000;

interface SkewSource {
  readonly clockSkewMs: () => number | undefined;
}

/**
 * True if this machine's clock is too far from the store's clock; false if the difference is not known, for example
 * because the store has no clock.
 */
export const isClockWrong = ({ clockSkewMs }: SkewSource): boolean => Math.abs(clockSkewMs() ?? 0) > maxSkewMs;
