import { createTurns } from './keyedMutex.ts';

describe('turns', () => {
  it('come one after another for one thing, also after one that fails, and side by side for others', async () => {
    const { inTurn } = createTurns();
    const events: string[] = [];
    const work =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        events.push(`${name} begins`);
        await Promise.resolve();
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const all = [inTurn('a', work('a1', true)), inTurn('a', work('a2')), inTurn('b', work('b1'))];
    expect(await Promise.allSettled(all)).toEqual([
      { status: 'rejected', reason: new Error('a1') },
      { status: 'fulfilled', value: 'a2' },
      { status: 'fulfilled', value: 'b1' },
    ]);
    expect(events.indexOf('a2 begins')).toBeGreaterThan(events.indexOf('a1 ends'));
    expect(events.indexOf('b1 begins')).toBeLessThan(events.indexOf('a1 ends'));
  });
});
