/** Source of time. Only the composition root uses the clock of the machine. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
