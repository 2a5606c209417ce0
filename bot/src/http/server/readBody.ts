import type { IncomingMessage } from 'node:http';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';

/**
 * Maximum nesting depth of a JSON body. Cards and activities need less, and at this depth the recursive functions of
 * the server do not overflow the stack.
 */
const maxDepth = 64;
/**
 * A refused body is still read up to this number of bytes, so that the sender gets the refusal instead of a connection
 * error.
 */
const maxDiscard = 1_048_576;

const declaredLength = (req: IncomingMessage): number => Number(req.headers['content-length'] ?? 0);

const isEncoded = (req: IncomingMessage): boolean => {
  const encoding = req.headers['content-encoding'];
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
};

/** Returns the refusal that the headers alone justify; undefined if there is none. */
const refusedByHeaders = (req: IncomingMessage, limit: number): AppError | undefined => {
  // Bodies are never decompressed, because 100 kB of gzip may contain 100 MB.
  if (isEncoded(req)) return new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (declaredLength(req) > limit) return new AppError('TOO_LARGE');
  return undefined;
};

/**
 * Reads the whole body. Throws UNSUPPORTED_MEDIA_TYPE if it is encoded, and TOO_LARGE if it has more bytes than the
 * limit.
 */
export const readBytes = async (req: IncomingMessage, limit: number = limits.bodyBytes): Promise<Buffer> => {
  const forbidden = refusedByHeaders(req, limit);
  // In two cases the body is not read: the sender waits for a reply to its Expect header before it sends the body, or
  // the body is longer than `maxDiscard`.
  if (forbidden !== undefined && (req.headers.expect !== undefined || declaredLength(req) > maxDiscard))
    throw forbidden;
  const { bytes, refused } = await collect(req, limit, forbidden);
  if (refused !== undefined) throw refused;
  return bytes;
};

interface Collected {
  readonly bytes: Buffer;
  readonly refused: AppError | undefined;
}

/**
 * Reads the body by the events of the stream, because its async iterator is slower. Stops at `maxDiscard` bytes and
 * leaves the socket open.
 */
const collect = (req: IncomingMessage, limit: number, forbidden: AppError | undefined): Promise<Collected> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let refused = forbidden;
    let size = 0;
    const leave = (): void => {
      req.off('data', take).off('end', end).off('error', fail).off('close', fail);
    };
    const end = (): void => {
      leave();
      resolve({ bytes: refused === undefined ? Buffer.concat(chunks, size) : nothing, refused });
    };
    // The sender disconnected, so no client gets this refusal. It only ends the request.
    const fail = (cause?: unknown): void => {
      leave();
      reject(new AppError('INVALID_INPUT', { message: 'http.badRequest', cause }));
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) refused ??= new AppError('TOO_LARGE');
      if (refused === undefined) chunks.push(chunk);
      else {
        chunks.length = 0;
        if (size <= maxDiscard) return;
        // Stops reading but keeps the socket open, because the reply must still be sent on it.
        req.pause();
        end();
      }
    };
    if (req.destroyed && !req.readableEnded) fail();
    else if (req.readableEnded) end();
    else req.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });

const nothing = Buffer.alloc(0);

const isJsonType = (req: IncomingMessage): boolean => {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() !== 'charset' || ['utf-8', 'utf8'].includes(value.trim().replace(/^"(.*)"$/, '$1'));
  });
};

const notJson = (cause?: unknown): AppError => new AppError('INVALID_INPUT', { message: 'http.notJson', cause });

/** Counts a character in a text. Stops above `maxDepth`, because a higher count makes no difference. */
const countOf = (text: string, sign: string): number => {
  let count = 0;
  for (let index = text.indexOf(sign); index >= 0 && count <= maxDepth; index = text.indexOf(sign, index + 1))
    count += 1;
  return count;
};

/**
 * True if arrays and objects are nested deeper than `maxDepth`. It scans the text, so that a body that is too deep is
 * never parsed.
 */
const isTooDeep = (text: string): boolean => {
  // A text with so few opening brackets cannot be too deep. This check is enough for nearly every body.
  if (countOf(text, '{') + countOf(text, '[') <= maxDepth) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
};

const withoutProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON text. Throws INVALID_INPUT if it is too deep, not UTF-8 or not JSON. Leaves out members named
 * `__proto__`.
 */
const parseJson = (bytes: Uint8Array): unknown => {
  try {
    const text = utf8.decode(bytes);
    if (isTooDeep(text)) throw notJson();
    // A reviver makes parsing slow, so it is used only for texts that could contain the name `__proto__`, also with
    // escaped characters.
    const isSuspicious = text.includes('__proto__') || text.includes('\\u00');
    return isSuspicious ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch (cause) {
    throw cause instanceof AppError ? cause : notJson(cause);
  }
};

/**
 * Returns the parsed JSON body; undefined if there is none. Throws UNSUPPORTED_MEDIA_TYPE for other types than
 * application/json in UTF-8.
 */
export const readJson = async (req: IncomingMessage, limit: number = limits.bodyBytes): Promise<unknown> => {
  const bytes = await readBytes(req, limit);
  if (bytes.length === 0) return undefined;
  if (!isJsonType(req)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  return parseJson(bytes);
};
