import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { zipOf } from './zipFile.ts';

const at = Date.UTC(2026, 10, 20);
const noise = (): string => randomBytes(16_384).toString('base64');

/** Returns a fake file without an end, and counts the pieces that were read from it (`taken`). */
const endless = () => {
  const seen = { taken: 0, isLeft: false };
  const text = async function* (): AsyncGenerator<string> {
    try {
      for (;;) {
        await turn();
        seen.taken += 1;
        yield noise();
      }
    } finally {
      seen.isLeft = true;
    }
  };
  return { seen, text };
};

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await turn();
};

describe('a zip', () => {
  it('is read only as fast as the consumer takes it', async () => {
    const { seen, text } = endless();
    const zip = zipOf([{ name: 'a.json', text }], at);
    zip.on('error', () => undefined);
    await turns(500);
    // No consumer reads the zip, so only the pieces that fit into its buffers were read from the source.
    expect(seen.taken).toBeLessThan(20);
    zip.destroy();
  });

  it('stops reading when the consumer stops', async () => {
    const { seen, text } = endless();
    const zip = zipOf([{ name: 'a.json', text }], at);
    zip.once('data', () => zip.destroy());
    await turns(500);
    expect(seen.isLeft).toBe(true);
  });

  it('reads a file only after the one before is complete', async () => {
    const order: string[] = [];
    const file = (name: string) => ({
      name,
      text: async function* (): AsyncGenerator<string> {
        order.push(`${name} begins`);
        await turn();
        yield name;
        order.push(`${name} ends`);
      },
    });
    for await (const chunk of zipOf([file('a'), file('b')], at)) expect(chunk).toBeDefined();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('fails as a whole when one file fails', async () => {
    const text = async function* (): AsyncGenerator<string> {
      yield 'half';
      await turn();
      throw new Error('the store is gone');
    };
    const take = async (): Promise<void> => {
      for await (const chunk of zipOf([{ name: 'a.json', text }], at)) expect(chunk).toBeDefined();
    };
    await expect(take()).rejects.toThrow('the store is gone');
  });
});
