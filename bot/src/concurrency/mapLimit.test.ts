import fc from 'fast-check';
import { mapLimit } from './mapLimit.ts';

describe('a limited map', () => {
  it('returns the results in the order of the items and never exceeds its limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5)), fc.integer({ min: 1, max: 5 }), async (lengths, limit) => {
        let running = 0;
        let most = 0;
        const results = await mapLimit(lengths, limit, async (length, index) => {
          running += 1;
          most = Math.max(most, running);
          for (let turn = 0; turn < length; turn += 1) await Promise.resolve();
          running -= 1;
          return `${index}: ${length}`;
        });
        expect(results).toEqual(lengths.map((length, index) => `${index}: ${length}`));
        expect(most).toBeLessThanOrEqual(limit);
        const isAnyEmpty = lengths.includes(0);
        expect(isAnyEmpty || most === Math.min(limit, lengths.length)).toBe(true);
      }),
    );
  });

  it('begins no further item after a failure', async () => {
    const begun: number[] = [];
    const task = async (item: number): Promise<void> => {
      begun.push(item);
      await Promise.resolve();
      if (item === 1) throw new Error('refused');
    };
    await expect(mapLimit([0, 1, 2, 3, 4, 5, 6, 7], 2, task)).rejects.toThrow('refused');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun.length).toBeLessThan(5);
  });
});
