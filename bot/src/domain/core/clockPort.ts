/**
 * Source of the current time. `bot/src/main.ts` supplies the clock of the machine, and tests supply a fake clock. Code
 * that measures a duration in this process, and `inMemoryAddressLimiter.ts`, use the clock of the machine directly.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
