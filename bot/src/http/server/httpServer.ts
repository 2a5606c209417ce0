import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { clientAddress } from './clientAndLoopbackAddress.ts';
import type { Route } from './bindEndpointsAndRawRoutes.ts';
import { isLocalRequest } from './isLocalRequest.ts';
import { createDrain } from './drainConnections.ts';
import type { DrainTimes } from './drainConnections.ts';
import { attachExchange } from './httpExchange.ts';
import type { Exchange, HttpPorts } from './httpExchange.ts';
import { isAllowedHost, readTarget } from './requestTargetAndHostCheck.ts';
import { observeReply } from './requestMetrics.ts';
import { sendError, sendRefusal } from './sendResponse.ts';
import { createRouter } from './router.ts';
import { createRequestLimitPerPerson } from './limitConcurrentRequestsPerPerson.ts';
import { securityHeaders } from './securityHeaders.ts';
import { preferredLocale } from './requestActorAndLocale.ts';
import { refuseUnparsedRequests } from './refuseUnparsedRequests.ts';
import { serveWebBuild } from './serveWebBuild.ts';
import { refusal, statusBeforeRouting } from './errorStatusAndRefusals.ts';
import type { Refusal } from './errorStatusAndRefusals.ts';

export interface HttpDeps extends HttpPorts {
  /** Creates a correlation id of letters and digits. Later ids sort after earlier ids. */
  readonly newId: () => string;
  readonly routes: readonly Route[];
  /** Public URL of this installation. If it begins with https, the HSTS header is sent. */
  readonly publicUrl: string;
  /** Host names that the server accepts, with or without a port; null = it accepts all. */
  readonly allowedHosts: readonly string[] | null;
  /** Directory of the web build; null = the server serves no pages. */
  readonly webDir: string | null;
  readonly isDemo: boolean;
  /** Number of the operator's proxies in front of the server (TRUST_PROXY). */
  readonly trustedProxies: number;
  readonly drainTimes?: DrainTimes;
}

export interface HttpServer {
  readonly server: Server;
  /** Rejects with a ListenError. */
  listen(port: number, host: string): Promise<{ readonly port: number }>;
  /**
   * Stops accepting new connections, but still answers requests on open connections. A connection closes after its
   * reply, or after `drainTimes.linger` if it is idle. After `drainTimes.bound`, all connections close, even during a
   * reply.
   */
  close(): Promise<void>;
}

const whyNot = (error: Error): string => {
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return 'another program listens there already. Choose another PORT';
    case 'EACCES':
      return 'the user of this process may not use this port. Choose a PORT of 1024 or more';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'HOST is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all its addresses';
    case 'EAI_AGAIN':
      return 'the name in HOST could not be resolved. Try again later, or use an IP address';
    default:
      return error.message;
  }
};

/** Thrown if the server cannot listen. The message is a sentence for the person who started the server. */
export class ListenError extends Error {
  constructor(port: number, host: string, cause: Error) {
    super(`The server cannot listen on ${host}:${port}: ${whyNot(cause)}.`, { cause });
    this.name = 'ListenError';
  }
}

const serverLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // This time is longer than the idle time of common load balancers, so that the load balancer and not this server
  // closes the connection.
  keepAliveTimeout: 75_000,
  // Closes a connection on which no data was sent or received for this time.
  socketTimeout: 120_000,
} as const;

// Load balancers and metric collectors call by IP address, so these routes accept any host name. They show details only
// to callers on this machine and to callers with the token.
const askedByAddress: ReadonlySet<string> = new Set(['/livez', '/healthz', '/readyz', '/metrics']);

/** Returns the refusal of a request before the routing; undefined if the request may continue. */
const refuseEarly = (deps: HttpDeps, req: IncomingMessage, url: URL | undefined): Refusal | undefined => {
  if (url === undefined) return refusal('INVALID_INPUT', { message: 'http.badAddress' });
  if (deps.isDemo && !isLocalRequest(req, url)) return refusal('FORBIDDEN', { message: 'http.demoOnly' });
  const isKnown = askedByAddress.has(url.pathname) || isAllowedHost(url, deps.allowedHosts);
  return isKnown
    ? undefined
    : refusal('INVALID_INPUT', { status: statusBeforeRouting.unknownHost, message: 'http.unknownHost' });
};

