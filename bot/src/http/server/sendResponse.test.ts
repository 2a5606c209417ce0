import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { cacheSerialized } from '../../domain/core/freezeAndMarkForJsonCache.ts';
import type { Exchange } from './httpExchange.ts';
import { sendData } from './sendResponse.ts';

const longText = 'stand-up '.repeat(200_000);

interface Client {
  readonly acceptEncoding?: string;
  /** Number of writes after which the client leaves. */
  readonly writesUntilLeaving?: number;
}

/** Sends the data to the client. Returns the headers, the writes, and whether the reply ended. */
const sendTo = async (data: unknown, { acceptEncoding = '', writesUntilLeaving = Infinity }: Client = {}) => {
  let headers: Readonly<Record<string, string>> = {};
  const written: Buffer[] = [];
  let hasEnded = false;
  const res = {
    headersSent: false,
    destroyed: false,
    removeHeader: () => undefined,
    writeHead: (_status: number, given: typeof headers) => {
      headers = given;
    },
    write: (piece: Buffer) => {
      written.push(piece);
      res.destroyed = written.length >= writesUntilLeaving;
      return true;
    },
    end: (piece?: Buffer) => {
      if (piece !== undefined) written.push(piece);
      hasEnded = true;
    },
  };
  const req = { headers: { 'accept-encoding': acceptEncoding } } as unknown as IncomingMessage;
  await sendData({ req, res: res as unknown as ServerResponse } as Exchange, data);
  return { headers, written, hasEnded };
};

it('writes a long reply in pieces of at most 256 kB, which together are the whole reply', async () => {
  const { written, hasEnded } = await sendTo({ text: longText });
  expect(Math.max(...written.map((piece) => piece.length))).toBe(262_144);
  expect(JSON.parse(Buffer.concat(written).toString())).toMatchObject({ status: 'Success', data: { text: longText } });
  expect(hasEnded).toBe(true);
});

it('writes a short reply at once', async () => {
  const { written, hasEnded } = await sendTo({ text: 'stand-up' });
  expect(written).toHaveLength(1);
  expect(hasEnded).toBe(true);
});

it('writes nothing more to a client who has left', async () => {
  expect((await sendTo({ text: longText }, { writesUntilLeaving: 2 })).written).toHaveLength(2);
});

const text = 'stand-up '.repeat(2_000);
const ofReport = (content: string) => ({ report: cacheSerialized({ text: content }) });

it('compresses a long reply that contains one that is sent often', async () => {
  const { headers, written } = await sendTo(ofReport(text), { acceptEncoding: 'gzip, br' });
  const body = Buffer.concat(written);
  const length = String(body.length);
  expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding', 'Content-Length': length });
  expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ status: 'Success', data: { report: { text } } });
});

it.each([
  ['a short reply', 'gzip', ofReport('stand-up')],
  ['a reply to a client that accepts no gzip', 'br, gzip;q=0', ofReport(text)],
  ['a long reply without one that is sent often', 'gzip', { report: { text } }],
])('does not compress %s', async (_what, acceptEncoding, data) => {
  const { headers, written } = await sendTo(data, { acceptEncoding });
  expect(headers).not.toHaveProperty('Content-Encoding');
  expect(JSON.parse(Buffer.concat(written).toString())).toMatchObject({ status: 'Success', data });
});
