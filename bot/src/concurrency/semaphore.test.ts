import fc from 'fast-check';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

describe('a semaphore', () => {
  it('a semaphore never admits more weight than its size, admits in order of arrival, and is free in the end', async () => {
    const task = fc.record({ weight: fc.integer({ min: 1, max: 9 }), length: fc.nat(5), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(task, { maxLength: 20 }), async (size, tasks) => {
        const semaphore = createSemaphore(size);
        const begun: number[] = [];
        let inside = 0;
        let most = 0;
        const runs = tasks.map(({ weight, length, fails }, index) =>
          semaphore.run(async () => {
            begun.push(index);
            inside += Math.min(weight, size);
            most = Math.max(most, inside);
            await turns(length);
            inside -= Math.min(weight, size);
            if (fails) throw new Error('refused');
          }, weight),
        );
        const outcomes = await Promise.allSettled(runs);
        expect(most).toBeLessThanOrEqual(size);
        expect(begun).toEqual(tasks.map((_, index) => index));
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(tasks.map(({ fails }) => fails));
        expect([semaphore.isBusy(), semaphore.waiting()]).toEqual([false, 0]);
      }),
    );
  });

  it('lets light callers wait behind a heavy one', async () => {
    const semaphore = createSemaphore(2);
    const release = await semaphore.acquire();
    const entered: string[] = [];
    const heavy = semaphore.run(() => Promise.resolve(entered.push('heavy')), 2);
    const light = semaphore.run(() => Promise.resolve(entered.push('light')));
    await turns(5);
    expect([entered, semaphore.waiting(), semaphore.isBusy()]).toEqual([[], 2, true]);
    release();
    await Promise.all([heavy, light]);
    expect(entered).toEqual(['heavy', 'light']);
  });

  it('returns what the task returns', async () => {
    expect(await createSemaphore(1).run(() => Promise.resolve(7))).toBe(7);
  });
});

describe('a keyed semaphore', () => {
  it('limits each key separately and forgets a key without callers', async () => {
    const semaphore = createKeyedSemaphore(1);
    let finish = (): void => undefined;
    const first = semaphore.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = semaphore.run('a', () => Promise.resolve('a2'));
    expect(await semaphore.run('b', () => Promise.resolve('b1'))).toBe('b1');
    expect([semaphore.isBusy('a'), semaphore.waiting('a'), semaphore.isBusy('b')]).toEqual([true, 1, false]);
    finish();
    await first;
    expect(await second).toBe('a2');
    expect([semaphore.isBusy('a'), semaphore.waiting('a')]).toEqual([false, 0]);
  });
});
