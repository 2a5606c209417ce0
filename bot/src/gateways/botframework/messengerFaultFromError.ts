import { MessengerError } from '../messengerPort.ts';
import type { MessengerFault } from '../messengerPort.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const read = (value: unknown, key: string): unknown =>
  isObject(value) ? (Reflect.get(value, key) as unknown) : undefined;

/** Errors of the token service for wrong or removed credentials. A retry cannot succeed. */
const credentialCodes: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client', 'invalid_grant']);

/**
 * Entra's error codes for expired credentials. 7000222: the client secret has expired. 700027: Entra rejected a
 * signature, for example of an expired certificate.
 */
const expired = /AADSTS(?:7000222|700027)\b/;

/**
 * Returns the fault if the token service refused the bot's credentials. The error text is used only to detect that the
 * credentials have expired.
 */
const refusedByTokens = (error: unknown): MessengerFault => {
  const text = [read(error, 'errorMessage'), read(error, 'message')]
    .filter((item) => typeof item === 'string')
    .join(' ');
  return expired.test(text) ? { kind: 'UNAUTHORIZED', hasExpired: true } : { kind: 'UNAUTHORIZED' };
};

const headerOf = (error: unknown, name: string): string | undefined => {
  const headers = read(read(error, 'response'), 'headers');
  const get = read(headers, 'get');
  const value: unknown = typeof get === 'function' ? Reflect.apply(get, headers, [name]) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/**
 * Returns the milliseconds that a Retry-After header asks to wait, in seconds or until a date; null if missing or
 * invalid.
 */
export const retryAfterMs = (value: string | undefined, nowMs: number): number | null => {
  if (value === undefined || value.trim() === '') return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : null;
};

const byStatus = (status: number, error: unknown, nowMs: number): MessengerFault => {
  switch (status) {
    case 401:
      return { kind: 'UNAUTHORIZED' };
    case 403:
      return { kind: 'BLOCKED' };
    case 404:
    case 410:
      return { kind: 'GONE' };
    case 408:
    case 412:
    case 500:
    case 503:
      return { kind: 'TRANSIENT', wasRefused: true };
    case 429:
      return { kind: 'THROTTLED', retryAfterMs: retryAfterMs(headerOf(error, 'retry-after'), nowMs) };
    default:
      return { kind: status >= 400 && status < 500 ? 'REJECTED' : 'TRANSIENT' };
  }
};

const noToken = /^(?:Aggregate)?Authentication(?:Required)?Error$|^CredentialUnavailableError$/;

/**
 * True if the installation's managed identity gets no token. The error is recognised by its name, because its status
 * code comes from the token service instead of the chat service.
 */
export const hasNoToken = (error: unknown): boolean => {
  const name = read(error, 'name');
  return typeof name === 'string' && noToken.test(name);
};

/**
 * Node's error codes for a connection that could not be established, or whose certificate was refused, so that nothing
 * was sent.
 */
const neverReached: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const connectionFault = (error: unknown): MessengerFault =>
  neverReached.has(read(error, 'code')) ? { kind: 'TRANSIENT', wasRefused: true } : { kind: 'TRANSIENT' };

/**
 * Classifies an error of the SDK by how the product must react. An unknown error counts as TRANSIENT without
 * `wasRefused`, because the message may have been accepted.
 */
export const asMessengerError = (error: unknown, nowMs: number): MessengerError => {
  if (error instanceof MessengerError) return error;
  if (hasNoToken(error)) return new MessengerError({ kind: 'UNAUTHORIZED', hasNoToken: true }, error);
  const status = read(error, 'statusCode');
  if (typeof status === 'number') return new MessengerError(byStatus(status, error, nowMs), error);
  const isOurs = credentialCodes.has(read(error, 'errorCode'));
  return new MessengerError(isOurs ? refusedByTokens(error) : connectionFault(error), error);
};
