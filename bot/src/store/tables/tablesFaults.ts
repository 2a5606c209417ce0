import { setTimeout as pause } from 'node:timers/promises';
import { RestError } from '@azure/data-tables';
import { StoreError } from '../tableStore.ts';
import type { StoreFault } from '../tableStore.ts';

export interface RetryPatience {
  /** Tries in all. */
  readonly attempts: number;
  /** Milliseconds one try may take. */
  readonly attemptMs: number;
  /** Milliseconds before the second try; doubles each time, jittered. */
  readonly pauseMs: number;
}

const conflicts = new Set(['EntityAlreadyExists', 'UpdateConditionNotSatisfied', 'ResourceNotFound', 'EntityNotFound']);
const tooLarge = new Set(['RequestBodyTooLarge', 'EntityTooLarge', 'PropertyValueTooLarge', 'TooManyProperties']);
const transient = new Set([408, 429, 500, 502, 503, 504]);
/** The request never left, so it cannot have been done. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Names of the errors of a try that was aborted, and of an identity that gives no token. */
const unanswered = /^(Abort|Timeout)Error$|Authentication|CredentialUnavailable/;

/** The service's error code: in the parsed body of a single call, on the error itself in a transaction. */
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

/** A failed transaction's message begins with the index of the step that failed. */
const stepOf = (error: RestError): number | undefined => {
  const index = /^(\d+):/.exec(error.message)?.[1];
  return index === undefined ? undefined : Number(index);
};

const toStoreError = (error: unknown, doubtful: boolean): unknown => {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (!(error instanceof RestError)) {
    // Neither an answer of the service nor its absence: a bug, which stays what it is.
    return unanswered.test(error.name) ? new StoreError('UNAVAILABLE', error.name, { cause: error }) : error;
  }
  const fault = faultOf(error);
  if (fault === 'CONFLICT' && doubtful) {
    return new StoreError('UNAVAILABLE', 'an earlier try of this call may have been done', { cause: error });
  }
  const text = serviceCode(error) ?? String(error.statusCode ?? 'no answer');
  return new StoreError(fault, `the table service refused: ${text}`, { cause: error, step: stepOf(error) });
};

const mayPass = (error: unknown): boolean =>
  error instanceof RestError
    ? error.statusCode === undefined || transient.has(error.statusCode)
    : error instanceof Error && unanswered.test(error.name);

const mayHaveRun = (error: unknown): boolean => !(error instanceof RestError && neverSent.has(error.code ?? ''));

/**
 * Retries temporary failures (network, 429, 5xx). The SDK's own retries are off: if the reply to a successful write is lost, its
 * retry gets 409, 412 or 404. CONFLICT would then wrongly mean that another writer was faster, so the error becomes UNAVAILABLE:
 * the outcome is unknown. Callers are idempotent and start again.
 */
export const retryPatiently = async <T>(
  patience: RetryPatience,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  let doubtful = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(AbortSignal.timeout(patience.attemptMs));
    } catch (error) {
      if (!mayPass(error) || attempt >= patience.attempts) throw toStoreError(error, doubtful);
      doubtful ||= mayHaveRun(error);
      await pause(patience.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
};
