import http from 'node:http';
import https from 'node:https';
import { checkedLookup, isPublicHost, PrivateAddress, publicCheck } from '../privateAddressGuard.ts';

// One POST of JSON with limits. Redirects are not followed, because their target is not checked.

export interface JsonPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadlineMs: number;
  readonly maxBytes: number;
  /** True for a host that the operator allows: http and private addresses are then accepted. */
  readonly isOperatorHost: boolean;
}

export interface JsonReply {
  readonly status: number;
  readonly contentType: string;
  /** Value of the header Retry-After in ms; undefined unless it is a number of seconds with at most five digits. */
  readonly retryAfterMs: number | undefined;
  readonly text: string;
}

export class PostTimeout extends Error {}
export class PostTooLarge extends Error {}

const readReply = (reply: http.IncomingMessage, maxBytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      reject(new PostTooLarge('The reply is too large'));
      reply.destroy();
    });
    reply.on('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    reply.on('error', reject);
    reply.on('aborted', () => {
      reject(new Error('The reply was cut'));
    });
  });

const retryAfter = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d{1,5}$/.test(header) ? Number(header) * 1000 : undefined;

/**
 * Sends the request and reads the reply. The deadline covers the resolution of the name, the connection, the headers
 * and the body.
 */
export const postJson = async (post: JsonPost): Promise<JsonReply> => {
  const { url, body, deadlineMs, maxBytes, isOperatorHost } = post;
  if (!isOperatorHost && (url.protocol !== 'https:' || !isPublicHost(url.hostname)))
    throw new PrivateAddress('The address is not allowed');
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
  }, deadlineMs);
  try {
    const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? https.request : http.request;
      const request = send(url, {
        method: 'POST',
        headers: {
          ...post.headers,
          'Content-Type': 'application/json',
          Accept: 'application/json',
          // Asks for a reply without compression, because a compressed reply could become far larger than the limit.
          'Accept-Encoding': 'identity',
          'Content-Length': String(Buffer.byteLength(body)),
        },
        // No connection is kept open: a call on an open connection would skip `lookup`, which checks the address.
        agent: false,
        signal: deadline.signal,
        ...(isOperatorHost ? {} : { lookup: checkedLookup(publicCheck) }),
      });
      request.on('response', resolve);
      request.on('error', reject);
      request.end(body);
    });
    const text = await readReply(reply, maxBytes);
    return {
      status: reply.statusCode ?? 0,
      contentType: reply.headers['content-encoding'] === undefined ? (reply.headers['content-type'] ?? '') : '',
      retryAfterMs: retryAfter(reply.headers['retry-after']),
      text,
    };
  } catch (error) {
    throw deadline.signal.aborted ? new PostTimeout('The reply took too long', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
};
