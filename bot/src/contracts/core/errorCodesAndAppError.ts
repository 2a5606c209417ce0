import type { MessageKey, MessageValues } from '../text/translateAndMessageKeyTypes.ts';

/** Values of `errorCode` in the envelope. The user-visible message has the key `error.<CODE>` in the catalogue. */
export const errorCodes = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_CONFIRMED',
  'EMAIL_EXISTS',
  'USER_NOT_FOUND',
  'USER_ALREADY_REGISTERED',
  'INVALID_ENDPOINT',
  'ENTRA_NOT_CONFIGURED',
  'NOT_IN_ROSTER',
  'CONNECT_REFUSED',
  'CODE_INVALID',
  'CODE_USED',
  'REAUTH',
  'PASSWORD_NEEDED',
  'PASSWORD_WEAK',
  'MEETING_NAME_EXISTS',
  'MEETING_CHANGED',
  'MEETING_LIMIT',
  'MEETING_DISABLED',
  'TEMPLATE_NAME_EXISTS',
  'TEMPLATE_LIMIT',
  'DIGEST_LIMIT',
  'BLOCKER_RESOLVED',
  'BLOCKER_CHANGED',
  'NOT_ASKED',
  'NOT_YOUR_CARD',
  'CARD_INVALID',
  'RUN_NOT_OPEN',
  'RUN_CLOSED',
  'RUN_CANCELLED',
  'RUN_ANSWERED',
  'RUN_SKIPPED',
  'SKIP_OFF',
  'SNOOZE_TOO_LATE',
  'QUESTION_UNKNOWN',
  'DRAFT_CHANGED',
  'TASK_CHANGED',
  'WEEK_LOCKED',
  'WEEK_CHANGED',
  'WEEK_STATE',
  'LAST_ADMIN',
  'ORG_CHANGED',
  'ORG_READ_ONLY',
  'ORG_PAUSED',
  'PAYMENT_INCOMPLETE',
  'PAYMENT_MISMATCH',
  'WEBHOOK_REFUSED',
  'CURRENCY_MISMATCH',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

interface AppErrorDetails {
  /** Message that replaces the general message of the code. */
  readonly message?: MessageKey | undefined;
  readonly values?: MessageValues | undefined;
  /**
   * Path of the invalid field in the input: names and list indexes, outermost first. Sent as `path` of the envelope.
   */
  readonly path?: readonly (string | number)[] | undefined;
  /** Data that a person needs to decide what to do next. Sent as `data` of the envelope. */
  readonly data?: unknown;
  /** Seconds until a retry makes sense (429, 503). */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * An error with a message that a person can understand. Any other thrown value is a bug: it is logged, and the person
 * sees a general message.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;
  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
