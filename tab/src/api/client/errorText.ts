import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { waitTimeMessageValues } from '#contracts/core/waitTimeMessageValues.ts';
import { errorsOfWeb } from '../../../build/serverOnlyAndLazyTextAreas.ts';
import { ApiError } from './apiClient.ts';

type WebErrorCode = (typeof errorsOfWeb)[number];
type TranslateError = (key: `error.${WebErrorCode}`, values?: MessageValues) => string;

const isWebErrorCode = (code: ErrorCode): code is WebErrorCode => errorsOfWeb.some((item) => item === code);

/**
 * Returns the text for a failed call. The first that exists is used: the server's sentence, the waiting time of a reply
 * without an envelope, the web app's text for the error code, the text of INTERNAL.
 */
export const errorText = (error: unknown, translateError: TranslateError): string => {
  if (!(error instanceof ApiError)) return translateError('error.INTERNAL');
  if (error.sentence !== null && error.sentence !== '') return error.sentence;
  const { retryAfter } = error.reply ?? {};
  if (retryAfter !== undefined) return translateError('error.TOO_MANY_REQUESTS', waitTimeMessageValues(retryAfter));
  return translateError(isWebErrorCode(error.code) ? `error.${error.code}` : 'error.INTERNAL');
};
