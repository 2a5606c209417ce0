import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { Access, Endpoint } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import type { Actor } from '../../services/core/actor.ts';
import { readBytes, readJson } from './readBody.ts';
import { collectInput, parseInput } from './requestInput.ts';
import { isFromElsewhere, readCookie } from './cookiesAndOriginCheck.ts';
import type { Exchange } from './httpExchange.ts';
import { readQuery } from './readQueryAndPathParts.ts';
import { sendData } from './sendResponse.ts';
import { routeName } from './routeName.ts';
import { findActor, requireActor, requireRole } from './requestActorAndLocale.ts';

type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'DELETE';

/** One entry of the route table. Limits, permissions and the log refer to the route, not to the URL of a request. */
export interface Route {
  /** Name of the route: the method and the path as in the contract. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Paths in the syntax of the router, such as `/api/x/:id`. A contract with an optional last part has two. */
  readonly paths: readonly string[];
  readonly access: Access;
  /** Contract of the call, with the schemas of input and output; null for a route outside the contracts. */
  readonly endpoint: Endpoint | null;
  readonly handle: (exchange: Exchange) => Promise<void>;
}

export interface Call {
  readonly correlationId: string;
  /** Network address of the client, by which the rate limits count its requests. */
  readonly address: string;
  /** Language of the reply as a BCP 47 tag. */
  readonly locale: string;
  /**
   * Returns the signed-in caller, for calls that work without a token but do more with one; undefined without a valid
   * token.
   */
  readonly actor: () => Promise<Actor | undefined>;
  readonly cookie: (name: string) => string | undefined;
  /** Adds a cookie to the reply, even if the call is refused afterwards. */
  readonly setCookie: (cookie: string) => void;
  /** True if a page of another site sent the request. Calls that rely on a cookie must refuse such a request. */
  readonly isFromElsewhere: boolean;
}

type Frozen<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | null | undefined
    ? T
    : T extends readonly (infer U)[]
      ? readonly Frozen<U>[]
      : { readonly [K in keyof T]: Frozen<T[K]> };
type Answer<O extends z.ZodType> = Promise<Frozen<z.output<O>>> | Frozen<z.output<O>>;

const optionalTail = /^(.*)\[(\/\{\w+\})\]$/;

/** Returns the paths of a contract in the syntax of the router: `/a/{x}[/{y}]` → `/a/:x`, `/a/:x/:y`. */
export const expandPath = (path: string): readonly string[] => {
  const [, head, tail] = optionalTail.exec(path) ?? [];
  const paths = head === undefined || tail === undefined ? [path] : [head, head + tail];
  return paths.map((text) => {
    // All other characters are refused, because some of them have a special meaning in the router but not in the
    // contract.
    if (!/^(?:\/(?:\{\w+\}|[\w.-]+))+$/.test(text)) throw new Error(`Not a path of the contract: ${path}`);
    return text.replace(/\{(\w+)\}/g, ':$1');
  });
};

const routeOf = (endpoint: Endpoint, handle: Route['handle']): Route => ({
  name: routeName(endpoint),
  method: endpoint.method,
  paths: expandPath(endpoint.path),
  access: endpoint.access,
  endpoint,
  handle,
});

const callOf = (exchange: Exchange): Call => ({
  correlationId: exchange.correlationId,
  address: exchange.address,
  locale: exchange.locale,
  actor: () => findActor(exchange),
  cookie: (name) => readCookie(exchange.req, name),
  setCookie: (cookie) => exchange.res.appendHeader('Set-Cookie', cookie),
  isFromElsewhere: isFromElsewhere(exchange.req, exchange.url.host),
});

/** Returns the caller if they have the permission and the organisation may make this call now; otherwise throws. */
const admitActor = async (exchange: Exchange, endpoint: Endpoint, access: Permission): Promise<Actor> => {
  const actor = await requireActor(exchange, access);
  if (endpoint.isNew === true && (await exchange.ports.isReadOnly(actor.orgId))) throw new AppError('ORG_READ_ONLY');
  return actor;
};

/**
 * Creates the route of a call for signed-in people. Session and role are checked before the input is parsed, so that
 * strangers cause no work. If the request has waited for its body or in the queue of the person, they are checked
 * again, because they may have ended meanwhile.
 */
export const bind = <I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: (actor: Actor, input: z.output<I>, call: Call) => Answer<O>,
): Route => {
  const { access } = endpoint;
  if (access === 'anyone') throw new Error(`${endpoint.path} is open to anyone: bindOpen`);
  return routeOf(endpoint, async (exchange) => {
    const admitted = await admitActor(exchange, endpoint, access);
    const isWhole = exchange.req.complete;
    const collected = await collectInput(endpoint, exchange);
    const person = admitted.userId ?? admitted.memberId ?? admitted.orgId;
    await exchange.requestLimit.run(person, async (hasWaited) => {
      const input = parseInput(endpoint.input, collected);
      const actor = isWhole && !hasWaited ? admitted : await admitActor(exchange, endpoint, access);
      await sendData(exchange, await handler(actor, input, callOf(exchange)));
    });
  });
};

/** A file to download. It is streamed while it is read, so that a large file needs little memory. */
export interface Download {
  /** Name of the file in ASCII without quotes, so that the header needs no escape. */
  readonly fileName: string;
  readonly contentType: string;
  /** Version of the content: a client that has this version gets 304 instead of the file. */
  readonly version?: string;
  readonly body: () => Readable;
}

