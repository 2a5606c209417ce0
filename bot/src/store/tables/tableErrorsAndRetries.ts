import { RestError } from '@azure/data-tables';
import { StoreError } from '../tableStorePort.ts';
import type { StoreFault } from '../tableStorePort.ts';
import { DoubtfulConflictError } from './doubtfulConflictError.ts';
import { longestRequestMs, requestTimes } from './requestTimeLimits.ts';

export interface RetryPatience {
  readonly attempts: number;
  /**
   * Maximum number of attempts at a busy service. A busy service rejects at once, so more attempts fit into the time of
   * a request.
   */
  readonly busyAttempts: number;
  readonly attemptMs: number;
  /** Milliseconds before the second attempt. The pause doubles each time and is randomised. */
  readonly pauseMs: number;
  /** Returns a number from 0 to less than 1, which randomises the pauses. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Milliseconds of a clock that also counts the time for which the machine is suspended (`createElapsedClock`). */
  readonly elapsed: () => number;
}

const conflicts = new Set(['EntityAlreadyExists', 'UpdateConditionNotSatisfied', 'ResourceNotFound', 'EntityNotFound']);
const tooLarge = new Set(['RequestBodyTooLarge', 'EntityTooLarge', 'PropertyValueTooLarge', 'TooManyProperties']);
const transient = new Set([408, 429, 500, 502, 503, 504]);
/** Errors of requests that were never sent, so the service cannot have processed them. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Names of the errors of an aborted attempt, and of an identity that returns no token. */
const unanswered = /^(Abort|Timeout)Error$|Authentication|CredentialUnavailable/;

/**
 * Returns the service's error code; undefined if there is none. For a single call it is in the parsed body, for a
 * transaction it is on the error itself.
 */
const serviceCode = (error: RestError): string | undefined => {
  const details = error.details as { odataError?: { code?: string } } | undefined;
  return details?.odataError?.code ?? error.code;
};

export const isAbsent = (error: unknown): boolean =>
  error instanceof RestError && error.statusCode === 404 && serviceCode(error) !== 'TableNotFound';

const faultOf = (error: RestError): StoreFault => {
  const code = serviceCode(error) ?? '';
  if (conflicts.has(code)) return 'CONFLICT';
  if (error.statusCode === 413 || tooLarge.has(code)) return 'TOO_LARGE';
  return error.statusCode === 400 ? 'INVALID' : 'UNAVAILABLE';
};

/**
 * The message of a failed transaction begins with the index of the failed step. Returns that index; undefined for any
 * other message.
 */
const stepOf = (error: RestError): number | undefined => {
  const index = /^(\d+):/.exec(error.message)?.[1];
  return index === undefined ? undefined : Number(index);
};

const toStoreError = (error: unknown, doubtful: boolean): unknown => {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (!(error instanceof RestError)) {
    // An error that is neither from the service nor from the network is a bug, so it is not converted.
    return unanswered.test(error.name) ? new StoreError('UNAVAILABLE', error.name, { cause: error }) : error;
  }
  const fault = faultOf(error);
  if (fault === 'CONFLICT' && doubtful) return new DoubtfulConflictError(error);
  const text = serviceCode(error) ?? String(error.statusCode ?? 'no answer');
  return new StoreError(fault, `the table service refused: ${text}`, { cause: error, step: stepOf(error) });
};

const mayPass = (error: unknown): boolean =>
  error instanceof RestError
    ? error.statusCode === undefined || transient.has(error.statusCode)
    : error instanceof Error && unanswered.test(error.name);

/** Statuses with which the service rejects a request because a partition or the account gets too many requests. */
const busy = new Set([429, 503]);
const isBusy = (error: unknown): boolean => error instanceof RestError && busy.has(error.statusCode ?? 0);

/** Returns the pause that the service asks for in milliseconds; 0 if it asks for none. */
const requestedPause = (error: unknown): number => {
  const seconds = error instanceof RestError ? Number(error.response?.headers.get('retry-after')) : Number.NaN;
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
};

const pauseAfter = ({ pauseMs, random }: RetryPatience, attempt: number, error: unknown): number =>
  Math.min(
    requestTimes.longestPauseMs,
    Math.max(requestedPause(error), pauseMs * 2 ** (attempt - 1) * (0.5 + random())),
  );

const mayHaveRun = (error: unknown): boolean => !(error instanceof RestError && neverSent.has(error.code ?? ''));

/**
 * Retries temporary failures, such as network errors, 429 and 503. If the reply to a successful write is lost, the
 * retry fails with CONFLICT although no other writer changed the row. So a CONFLICT after such a failure becomes
 * UNAVAILABLE, and the caller, which must be idempotent, starts again. The retries of the SDK would hide such a case.
 */
export const retryPatiently = async <T>(
  patience: RetryPatience,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  // No attempt begins when the time of a request has passed, for example because the machine was suspended.
  const lastStart = patience.elapsed() + longestRequestMs - patience.attemptMs;
  let doubtful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(patience.deadline(patience.attemptMs));
    } catch (error) {
      const attempts = isBusy(error) ? patience.busyAttempts : patience.attempts;
      if (!mayPass(error) || attempt >= attempts) throw toStoreError(error, doubtful);
      doubtful ||= mayHaveRun(error);
      await patience.sleep(pauseAfter(patience, attempt, error));
      if (patience.elapsed() > lastStart) throw toStoreError(error, doubtful);
    }
  }
};
