import { STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ulid } from 'ulid';
import type { Clock } from '../domain/clock.ts';
import type { Ports } from './exchange.ts';
import { errorEnvelope } from './respond.ts';
import { refusal } from './status.ts';
import type { Refusal } from './status.ts';

const unreadable = refusal('INVALID_INPUT', { message: 'http.badRequest' });

/** What the parser or a timer of node found wrong before there was a request. */
const refusedByParser = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal('TOO_LARGE', { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal('INVALID_INPUT', { status: 408, message: 'http.tooSlow' });
  return unreadable;
};

/** Answers where node gives a socket instead of a response, and closes it. */
const refuseSocket = (
  socket: Duplex,
  refused: Refusal,
  { words, log, clock }: Ports & { readonly clock: Clock },
): void => {
  const correlationId = ulid(clock.now());
  const body = JSON.stringify(errorEnvelope(refused, words('en'), correlationId));
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
 * The rest of node's events. `upgrade` has no listener on purpose: node then treats such a request like any other, so it passes the
 * guard and is answered, whereas restify's own listener would leave the connection open for ever.
 */
export const listenToSockets = (
  server: Server,
  ports: Ports & { readonly clock: Clock },
  hasBegunAnswer: (socket: Socket) => boolean,
): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || hasBegunAnswer(socket as Socket)) socket.destroy();
    else refuseSocket(socket, refusedByParser(error.code), ports);
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    refuseSocket(socket, unreadable, ports);
  });
};
