import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './httpExchange.ts';
import { sendData } from './sendResponse.ts';

const longText = 'stand-up '.repeat(200_000);

/** Sends the data to a client who leaves after the given number of writes. Returns what was written, and whether the reply ended. */
const sendTo = async (data: unknown, writesUntilLeaving = Infinity) => {
  const written: Buffer[] = [];
  let hasEnded = false;
  const res = {
    headersSent: false,
    destroyed: false,
    removeHeader: () => undefined,
    writeHead: () => undefined,
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
  await sendData({ req: { headers: {} } as IncomingMessage, res: res as unknown as ServerResponse } as Exchange, data);
  return { written, hasEnded };
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
  expect((await sendTo({ text: longText }, 2)).written).toHaveLength(2);
});
