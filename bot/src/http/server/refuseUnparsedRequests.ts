import { STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpPorts } from './httpExchange.ts';
import { errorEnvelope } from './sendResponse.ts';
import { refusal, statusBeforeRouting } from './errorStatusAndRefusals.ts';
import type { Refusal } from './errorStatusAndRefusals.ts';

interface SocketDeps {
  readonly ports: HttpPorts;
  readonly nextId: () => string;
  readonly hasBegunAnswer: (socket: Duplex) => boolean;
}

const unreadable = refusal('INVALID_INPUT', { message: 'http.badRequest' });

/** Returns the refusal for a fault that the parser or a timer of node found before a request existed. */
const refusedByParser = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal('TOO_LARGE', { status: statusBeforeRouting.headersTooLong });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal('INVALID_INPUT', { status: statusBeforeRouting.tooSlow, message: 'http.tooSlow' });
  return unreadable;
};

/**
 * Writes a reply directly to a socket, because node provides no response object for such a request, and closes the
 * socket.
 */
const refuseSocket = (socket: Duplex, refused: Refusal, { ports: { translateFor, log }, nextId }: SocketDeps): void => {
  const correlationId = nextId();
  const body = JSON.stringify(errorEnvelope(refused, translateFor('en'), correlationId));
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? 'Refused'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `x-correlation-id: ${correlationId}`,
    'Connection: close',
  ];
  log.info('http', { correlationId, route: 'socket', status: refused.status });
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy();
  });
};

/**
 * Handles node's events for connections without a usable request. `upgrade` has no listener on purpose: node then
 * treats the request like any other, so the guard checks the request and replies. restify's own listener would leave
 * the connection open for ever.
 */
export const refuseUnparsedRequests = (server: Server, deps: SocketDeps): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || deps.hasBegunAnswer(socket)) socket.destroy();
    else refuseSocket(socket, refusedByParser(error.code), deps);
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    refuseSocket(socket, unreadable, deps);
  });
};
