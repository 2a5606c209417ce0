import type { Endpoint, Envelope, InputOf, OutputOf } from '#contracts/endpoint.ts';
import type { ErrorCode } from '#contracts/errors.ts';
import type { SessionStore } from './session.ts';

/** A refused or failed call. `sentence` is the server's own words for people, null when it never answered. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly sentence: string | null;
  constructor(code: ErrorCode, sentence: string | null) {
    super(sentence ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.sentence = sentence;
  }
}

/** Method and path of an endpoint object, checked against its type; the object itself would bring its schemas along. */
interface Route<E extends Endpoint> {
  readonly method: E['method'];
  readonly path: E['path'];
  /** Sent without a token. */
  readonly open?: true;
}

export type Call = <E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  signal?: AbortSignal,
) => Promise<OutputOf<E>>;

export interface ClientDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly session: SessionStore;
}

const timeoutMs = 30_000;

const optional = /\[([^\]]*)\]/g;
const part = /\{(\w+)\}/g;

/** Fills the path's parts; what is left over goes into the query (GET) or the body. */
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

/** The one way to the server: token, envelope, and the end of a session that the server no longer accepts. */
export const createCall = ({ fetch, session }: ClientDeps): Call => {
  const send = async (url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(url, { ...init, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new ApiError('INVALID_ENDPOINT', null);
    }
  };
  return async <E extends Endpoint>(route: Route<E>, input: InputOf<E>, signal?: AbortSignal): Promise<OutputOf<E>> => {
    const token = route.open === true ? undefined : session.token();
    if (route.open !== true && token === undefined) throw new ApiError('UNAUTHENTICATED', null);
    const { url, body } = requestOf(route.method, route.path, input as Readonly<Record<string, unknown>>);
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await send(
      url,
      { method: route.method, headers, ...(body === undefined ? {} : { body }) },
      signal,
    );
    const envelope = await readEnvelope(response);
    if (envelope?.status === 'Success') return envelope.data as OutputOf<E>;
    if (response.status === 401 && route.open !== true) session.expire();
    if (envelope === undefined) throw new ApiError(response.status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL', null);
    throw new ApiError(envelope.errorCode, envelope.message);
  };
};
