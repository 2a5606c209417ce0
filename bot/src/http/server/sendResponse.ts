import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Envelope } from '#contracts/core/endpoint.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { weakMemo } from '#contracts/boundedMapAndMemos.ts';
import { isSerializedCached } from '../../domain/core/freezeAndMarkForJsonCache.ts';
import { runSliced, startSlices } from '../../services/core/slicedWork.ts';
import type { Exchange } from './httpExchange.ts';
import { isLongJson, partsOf } from './serializeLongJsonInSlices.ts';
import { refusalOf } from './errorStatusAndRefusals.ts';
import type { Refusal } from './errorStatusAndRefusals.ts';

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

type Headers = Readonly<Record<string, string>>;

/** Writes the head of a reply with this body. Returns false if a part of another reply was already sent. */
const writeHead = (res: ServerResponse, status: number, body: string | Buffer, headers: Headers): boolean => {
  if (res.headersSent) {
    // Part of a reply was already sent, so only the connection can be closed.
    res.destroy();
    return false;
  }
  // Removes the header that announces a compressed file, because this body replaces the file and is not compressed.
  res.removeHeader('Content-Encoding');
  res.writeHead(status, { ...jsonHeaders, ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  return true;
};

/** Number of bytes of one write: copying some megabytes to the socket at once would block the event loop. */
const writeBytes = 262_144;

const sendBody = async (res: ServerResponse, body: Buffer, headers: Headers): Promise<void> => {
  if (!writeHead(res, 200, body, headers)) return;
  if (body.length > writeBytes) {
    const pause = await startSlices();
    for (let from = 0; from < body.length && !res.destroyed; from += writeBytes) {
      res.write(body.subarray(from, from + writeBytes));
      await pause();
    }
    res.end();
  } else res.end(body);
};

export const errorEnvelope = (refused: Refusal, t: Translate, correlationId: string): Envelope<never> => {
  // Without values, the placeholder for a field becomes "the request", which reads well in every sentence.
  const values = refused.values ?? { field: t('http.wholeRequest') };
  return {
    status: 'Error',
    data: refused.data ?? null,
    code: refused.status,
    message: t(refused.message, values),
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
  // Closes the connection, because the unread rest of the body would be parsed as the next request.
  if (hasBody && !req.complete) headers['Connection'] = 'close';
  const body = JSON.stringify(errorEnvelope(refused, ports.translateFor(locale), correlationId));
  if (writeHead(res, refused.status, body, headers)) res.end(body);
};

export const sendError = (exchange: Exchange, error: unknown): void => {
  const refused = refusalOf(error);
  if (refused.isFault)
    exchange.ports.log.error('http.fault', error, { correlationId: exchange.correlationId, route: exchange.route });
  sendRefusal(exchange, refused);
};

interface Body {
  plain: Buffer | undefined;
  packed: Buffer | undefined;
}

/** Cache of serialised replies that are sent often. An entry disappears when its object is garbage-collected. */
const bodyOf = weakMemo<object, Body>(() => ({ plain: undefined, packed: undefined }));

const envelopeOf = (data: unknown): Envelope<unknown> => ({
  status: 'Success',
  data: data ?? null,
  code: 200,
  message: '',
  errorCode: null,
});

/** Serialises a reply. A long reply is written in slices, so that other requests do not wait for the event loop. */
const written = async (data: unknown): Promise<Buffer> => {
  const envelope = envelopeOf(data);
  if (!isLongJson(data)) return Buffer.from(JSON.stringify(envelope));
  const parts: Buffer[] = [];
  await runSliced(partsOf(envelope, parts), await startSlices());
  return Buffer.concat(parts);
};

const takesGzip = ({ req }: Exchange): boolean =>
  (req.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]\d*)\s*)?$/.test(part));

const gzipAsync = promisify(gzip);
const gzipHeaders = { Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' } as const;

/**
 * Number of bytes that a server may send before the first acknowledgement (RFC 6928). Compression would not speed up a
 * shorter reply.
 */
const firstPackets = 14_000;

/**
 * True if a part of the reply is a cached reply, which `sendOften` compresses when it is sent alone. The whole reply is
 * then compressed as well.
 */
const containsOftenSent = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.values(data).some((part) => typeof part === 'object' && part !== null && isSerializedCached(part as object));

/**
 * Sends a reply that is sent often. It is compressed when it is sent for the second time, because compressing costs as
 * much as sending it a few times. zlib compresses in another thread, because the reply may be long.
 */
const sendOften = async (exchange: Exchange, data: object): Promise<void> => {
  const body = bodyOf(data);
  if (body.plain !== undefined) body.packed ??= await gzipAsync(body.plain, { level: 1 });
  body.plain ??= await written(data);
  if (body.packed === undefined || !takesGzip(exchange))
    await sendBody(exchange.res, body.plain, { Vary: gzipHeaders.Vary });
  else await sendBody(exchange.res, body.packed, gzipHeaders);
};

export const sendData = async (exchange: Exchange, data: unknown): Promise<void> => {
  if (typeof data === 'object' && data !== null && isSerializedCached(data)) {
    await sendOften(exchange, data);
    return;
  }
  // Serialises before sending, so that a value that JSON cannot represent causes an error reply and not a broken reply.
  const body = await written(data);
  if (body.length > firstPackets && containsOftenSent(data) && takesGzip(exchange))
    await sendBody(exchange.res, await gzipAsync(body, { level: 1 }), gzipHeaders);
  else await sendBody(exchange.res, body, {});
};
