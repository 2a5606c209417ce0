import { createRunningWork } from './trackRunningWork.ts';

describe('running work', () => {
  it('waits for all tracked work, and forgets it when it has ended', async () => {
    const running = createRunningWork();
    const ends: (() => void)[] = [];
    const task = (): Promise<void> => running.track(new Promise<void>((resolve) => ends.push(resolve)));
    void task();
    void task();
    expect(running.list()).toHaveLength(2);
    let isDone = false;
    const done = running.done().then(() => {
      isDone = true;
    });
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([isDone, running.list().length]).toEqual([false, 1]);
    ends[1]?.();
    await done;
    expect(running.list()).toEqual([]);
  });

  it('rejects with a failure of tracked work, and forgets the failed work', async () => {
    const running = createRunningWork();
    const failing = running.track(Promise.reject(new Error('refused')));
    await expect(running.done()).rejects.toThrow('refused');
    await expect(failing).rejects.toThrow('refused');
    expect(running.list()).toEqual([]);
    await running.done();
  });

  it('returns the result of the work', async () => {
    expect(await createRunningWork().track(Promise.resolve(3))).toBe(3);
  });
});
