import { connect } from 'node:net';

// A client that sends exactly the given bytes, because fetch and http would correct most of these invalid requests.

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const hangAfter = 60_000;

/**
 * Sends bytes and reads until the server closes the connection. Rejects if the connection stays open for a minute. An
 * empty result means that the server closed the connection without a reply.
 */
export const sendBytes = (port: number, ...chunks: readonly (string | Uint8Array)[]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const done = (): void => {
      clearTimeout(hang);
      socket.destroy();
      resolve(Buffer.concat(received));
    };
    const hang = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${hangAfter} ms: ${Buffer.concat(received).toString('latin1').slice(0, 200)}`));
    }, hangAfter);
    socket.on('data', (data) => received.push(data));
    socket.on('end', done);
    // If the server has not read the request body, it resets the connection after its reply.
    socket.on('error', done);
    for (const chunk of chunks) socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk);
  });

const unchunk = (body: Buffer): Buffer => {
  const parts: Buffer[] = [];
  let index = 0;
  for (;;) {
    const end = body.indexOf('\r\n', index);
    const size = Number.parseInt(body.subarray(index, end).toString('latin1'), 16);
    if (end < 0 || !(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    index = end + 2 + size + 2;
  }
};

/** Returns the last reply of the received bytes; a 100 Continue can precede it. */
export const parseReply = (received: Buffer): RawReply => {
  const text = received.toString('latin1');
  const start = text.startsWith('HTTP/1.1 100 ') ? text.indexOf('HTTP/1.1', 9) : 0;
  const headEnd = text.indexOf('\r\n\r\n', start);
  const [statusLine = '', ...lines] = text.slice(start, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = received.subarray(headEnd + 4);
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    body: headers['transfer-encoding'] === 'chunked' ? unchunk(body) : body,
  };
};

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends one handwritten request on a new connection. A body gets a Content-Length unless the headers frame it. */
export const send = async (
  port: number,
  { method = 'GET', target, host = `127.0.0.1:${port}`, headers = {}, body }: RawRequest,
): Promise<RawReply> => {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const framed = names.includes('content-length') || names.includes('transfer-encoding');
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(bytes === undefined || framed ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  const received = await sendBytes(port, `${head.join('\r\n')}\r\n\r\n`, ...(bytes === undefined ? [] : [bytes]));
  return parseReply(received);
};

export const jsonOf = (reply: RawReply): Record<string, unknown> =>
  JSON.parse(reply.body.toString('utf8')) as Record<string, unknown>;

export const asJson = { 'Content-Type': 'application/json' } as const;
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
