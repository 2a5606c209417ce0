import { shareRunningCall } from '#contracts/shareRunningCall.ts';
import type { refreshToken, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Endpoint, Envelope, InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import type { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import type { SessionStore } from './sessionStore.ts';

/** Content of a refusal besides its error code and its sentence. */
interface Refused {
  /** Data whose type depends on the error code, for example a `MeetingConflict` for MEETING_CHANGED. */
  readonly data: unknown;
  /** Path of the invalid field within the input, outermost key first; left out if no single field is invalid. */
  readonly path?: readonly (string | number)[];
  /**
   * Seconds to wait before a retry, from the Retry-After header. Set only for a reply that is not in the server's own
   * form, such as the reply of a proxy.
   */
  readonly retryAfter?: number | undefined;
}

/**
 * Error of a call that the server refused or that failed. `sentence` is the server's text for the reader; null if there
 * was no reply or the reply had no text.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly sentence: string | null;
  readonly reply: Refused | undefined;
  constructor(code: ErrorCode, sentence: string | null, reply?: Refused) {
    super(sentence ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.sentence = sentence;
    this.reply = reply;
  }
}

/**
 * Method and path of an endpoint. The type parameter checks both against the endpoint without importing the endpoint
 * itself, which would add its schemas to the bundle.
 */
export interface Route<E extends Endpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** True for calls that send no token, such as a sign-in. */
  readonly open?: true;
}

export type Call = <E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  signal?: AbortSignal,
) => Promise<OutputOf<E>>;

/**
 * The language of the reader: `state` returns the language that each request names; `chosen` stores the language that a
 * reply returns.
 */
export interface ReaderLanguage {
  readonly state: () => { readonly tag: string };
  readonly chosen: (tag: string | null) => Promise<void>;
}

export interface ClientDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly session: SessionStore;
  readonly language: ReaderLanguage;
  /**
   * Returns a session without asking the reader, if the page is inside a host that identifies the reader (Microsoft
   * Teams). Undefined if the host gives no session.
   */
  readonly exchange?: () => Promise<Session | undefined>;
}

const timeoutMs = 30_000;

const optional = /\[([^\]]*)\]/g;
const part = /\{(\w+)\}/g;

