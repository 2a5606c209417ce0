/** Limits of one request to the table service, with its repetitions (docs/decisions/089). */
export const requestTimes = {
  /** Attempts at a service that does not reply, or replies with an error. */
  attempts: 4,
  /** Attempts at a busy service. */
  busyAttempts: 7,
  /** Time of an attempt in milliseconds. The service itself ends a request only after 30 seconds. */
  attemptMs: 8_000,
  /** Time before the second attempt. It doubles each time and is randomised. */
  pauseMs: 100,
  longestPauseMs: 5_000,
} as const;

/** Time for which the service may still execute a request whose caller has given up. */
const serviceMs = 30_000;

/** Time from the begin of a request until neither it nor any of its repetitions can take effect. */
export const longestEffectMs =
  requestTimes.busyAttempts * requestTimes.attemptMs +
  (requestTimes.busyAttempts - 1) * requestTimes.longestPauseMs +
  serviceMs;
