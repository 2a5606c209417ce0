import fc from 'fast-check';
import { coalesce, createKeyedCoalescer } from './coalesce.ts';

/** Creates a task that ends only when the test releases it. */
const openTask = () => {
  const ends: ((error?: Error) => void)[] = [];
  const task = (): Promise<number> => {
    const number = ends.length + 1;
    return new Promise((resolve, reject) => {
      ends.push((error) => {
        if (error === undefined) resolve(number);
        else reject(error);
      });
    });
  };
  return { task, ends };
};

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('coalesced calls', () => {
  it('share one next call if they arrive during a call', async () => {
    const { task, ends } = openTask();
    const run = coalesce(task);
    const first = run();
    const others = [run(), run()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await settle();
    expect(ends).toHaveLength(2);
    const later = run();
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2]);
    await settle();
    ends[2]?.();
    expect(await later).toBe(3);
  });

  it('start one more call even after a failed call', async () => {
    const { task, ends } = openTask();
    const run = coalesce(task);
    const first = run();
    const next = run();
    ends[0]?.(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    await settle();
    ends[1]?.();
    expect(await next).toBe(2);
  });

  it('coalesced calls never overlap, and each call starts after its request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ pause: fc.nat(4), length: fc.nat(4) }), { maxLength: 20 }),
        async (asks) => {
          let running = 0;
          let began = 0;
          const { run } = createKeyedCoalescer<number>();
          const results: Promise<boolean>[] = [];
          for (const { pause, length } of asks) {
            for (let turn = 0; turn < pause; turn += 1) await Promise.resolve();
            const before = began;
            const call = run('key', async () => {
              running += 1;
              began += 1;
              const number = began;
              expect(running).toBe(1);
              for (let turn = 0; turn < length; turn += 1) await Promise.resolve();
              running -= 1;
              return number;
            });
            results.push(call.then((number) => number > before));
          }
          expect(await Promise.all(results)).toEqual(asks.map(() => true));
        },
      ),
    );
  });

  it('coalesced calls of different keys do not wait for each other', async () => {
    const { task, ends } = openTask();
    const { run } = createKeyedCoalescer<number>();
    const calls = [run('a', task), run('b', task)];
    expect(ends).toHaveLength(2);
    for (const end of ends) end();
    expect(await Promise.all(calls)).toEqual([1, 2]);
  });
});
