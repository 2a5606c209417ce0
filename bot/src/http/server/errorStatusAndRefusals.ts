import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { waitTimeMessageValues } from '#contracts/core/waitTimeMessageValues.ts';
import { storeErrorCode } from '../../services/core/storeErrorCode.ts';

/** HTTP status of each error code (docs/product-rules.md, HTTP interface). */
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
  PASSWORD_NEEDED: 403,
  PASSWORD_WEAK: 400,
  MEETING_NAME_EXISTS: 409,
  MEETING_CHANGED: 409,
  MEETING_LIMIT: 409,
  MEETING_DISABLED: 409,
  TEMPLATE_NAME_EXISTS: 409,
  TEMPLATE_LIMIT: 409,
  DIGEST_LIMIT: 409,
  BLOCKER_RESOLVED: 409,
  BLOCKER_CHANGED: 409,
  NOT_ASKED: 403,
  NOT_YOUR_CARD: 403,
  CARD_INVALID: 400,
  RUN_NOT_OPEN: 409,
  RUN_CLOSED: 409,
  RUN_CANCELLED: 409,
  RUN_ANSWERED: 409,
  RUN_SKIPPED: 409,
  SKIP_OFF: 409,
  SNOOZE_TOO_LATE: 409,
  QUESTION_UNKNOWN: 409,
  DRAFT_CHANGED: 409,
  TASK_CHANGED: 409,
  WEEK_LOCKED: 409,
  WEEK_CHANGED: 409,
  WEEK_STATE: 409,
  LAST_ADMIN: 409,
  ORG_CHANGED: 409,
  ORG_READ_ONLY: 403,
  ORG_PAUSED: 403,
  PAYMENT_INCOMPLETE: 409,
  PAYMENT_MISMATCH: 409,
  WEBHOOK_REFUSED: 400,
  CURRENCY_MISMATCH: 400,
};

/**
 * Statuses of refusals before the routing. They replace the status of the error code, because browsers and proxies
 * react to them: after 421, for example, a browser opens another connection.
 */
export const statusBeforeRouting = { tooSlow: 408, unknownHost: 421, headersTooLong: 431 } as const;
type StatusBeforeRouting = (typeof statusBeforeRouting)[keyof typeof statusBeforeRouting];

/** The error that a caller gets instead of data. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: MessageKey;
  readonly values?: MessageValues | undefined;
  /** Seconds after which a retry makes sense; undefined = the reply has no header Retry-After. */
  readonly retryAfter?: number | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  /** Data about the refusal, for example the current row after a conflict; undefined for most error codes. */
  readonly data?: unknown;
  /** True if the server, and not the caller, caused the error. The error is then logged with the correlation id. */
  readonly isFault: boolean;
}

const retrySoon = 2;

type RefusalDetails = Partial<Omit<Refusal, 'code' | 'status'>> & { readonly status?: StatusBeforeRouting };

export const refusal = (code: ErrorCode, details: RefusalDetails = {}): Refusal => ({
  status: statusOf[code],
  code,
  message: `error.${code}`,
  retryAfter: code === 'UNAVAILABLE' ? retrySoon : undefined,
  isFault: false,
  ...details,
});

/**
 * Returns the wait time for the sentence about a rate limit. The sentence contains the wait time, because people do not
 * see the header Retry-After.
 */
const waitOf = (code: ErrorCode, retryAfter: number | undefined): MessageValues | undefined =>
  code === 'TOO_MANY_REQUESTS' && retryAfter !== undefined ? waitTimeMessageValues(retryAfter) : undefined;

/** Turns any thrown value into a refusal that may be shown. Only an AppError provides its own text. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof AppError) {
    const { message, values, retryAfter, path, data } = error.details;
    const plain = refusal(error.code);
    return {
      ...plain,
      message: message ?? plain.message,
      values: values ?? waitOf(error.code, retryAfter),
      path,
      data,
      retryAfter: retryAfter ?? plain.retryAfter,
      isFault: error.code === 'INTERNAL',
    };
  }
  const code = storeErrorCode(error);
  if (code === undefined) return refusal('INTERNAL', { isFault: true });
  // A conflict that no service has retried means that another writer changed the row first, so the caller may repeat
  // the call. The conflict is not logged as a fault of the server.
  return refusal(code, { isFault: code !== 'CONFLICT' });
};
