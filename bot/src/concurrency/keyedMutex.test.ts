import { createKeyedMutex } from './keyedMutex.ts';

describe('a keyed mutex', () => {
  it('runs tasks of one key one after another, also after one that fails, and of different keys in parallel', async () => {
    const { runExclusive } = createKeyedMutex();
    const events: string[] = [];
    const task =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        events.push(`${name} begins`);
        await Promise.resolve();
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const all = [runExclusive('a', task('a1', true)), runExclusive('a', task('a2')), runExclusive('b', task('b1'))];
    expect(await Promise.allSettled(all)).toEqual([
      { status: 'rejected', reason: new Error('a1') },
      { status: 'fulfilled', value: 'a2' },
      { status: 'fulfilled', value: 'b1' },
    ]);
    expect(events.indexOf('a2 begins')).toBeGreaterThan(events.indexOf('a1 ends'));
    expect(events.indexOf('b1 begins')).toBeLessThan(events.indexOf('a1 ends'));
  });
});