const logAtEnd = (exchange: Exchange, log: HttpPorts['log']): void => {
  const { req, res, correlationId } = exchange;
  const startedAt = performance.now();
  // The event is emitted only once, so `on` is enough. `once` would add the cost of a wrapper.
  res.on('close', () => {
    const took = performance.now() - startedAt;
    const ms = Math.round(took * 10) / 10;
    observeReply(exchange, took / 1000);
    const cut = res.writableFinished ? {} : { cut: true };
    log.info('http', {
      correlationId,
      route: exchange.route,
      method: req.method ?? '',
      status: res.statusCode,
      ms,
      ...cut,
    });
  });
};

const nowhere = new URL('http://unreadable.invalid/');

const forwardedFor = (req: IncomingMessage): string | undefined => {
  const header = req.headers['x-forwarded-for'];
  return typeof header === 'object' ? header[0] : header;
};

/**
 * Warns about a proxy that TRUST_PROXY does not count. All people then seem to have the proxy's address, so they share
 * the limits by address and are refused together. The warning is logged once for each start, because every caller can
 * send the header.
 */
const warnOfProxy = ({ log, trustedProxies }: HttpDeps): ((req: IncomingMessage) => void) => {
  let isWarned = trustedProxies > 0;
  return (req) => {
    if (isWarned || forwardedFor(req) === undefined) return;
    isWarned = true;
    log.warn('http.forwardedForIgnored', { trustedProxies });
  };
};

const createRequestHandler = (deps: HttpDeps, draining: () => boolean) => {
  const lookForProxy = warnOfProxy(deps);
  const requestLimit = createRequestLimitPerPerson();
  const begin = (req: IncomingMessage, res: ServerResponse, url: URL | undefined): Exchange => ({
    req,
    res,
    ports: deps,
    correlationId: deps.newId(),
    url: url ?? nowhere,
    address: clientAddress(req.socket.remoteAddress, forwardedFor(req), deps.trustedProxies),
    draining,
    requestLimit,
    parts: {},
    refused: undefined,
    route: 'none',
    locale: preferredLocale(req.headers['accept-language']),
  });
  /** Returns true if the router may handle the request; otherwise sends the reply itself. */
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    lookForProxy(req);
    const url = readTarget(req);
    const exchange = begin(req, res, url);
    attachExchange(exchange);
    res.setHeader('x-correlation-id', exchange.correlationId);
    logAtEnd(exchange, deps.log);
    try {
      const refused = refuseEarly(deps, req, url);
      if (refused === undefined) return true;
      exchange.route = 'door';
      sendRefusal(exchange, refused);
    } catch (error) {
      sendError(exchange, error);
    }
    return false;
  };
};

const firstParts = (routes: readonly Route[]): ReadonlySet<string> =>
  new Set(['api', ...routes.flatMap((route) => route.paths.map((path) => path.split('/')[1] ?? ''))]);

/**
 * Creates the HTTP server of an instance. `createRequestHandler` checks each request first, then restify finds the
 * route. The modules of this folder, not restify, write every reply.
 */
export const createHttpServer = (deps: HttpDeps): HttpServer => {
  const { socketTimeout, ...limits } = serverLimits;
  // Without this option, node would reply itself to a request without a Host header. `readTarget` refuses it instead,
  // so that the caller gets an envelope.
  const server = createServer({ ...limits, requireHostHeader: false, insecureHTTPParser: false });
  server.timeout = socketTimeout;
  const drain = createDrain(server, deps.drainTimes);
  const admit = createRequestHandler(deps, drain.isDraining);
  const router = createRouter({
    routes: deps.routes,
    secure: securityHeaders(deps.publicUrl.startsWith('https:')),
    serveFile: deps.webDir === null ? undefined : serveWebBuild(deps.webDir, firstParts(deps.routes)),
  });
  const answer = (req: IncomingMessage, res: ServerResponse, isExpected: boolean): void => {
    drain.track(res);
    if (!admit(req, res)) return;
    if (isExpected) res.writeContinue();
    router(req, res);
  };
  server.on('request', (req, res) => {
    answer(req, res, false);
  });
  server.on('checkContinue', (req, res) => {
    answer(req, res, true);
  });
  // Without this listener, node would reply to an unknown Expect header with 417 and without an envelope.
  server.on('checkExpectation', (req, res) => {
    answer(req, res, false);
  });
  refuseUnparsedRequests(server, { ports: deps, nextId: deps.newId, hasBegunAnswer: drain.hasBegunAnswer });
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        const fail = (error: Error): void => {
          reject(new ListenError(port, host, error));
        };
        server.once('error', fail);
        server.listen(port, host, () => {
          server.off('error', fail);
          const address = server.address();
          resolve({ port: typeof address === 'object' && address !== null ? address.port : port });
        });
      }),
    close: drain.close,
  };
};
