import { createGenerations } from './generations.ts';

const memory = (bytes = 100, ms = 1_000) => {
  const clock = { at: 0 };
  return { clock, kept: createGenerations<number>({ bytes, ms, now: () => clock.at }) };
};

describe('a bounded memory', () => {
  it('gives what was put in last under a name', () => {
    const { kept } = memory();
    kept.put('a', 1, 10);
    kept.put('a', 2, 10);
    expect([kept.find('a'), kept.find('b')]).toEqual([2, undefined]);
  });

  it('forgets what nobody asked for, and never what was asked for since', () => {
    const { kept } = memory();
    kept.put('asked', 0, 10);
    kept.put('left', 0, 10);
    for (let n = 0; n < 50; n += 1) {
      kept.put(`other ${n}`, n, 10);
      expect(kept.find('asked')).toBe(0);
    }
    expect(kept.find('left')).toBeUndefined();
  });

  it('holds no more than its bound, whatever is put in again', () => {
    const { kept } = memory();
    const names = Array.from({ length: 40 }, (_, n) => `row ${n % 20}`);
    for (const [n, name] of names.entries()) kept.put(name, n, 10);
    expect(new Set(names.filter((name) => kept.find(name) !== undefined)).size).toBeLessThanOrEqual(10);
    const { kept: same } = memory();
    for (let n = 0; n < 100; n += 1) same.put('the same', n, 40);
    same.put('beside', 1, 10);
    expect([same.find('the same'), same.find('beside')]).toEqual([99, 1]);
  });

  it('keeps nothing that would fill half of it, also not what was small before', () => {
    const { kept } = memory();
    kept.put('a', 1, 10);
    kept.put('b', 1, 10);
    kept.put('a', 2, 60);
    expect([kept.find('a'), kept.find('b')]).toEqual([undefined, 1]);
  });

  it('forgets by time what nobody asks for, once anything is put in', () => {
    const { kept, clock } = memory();
    kept.put('of somebody erased', 1, 10);
    for (const at of [1_001, 2_002]) {
      clock.at = at;
      kept.put(`at ${at}`, 1, 10);
    }
    expect(kept.find('of somebody erased')).toBeUndefined();
  });

  it('drops and clears what has aged too', () => {
    const { kept, clock } = memory(100, 10);
    const ways = [
      () => {
        kept.drop('a');
      },
      () => {
        kept.clear();
      },
    ];
    for (const letGo of ways) {
      kept.put('a', 1, 1);
      clock.at += 11;
      kept.put('b', 1, 1);
      letGo();
      expect(kept.find('a')).toBeUndefined();
    }
  });
});
