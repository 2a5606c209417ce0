import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import type { Endpoint, InputOf } from '#contracts/core/endpoint.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import type { Route } from '../../../bot/src/http/server/bindEndpointsAndRawRoutes.ts';
import type { Exchange } from '../../../bot/src/http/server/httpExchange.ts';
import { createRequestLimitPerPerson } from '../../../bot/src/http/server/limitConcurrentRequestsPerPerson.ts';
import { sendError } from '../../../bot/src/http/server/sendResponse.ts';
import type { SessionDeps } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import type { TestLog } from '../../support/data/testDepsAndLogs.ts';
import { translateFor } from '../../../bot/src/translate.ts';

// Calls the routes without a network connection, but with the session check, role check, input schema and envelope of
// HTTP.

export interface Reply {
  readonly status: number;
  readonly errorCode: string | null;
  readonly message: string;
  readonly data: unknown;
  readonly location: string;
  readonly retryAfter: string;
}

/** State that a browser keeps between calls and sends with each of them. */
export class Browser {
  /** Each caller has a network address of its own, because other tests cover the limits per network. */
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  take({ cookies }: Browser): void {
    for (const [name, value] of cookies) this.cookies.set(name, value);
  }

  at(address: string): Browser {
    const other = new Browser(address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }
}

/** A fake response of node:http that collects what the routes write. */
class Answer extends Writable {
  status = 0;
  headersSent = false;
  readonly headers = new Map<string, string>();
  readonly cookies: string[] = [];
  readonly #parts: Buffer[] = [];

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(Buffer.from(part));
    done();
  }

  writeHead(status: number, headers: Readonly<Record<string, string>> = {}): this {
    this.status = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) this.headers.set(name.toLowerCase(), value);
    return this;
  }

  setHeader(name: string, value: string): void {
    this.headers.set(name.toLowerCase(), value);
  }

  removeHeader(name: string): void {
    this.headers.delete(name.toLowerCase());
  }

  appendHeader(_name: string, value: string): void {
    this.cookies.push(value);
  }

  read(): Reply {
    const text = Buffer.concat(this.#parts).toString('utf8');
    const isJson = (this.headers.get('content-type') ?? '').startsWith('application/json');
    const envelope = (isJson ? JSON.parse(text) : {}) as Partial<Reply>;
    return {
      status: this.status,
      errorCode: envelope.errorCode ?? null,
      message: envelope.message ?? '',
      data: isJson ? envelope.data : text,
      location: this.headers.get('location') ?? '',
      retryAfter: this.headers.get('retry-after') ?? '',
    };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Splits the input of a call: the fields of the path, and the rest as the query of a GET or the body of any other
 * method.
 */
const divide = ({ path, method }: Endpoint, input: Fields) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parts = Object.fromEntries(names.map((name) => [name, String(input[name])]));
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined);
  if (method !== 'GET') return { parts, query: '', body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return { parts, query: query === '' ? '' : `?${query}`, body: '' };
};

const requestOf = (body: string, headers: Readonly<Record<string, string>>): IncomingMessage => {
  const stream = Readable.from(body === '' ? [] : [Buffer.from(body)]);
  return Object.assign(stream, { headers, complete: true }) as unknown as IncomingMessage;
};

const host = 'rollcall.test';

export interface Caller {
  readonly browser: Browser;
  readonly token?: string | undefined;
}

export type AppDeps = SessionDeps & { readonly log: TestLog };

/** Calls the routes as a browser does. Throws if the product fails with an internal error. */
export const createApp = (deps: AppDeps, routes: readonly Route[]) => {
  const byName = new Map(routes.map((route) => [route.name, route]));
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]));
  const ports: Exchange['ports'] = {
    authenticate: (token, locale) => authenticate(deps, token, locale),
    isReadOnly: () => Promise.resolve(false),
    translateFor: translateFor,
    log: deps.log,
    metrics: noMetrics,
    tracer: noTracer,
  };

  const requestLimit = createRequestLimitPerPerson();

  const run = async (
    route: Route,
    { browser, token }: Caller,
    { parts, query, body }: ReturnType<typeof divide>,
  ): Promise<Reply> => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...(cookie === '' ? {} : { cookie }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = new Answer();
    const exchange: Exchange = {
      req: requestOf(body, headers),
      res: answer as unknown as ServerResponse,
      ports,
      correlationId: 'test',
      url: new URL(`https://${host}/${query}`),
      address: browser.address,
      draining: () => false,
      requestLimit,
      parts,
      route: route.name,
      refused: undefined,
      locale: 'en',
    };
    try {
      await route.handle(exchange);
    } catch (error) {
      sendError(exchange, error);
    }
    for (const item of answer.cookies) browser.keep(item);
    const reply = answer.read();
    if (reply.status >= 500 && reply.status !== 503) throw new Error(`${route.name} failed with ${reply.status}`);
    return reply;
  };

  const routeNamed = (name: string): Route => {
    const route = byName.get(name);
    if (route === undefined) throw new Error(`There is no route ${name}.`);
    return route;
  };

  return {
    ask: <E extends Endpoint>(caller: Caller, endpoint: E, input: Partial<InputOf<E>>): Promise<Reply> => {
      const route = byEndpoint.get(endpoint);
      if (route === undefined) throw new Error(`There is no route ${endpoint.path}.`);
      return run(route, caller, divide(endpoint, input));
    },
    /** Opens a page to which the browser was redirected. */
    visit: (caller: Caller, name: string, query: string): Promise<Reply> =>
      run(routeNamed(name), caller, { parts: {}, query, body: '' }),
  };
};
export type App = ReturnType<typeof createApp>;
