/** Where time comes from. Nothing but the composition root knows the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}
