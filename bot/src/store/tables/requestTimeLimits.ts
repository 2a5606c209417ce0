/** Limits of one request to the table service, with its repetitions (docs/decisions/089). */
export const requestTimes = {
  /** Attempts at a service that does not reply, or replies with an error other than busy. */
  attempts: 4,
  /** Attempts at a busy service. */
  busyAttempts: 7,
  /** Time of an attempt in milliseconds. The service itself ends a request only after 30 seconds. */
  attemptMs: 8_000,
  /** Milliseconds before the second attempt. The pause doubles with each attempt up to `longestPauseMs`, and is randomised. */
  pauseMs: 100,
  longestPauseMs: 5_000,
} as const;

/** Milliseconds for which the service may still execute a request whose caller has given up. */
const serviceMs = 30_000;

/** Milliseconds after the start of a request until neither the request nor any of its repetitions can take effect. */
export const longestEffectMs =
  requestTimes.busyAttempts * requestTimes.attemptMs +
  (requestTimes.busyAttempts - 1) * requestTimes.longestPauseMs +
  serviceMs;
