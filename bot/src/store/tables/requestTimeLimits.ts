/** Limits of one request to the table service, with its repetitions (docs/decisions/089). */
export const requestTimes = {
  /**
   * Maximum number of attempts if the service does not reply, or replies with a temporary error other than 429 and 503.
   */
  attempts: 4,
  /** Maximum number of attempts if the service is busy (429 or 503). */
  busyAttempts: 7,
  /** Maximum duration of one attempt in milliseconds. The service itself ends a request only after 30 seconds. */
  attemptMs: 8_000,
  /**
   * Milliseconds before the second attempt. The pause doubles with each attempt up to `longestPauseMs`, and is
   * randomised.
   */
  pauseMs: 100,
  longestPauseMs: 5_000,
} as const;

/** Milliseconds for which the service may still execute a request whose caller has given up. */
const serviceMs = 30_000;

/** Maximum milliseconds of a request with all its repetitions. */
export const longestRequestMs =
  requestTimes.busyAttempts * requestTimes.attemptMs + (requestTimes.busyAttempts - 1) * requestTimes.longestPauseMs;

/** Milliseconds after the start of a request until neither the request nor any of its repetitions can take effect. */
export const longestEffectMs = longestRequestMs + serviceMs;
