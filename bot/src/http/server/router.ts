import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'restify';
import type { Server as Restify, ServerOptions } from 'restify';
import type { Route } from './bindEndpointsAndRawRoutes.ts';
import { exchangeOf } from './httpExchange.ts';
import type { Exchange } from './httpExchange.ts';
import { readParts } from './readQueryAndPathParts.ts';
import { errorEnvelope, sendError } from './sendResponse.ts';
import type { SecurityHeaders } from './securityHeaders.ts';
import type { ServeFile } from './serveWebBuild.ts';
import { refusal } from './errorStatusAndRefusals.ts';
import type { Refusal } from './errorStatusAndRefusals.ts';

// restify only finds the route. Its server never listens, and its parsers and plugins are not used. Its own errors
// (404, 405) pass the formatter below and become envelopes.

const silence = (): void => undefined;
/** Replaces the log of restify, because that log would contain texts of requests. */
const noLog = { trace: silence, debug: silence, info: silence, warn: silence, error: silence, fatal: silence };

const refusalOfError = (error: unknown): Refusal => {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (status === 404) return refusal('NOT_FOUND');
  return status === 405 ? refusal('METHOD_NOT_ALLOWED') : refusal('INTERNAL', { isFault: true });
};

const formatOwn = (req: IncomingMessage, res: ServerResponse, body: unknown): string => {
  if (!(body instanceof Error)) return typeof body === 'string' ? body : JSON.stringify(body ?? null);
  const { ports, correlationId, locale, route } = exchangeOf(req);
  const refused = refusalOfError(body);
  if (refused.isFault) ports.log.error('http.fault', body, { correlationId, route });
  const text = JSON.stringify(errorEnvelope(refused, ports.translateFor(locale), correlationId));
  res.statusCode = refused.status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  return text;
};

/** Runs the handler of a route. It never rejects, because restify would then write a second reply. */
const run = async (route: Route, pattern: string, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const exchange = exchangeOf(req);
  exchange.route = route.name;
  try {
    exchange.parts = readParts(pattern, exchange.url.pathname);
    await route.handle(exchange);
    if (!res.headersSent && !res.destroyed) throw new Error('The handler ended without an answer');
  } catch (error) {
    sendError(exchange, error);
  }
};

/** Runs the handler of a route inside a span. The span has the same correlation id as the log and the reply. */
const runTraced = (route: Route, pattern: string, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const { ports, correlationId } = exchangeOf(req);
  const facts = {
    'rollcall.correlation_id': correlationId,
    'http.request.method': route.method,
    'http.route': route.name,
  };
  return ports.tracer.span('SERVER', route.name, facts, async (span) => {
    await run(route, pattern, req, res);
    span.set({ 'http.response.status_code': res.statusCode });
  });
};

const mount = (restify: Restify, route: Route): void => {
  for (const path of route.paths) {
    const handler = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      await runTraced(route, path, req, res);
    };
    const options = { path, name: `${route.method} ${path}` };
    switch (route.method) {
      case 'GET':
        restify.get(options, handler);
        break;
      case 'HEAD':
        restify.head(options, handler);
        break;
      case 'POST':
        restify.post(options, handler);
        break;
      case 'DELETE':
        restify.del(options, handler);
        break;
    }
  }
};

interface RouterParts {
  readonly routes: readonly Route[];
  readonly secure: SecurityHeaders;
  readonly serveFile: ServeFile | undefined;
}

/**
 * Creates the listener for requests. It sets the security headers, then serves files and pages, then uses the route
 * table.
 */
export const createRouter = ({ routes, secure, serveFile }: RouterParts): RequestListener => {
  const formatters = Object.fromEntries(
    ['application/json', 'application/javascript', 'text/plain', 'application/octet-stream'].map((type) => [
      type,
      formatOwn,
    ]),
  );
  const restify = createServer({
    name: '',
    // The type is that of bunyan, but restify calls only these six methods.
    log: noLog as unknown as NonNullable<ServerOptions['log']>,
    formatters,
    // A percent-encoded name in a path may be long, so this limit is high. The limit for headers also bounds the path.
    maxParamLength: 16_384,
    ignoreTrailingSlash: false,
  });
  for (const route of routes) mount(restify, route);
  /** True if this function sent the reply: a file, a page, or the error of serving it. */
  const isFile = (req: IncomingMessage, res: ServerResponse, exchange: Exchange): boolean => {
    try {
      if (serveFile?.(req, res, exchange.url.pathname) !== true) return false;
      exchange.route = 'file';
    } catch (error) {
      sendError(exchange, error);
    }
    return true;
  };
  // This listener runs before restify, because each handler inside restify's chain would wait for another turn of the
  // event loop.
  return (req, res) => {
    const exchange = exchangeOf(req);
    secure(exchange.url.pathname, res);
    if (!isFile(req, res, exchange)) restify.server.emit('request', req, res);
  };
};
