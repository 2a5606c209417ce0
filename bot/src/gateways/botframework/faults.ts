import { MessengerError } from '../messenger.ts';
import type { MessengerFault } from '../messenger.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const read = (value: unknown, key: string): unknown =>
  isObject(value) ? (Reflect.get(value, key) as unknown) : undefined;

/** Refusals of the token service: our own credentials are wrong or gone, which no retry repairs. */
const credentialCodes: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client', 'invalid_grant']);

/** Entra's words for a secret or a certificate whose time is over. */
const expired = /AADSTS(?:7000222|700027)\b/;

/** The token service refused us. Of its answer only whether time is over is kept. */
const refusedByTokens = (error: unknown): MessengerFault => {
  const said = [read(error, 'errorMessage'), read(error, 'message')].filter((one) => typeof one === 'string').join(' ');
  return expired.test(said) ? { kind: 'UNAUTHORIZED', hasExpired: true } : { kind: 'UNAUTHORIZED' };
};

const headerOf = (error: unknown, name: string): string | undefined => {
  const headers = read(read(error, 'response'), 'headers');
  const get = read(headers, 'get');
  const value: unknown = typeof get === 'function' ? Reflect.apply(get, headers, [name]) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Retry-After is whole seconds or a date. Null when there is none, or one that means nothing. */
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
      return { kind: 'TRANSIENT' };
    case 429:
      return { kind: 'THROTTLED', retryAfterMs: retryAfterMs(headerOf(error, 'retry-after'), nowMs) };
    default:
      return { kind: status >= 400 && status < 500 ? 'REJECTED' : 'TRANSIENT' };
  }
};

const noToken = /^(?:Aggregate)?Authentication(?:Required)?Error$|^CredentialUnavailableError$/;

/** The identity we run under gets no token. Told by its name before its status: that is the token service's, not the chat's. */
export const hasNoToken = (error: unknown): boolean => {
  const name = read(error, 'name');
  return typeof name === 'string' && noToken.test(name);
};

/** What the SDK threw, as the product tells faults apart. Whatever is unknown may have been sent: TRANSIENT. */
export const asMessengerError = (error: unknown, nowMs: number): MessengerError => {
  if (error instanceof MessengerError) return error;
  if (hasNoToken(error)) return new MessengerError({ kind: 'UNAUTHORIZED', hasNoToken: true }, error);
  const status = read(error, 'statusCode');
  if (typeof status === 'number') return new MessengerError(byStatus(status, error, nowMs), error);
  const isOurs = credentialCodes.has(read(error, 'errorCode'));
  return new MessengerError(isOurs ? refusedByTokens(error) : { kind: 'TRANSIENT' }, error);
};