export const requestOf = (
  method: string,
  path: string,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly body: string | undefined } => {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const fill = (text: string): string =>
    text.replace(part, (_, name: string) => {
      const value = rest.get(name);
      rest.delete(name);
      return encodeURIComponent(String(value));
    });
  const isGiven = (text: string): boolean => [...text.matchAll(part)].every(([, name]) => rest.has(name ?? ''));
  const filled = fill(path.replace(optional, (_, inside: string) => (isGiven(inside) ? inside : '')));
  if (method !== 'GET') return { url: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams([...rest].map(([key, value]) => [key, String(value)])).toString();
  return { url: query === '' ? filled : `${filled}?${query}`, body: undefined };
};

const isEnvelope = (value: unknown): value is Envelope<unknown> =>
  typeof value === 'object' && value !== null && 'status' in value && 'data' in value;

const readEnvelope = async (response: Response): Promise<Envelope<unknown> | undefined> => {
  try {
    const value: unknown = await response.json();
    return isEnvelope(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the seconds in the Retry-After header. Undefined if the header is missing or contains a date. */
export const retryAfterOf = ({ headers }: Response): number | undefined => {
  const header = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(header) ? Number(header) : undefined;
};

type Send = (route: Route<Endpoint>, input: object, token: string | undefined, signal?: AbortSignal) => Promise<Reply>;
interface Reply {
  readonly status: number;
  readonly envelope: Envelope<unknown> | undefined;
  readonly retryAfter: number | undefined;
}

const preferencesPath: (typeof memberPreferences)['path'] = '/api/member/preferences';

/**
 * Returns the reader's own language if the reply contains it, so that the page changes to it: a new session and saved
 * preferences do. Null if the reader has chosen no language; undefined if the reply does not contain the language.
 */
const languageIn = (path: string, data: unknown): string | null | undefined => {
  if (typeof data !== 'object' || data === null || !('language' in data)) return undefined;
  if (!('token' in data) && path !== preferencesPath) return undefined;
  return typeof data.language === 'string' ? data.language : null;
};

const createSend =
  ({ fetch, language }: Pick<ClientDeps, 'fetch' | 'language'>): Send =>
  async (route, input, token, signal) => {
    const { url, body } = requestOf(route.method, route.path, input as Readonly<Record<string, unknown>>);
    const headers = new Headers({ accept: 'application/json', 'accept-language': language.state().tag });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const until = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      const init = { method: route.method, headers, signal: until, ...(body === undefined ? {} : { body }) };
      const response = await fetch(url, init);
      const envelope = await readEnvelope(response);
      const chosen = envelope?.status === 'Success' ? languageIn(route.path, envelope.data) : undefined;
      if (chosen !== undefined) await language.chosen(chosen);
      return { status: response.status, envelope, retryAfter: retryAfterOf(response) };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new ApiError('INVALID_ENDPOINT', null);
    }
  };

const refusalOf = ({ status, envelope, retryAfter }: Reply): ApiError => {
  if (envelope?.status === 'Error') return new ApiError(envelope.errorCode, envelope.message, envelope);
  if (status === 429) return new ApiError('TOO_MANY_REQUESTS', null, { data: null, retryAfter });
  return new ApiError(status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL', null);
};

const refreshRoute: Route<typeof refreshToken> = { method: 'POST', path: '/api/account/refreshtoken', open: true };

/**
 * Returns the address of the signed-in person, in lower case as the server compares it; null if no person is signed in.
 */
const personIn = (session: SessionStore): string | null => {
  const state = session.state();
  return state.status === 'signedIn' ? state.email.toLowerCase() : null;
};

/**
 * Returns the functions that supply the token of a call. An expired or refused token is refreshed once, and concurrent
 * callers share this refresh. The session ends only if the server refuses the refresh token and neither another browser
 * tab nor the host has a new session. A call ends with UNAUTHENTICATED if another person is signed in afterwards.
 */
const createTokens = (send: Send, session: SessionStore, exchange: NonNullable<ClientDeps['exchange']>) => {
  const ended = (): ApiError => {
    session.expire();
    return new ApiError('UNAUTHENTICATED', null);
  };
  const exchangeToken = async (): Promise<string> => {
    const created = await exchange();
    if (created !== undefined) session.refreshed(created);
    const token = created === undefined ? undefined : session.token();
    if (token === undefined) throw ended();
    return token;
  };
  const findOrRefresh = async (refused: string | undefined): Promise<string> => {
    // Another browser tab may already have refreshed the token, so this tab first reads the stored session again.
    session.reload();
    const known = session.token();
    if (known !== undefined && known !== refused) return known;
    const mine = session.refreshToken();
    if (mine === null) return exchangeToken();
    const reply = await send(refreshRoute, { refreshtoken: mine }, undefined);
    if (reply.envelope?.status === 'Success') {
      const created = reply.envelope.data as Session;
      if (session.refreshToken() === mine) session.refreshed(created);
      const token = session.token();
      // The reader signed out while the refresh was running.
      if (token === undefined) throw new ApiError('UNAUTHENTICATED', null);
      return token;
    }
    // Any other status comes from a busy or unreachable server, which is no reason to end the session.
    if (reply.status !== 401 && reply.status !== 403) throw refusalOf(reply);
    session.reload();
    const others = session.token();
    if (others !== undefined && session.refreshToken() !== mine) return others;
    return exchangeToken();
  };
  const { run: renew } = shareRunningCall(async (refused?: string): Promise<string> => {
    const person = personIn(session);
    const token = await findOrRefresh(refused);
    // Another person signed in in another browser tab. The call of the first person must not be made in that name.
    if (personIn(session) !== person) throw new ApiError('UNAUTHENTICATED', null);
    return token;
  });
  return {
    renew,
    current: (): Promise<string> | string => {
      if (session.state().status === 'signedOut') throw new ApiError('UNAUTHENTICATED', null);
      return session.token() ?? renew();
    },
    ended,
  };
};

/**
 * Returns the function that calls the server. It adds the token, returns the data of a successful reply, throws an
 * ApiError otherwise, and ends a session that the server no longer accepts.
 */
export const createCall = ({
  fetch,
  session,
  language,
  exchange = () => Promise.resolve(undefined),
}: ClientDeps): Call => {
  const send = createSend({ fetch, language });
  const tokens = createTokens(send, session, exchange);
  return async <E extends Endpoint>(route: Route<E>, input: InputOf<E>, signal?: AbortSignal): Promise<OutputOf<E>> => {
    const isOpen = route.open === true;
    const token = isOpen ? undefined : await tokens.current();
    let reply = await send(route, input as object, token, signal);
    if (!isOpen && reply.status === 401) {
      // The server refused a token that has not expired by the browser's clock. Either the clocks differ or the session
      // has ended; a second call with a new token decides between the two.
      reply = await send(route, input as object, await tokens.renew(token), signal);
      if (reply.status === 401) throw tokens.ended();
    }
    if (reply.envelope?.status === 'Success') return reply.envelope.data as OutputOf<E>;
    throw refusalOf(reply);
  };
};
