/**
 * Source of the current time. Only the composition root (bot/src/main.ts) uses the clock of the machine; tests use a
 * fake clock.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