export interface LinkRequest {
  /** Path parts and query parameters, not yet parsed. */
  readonly asked: Readonly<Record<string, string>>;
  /** Language that the browser requests, as a BCP 47 tag. */
  readonly locale: string;
  /** True if a page of another site sent the request. */
  readonly isFromElsewhere: boolean;
}

/**
 * Returns the actor of the token in a link; undefined if the token is invalid. A link contains a token because a
 * browser that opens a link sends no session token.
 */
export type LinkActor = (token: string, link: LinkRequest) => Promise<Actor | undefined>;

const actorOfLink = async (exchange: Exchange, access: Permission, byLink: LinkActor): Promise<Actor> => {
  const query = exchange.req.headers.authorization === undefined ? readQuery(exchange.url) : new Map<string, string>();
  const token = query.get('token');
  const link = {
    asked: { ...Object.fromEntries(query), ...exchange.parts },
    locale: exchange.locale,
    isFromElsewhere: isFromElsewhere(exchange.req, exchange.url.host),
  };
  const actor = token === undefined ? undefined : await byLink(token, link);
  if (actor === undefined) return requireActor(exchange, access);
  exchange.locale = actor.locale;
  // The token proves the identity. The permissions may have changed since the token was issued, so they are checked
  // again.
  requireRole(actor, access);
  return actor;
};

const hasLeft = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * True if the client already has this version. The If-None-Match header may list several versions, each weak or strong,
 * or `*` for any version (RFC 9110 13.1.2).
 */
const holdsVersion = ({ req }: Exchange, etag: string): boolean =>
  (req.headers['if-none-match'] ?? '')
    .split(',')
    .map((held) => held.trim().replace(/^W\//, ''))
    .some((held) => held === etag || held === '*');

const sendFile = async (exchange: Exchange, { fileName, contentType, version, body }: Download): Promise<void> => {
  const { res } = exchange;
  const etag = version === undefined ? undefined : `"${version}"`;
  const caching =
    etag === undefined ? { 'Cache-Control': 'no-store' } : { 'Cache-Control': 'private, no-cache', ETag: etag };
  if (etag !== undefined && holdsVersion(exchange, etag)) {
    res.writeHead(304, caching);
    res.end();
    return;
  }
  res.writeHead(200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'X-Content-Type-Options': 'nosniff',
    ...caching,
  });
  try {
    await pipeline(body(), res);
  } catch (error) {
    // A client that disconnected makes the stream fail. No reply can reach it, so the error is ignored.
    if (!hasLeft(error)) throw error;
  }
};

/** Creates the route of a call that returns a file. Its refusals are envelopes, like those of every other call. */
export const bindDownload = <I extends z.ZodType>(
  endpoint: Endpoint<I>,
  byLink: LinkActor,
  handler: (actor: Actor, input: z.output<I>, call: Call) => Promise<Download>,
): Route => {
  const { access } = endpoint;
  if (access === 'anyone') throw new Error(`${endpoint.path} is open to anyone`);
  return routeOf(endpoint, async (exchange) => {
    const actor = await actorOfLink(exchange, access, byLink);
    const input = parseInput(endpoint.input, await collectInput(endpoint, exchange));
    await sendFile(exchange, await handler(actor, input, callOf(exchange)));
  });
};

/** Creates the route of a file for every caller who knows its URL, which contains a secret. */
export const bindOpenFile = <I extends z.ZodType>(
  endpoint: Endpoint<I>,
  handler: (input: z.output<I>, call: Call) => Promise<Download>,
): Route => {
  if (endpoint.access !== 'anyone') throw new Error(`${endpoint.path} needs a permission: bindDownload`);
  return routeOf(endpoint, async (exchange) => {
    const input = parseInput(endpoint.input, await collectInput(endpoint, exchange));
    await sendFile(exchange, await handler(input, callOf(exchange)));
  });
};

export const bindOpen = <I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: (input: z.output<I>, call: Call) => Answer<O>,
): Route => {
  if (endpoint.access !== 'anyone') throw new Error(`${endpoint.path} needs a permission: bind`);
  return routeOf(endpoint, async (exchange) => {
    const input = parseInput(endpoint.input, await collectInput(endpoint, exchange));
    await sendData(exchange, await handler(input, callOf(exchange)));
  });
};

/**
 * Reads a body of at most `limits.bodyBytes`, for handlers that need its bytes or any JSON value. A compressed body is
 * refused.
 */
export interface ReadBody {
  readonly bytes: () => Promise<Buffer>;
  /** Returns the parsed body; undefined if the request has no body. */
  readonly json: () => Promise<unknown>;
}

/**
 * Creates a route outside the contracts, such as the bot endpoint, a webhook or a page. The handler authenticates its
 * caller itself and must have sent a reply when its promise resolves. An AppError that it throws becomes an error
 * envelope.
 */
export const raw = (
  method: HttpMethod,
  path: string,
  handler: (req: IncomingMessage, res: ServerResponse, body: ReadBody, exchange: Exchange) => Promise<void>,
): Route => ({
  name: `${method} ${path}`,
  method,
  paths: expandPath(path),
  access: 'anyone',
  endpoint: null,
  handle: (exchange) => {
    const { req, res } = exchange;
    return handler(req, res, { bytes: () => readBytes(req), json: () => readJson(req) }, exchange);
  },
});
