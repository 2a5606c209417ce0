import { AppError } from '#contracts/errors.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';

/** The one map from code to HTTP status (decisions.md D6). */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  INVALID_CREDENTIALS: 401,
  EMAIL_NOT_CONFIRMED: 403,
  EMAIL_EXISTS: 409,
  USER_NOT_FOUND: 404,
  USER_ALREADY_REGISTERED: 409,
  INVALID_ENDPOINT: 503,
  ENTRA_NOT_CONFIGURED: 404,
  NOT_IN_ROSTER: 403,
  CONNECT_REFUSED: 409,
  CODE_INVALID: 400,
  CODE_USED: 409,
  REAUTH: 403,
  PASSWORD_WEAK: 400,
  MEETING_NAME_EXISTS: 409,
  MEETING_CHANGED: 409,
  MEETING_DISABLED: 409,
  NOT_ASKED: 403,
  NOT_YOUR_CARD: 403,
  CARD_INVALID: 400,
  RUN_NOT_OPEN: 409,
  RUN_CLOSED: 409,
  RUN_CANCELLED: 409,
  QUESTION_UNKNOWN: 409,
  TASK_CHANGED: 409,
  WEEK_LOCKED: 409,
  WEEK_CHANGED: 409,
  WEEK_STATE: 409,
  LAST_ADMIN: 409,
  ORG_CHANGED: 409,
  ORG_READ_ONLY: 403,
  PAYMENT_INCOMPLETE: 409,
  PAYMENT_MISMATCH: 409,
  WEBHOOK_REFUSED: 400,
  CURRENCY_MISMATCH: 400,
};

/** What a caller is told instead of data. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: MessageKey;
  readonly values?: MessageValues | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  /** Of the few refusals whose contract says so. */
  readonly data?: unknown;
  /** Ours to repair: logged with the correlation id. */
  readonly isFault: boolean;
}

const retrySoon = 2;

// The store's errors are known by shape: this layer may not import the store.
const storeCodes: Readonly<Record<string, ErrorCode>> = {
  UNAVAILABLE: 'UNAVAILABLE',
  CONFLICT: 'CONFLICT',
  TOO_LARGE: 'TOO_LARGE',
  INVALID: 'INVALID_INPUT',
};

const storeCode = (error: unknown): ErrorCode | undefined => {
  if (!(error instanceof Error) || error.name !== 'StoreError' || !('fault' in error)) return undefined;
  return typeof error.fault === 'string' ? storeCodes[error.fault] : undefined;
};

export const refusal = (code: ErrorCode, extra: Partial<Refusal> = {}): Refusal => ({
  status: statusOf[code],
  code,
  message: `error.${code}`,
  retryAfter: code === 'UNAVAILABLE' ? retrySoon : undefined,
  isFault: false,
  ...extra,
});

/** Turns whatever was thrown into what may be told. Only an AppError speaks for itself. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof AppError) {
    const { message, values, retryAfter, path, data } = error.details;
    const plain = refusal(error.code);
    return {
      ...plain,
      message: message ?? plain.message,
      values,
      path,
      data,
      retryAfter: retryAfter ?? plain.retryAfter,
      isFault: error.code === 'INTERNAL',
    };
  }
  const code = storeCode(error);
  if (code === undefined) return refusal('INTERNAL', { isFault: true });
  // A conflict that nobody handled is a race the caller may repeat; the others are worth a line in the log.
  return refusal(code, { isFault: code !== 'CONFLICT' });
};
