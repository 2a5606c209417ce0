import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Envelope } from '#contracts/endpoint.ts';
import type { Words } from '#contracts/text/keys.ts';
import { isSentOften } from '../domain/sentOften.ts';
import type { Exchange } from './exchange.ts';
import { refusalOf } from './status.ts';
import type { Refusal } from './status.ts';

/** Headers of every answer that is not a file. */
const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

const send = (
  res: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): void => {
  if (res.headersSent) {
    // Half an answer is out already; a cut connection is the only honest ending.
    res.destroy();
    return;
  }
  // The body's encoding would otherwise be that of a file which was about to be sent.
  res.removeHeader('Content-Encoding');
  res.writeHead(status, { ...jsonHeaders, ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  res.end(body);
};

export const errorEnvelope = (refused: Refusal, words: Words, correlationId: string): Envelope<never> => {
  // A value the sentence needs and nobody named: "the request" reads well in all of them.
  const values = refused.values ?? { field: words('http.wholeRequest') };
  return {
    status: 'Error',
    data: refused.data ?? null,
    code: refused.status,
    message: words(refused.message, values),
    errorCode: refused.code,
    correlationId,
    ...(refused.path === undefined ? {} : { path: refused.path }),
  };
};

const refusalHeaders = (refused: Refusal): Record<string, string> =>
  refused.retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(refused.retryAfter))) };

export const sendRefusal = (exchange: Exchange, refused: Refusal): void => {
  const { req, res, ports, correlationId, locale } = exchange;
  exchange.refused = refused.code;
  const headers = refusalHeaders(refused);
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  // The rest of a body nobody will read must not be taken for the next request.
  if (hasBody && !req.complete) headers['Connection'] = 'close';
  send(res, refused.status, JSON.stringify(errorEnvelope(refused, ports.words(locale), correlationId)), headers);
};

export const sendError = (exchange: Exchange, error: unknown): void => {
  const refused = refusalOf(error);
  if (refused.isFault)
    exchange.ports.log.error('http.fault', error, { correlationId: exchange.correlationId, route: exchange.route });
  sendRefusal(exchange, refused);
};

interface Body {
  readonly plain: Buffer;
  packed: Buffer | undefined;
}

/** What is sent often, written out once; as long as somebody keeps it. */
const bodies = new WeakMap<object, Body>();

const written = (data: unknown): string => {
  const envelope: Envelope<unknown> = {
    status: 'Success',
    data: data ?? null,
    code: 200,
    message: '',
    errorCode: null,
  };
  return JSON.stringify(envelope);
};

const takesGzip = ({ req }: Exchange): boolean =>
  (req.headers['accept-encoding'] ?? '')
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]\d*)\s*)?$/.test(one));

const sendKept = (exchange: Exchange, { plain, packed }: Body): void => {
  const vary = { Vary: 'Accept-Encoding' };
  if (packed === undefined || !takesGzip(exchange)) send(exchange.res, 200, plain, vary);
  else send(exchange.res, 200, packed, { ...vary, 'Content-Encoding': 'gzip' });
};

/** Packed when it is sent a second time, since packing costs as much as sending it a few times. */
const sendOften = (exchange: Exchange, data: object): void => {
  const there = bodies.get(data);
  const body = there ?? { plain: Buffer.from(written(data)), packed: undefined };
  if (there === undefined) bodies.set(data, body);
  else there.packed ??= gzipSync(there.plain, { level: 1 });
  sendKept(exchange, body);
};

export const sendData = (exchange: Exchange, data: unknown): void => {
  if (typeof data === 'object' && data !== null && isSentOften(data)) {
    sendOften(exchange, data);
    return;
  }
  // Written out first: a value JSON cannot hold is a fault with an answer, not a broken answer.
  const body = written(data);
  send(exchange.res, 200, body, {});
};
