import { shareRunningCall } from './shareRunningCall.ts';

describe('a task that callers join', () => {
  it('shares the running call, and starts again after it has ended', async () => {
    const ends: (() => void)[] = [];
    const began: string[] = [];
    const { run, isRunning } = shareRunningCall(async (name: string) => {
      began.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
    expect(isRunning()).toBe(false);
    const calls = [run('first'), run('second')];
    expect([began, isRunning()]).toEqual([['first'], true]);
    ends[0]?.();
    expect(await Promise.all(calls)).toEqual(['first', 'first']);
    expect(isRunning()).toBe(false);
    const later = run('third');
    ends[1]?.();
    expect(await later).toBe('third');
  });

  it('rejects all joined callers, and starts again after a failure', async () => {
    let calls = 0;
    const { run } = shareRunningCall(async () => {
      await Promise.resolve();
      calls += 1;
      if (calls === 1) throw new Error('refused');
      return calls;
    });
    const outcomes = await Promise.allSettled([run(), run()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await run()).toBe(2);
  });
});
