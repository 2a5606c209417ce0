import { createGenerationalCache } from './generationalCache.ts';

const memory = (bytes = 100, ms = 1_000) => {
  const clock = { at: 0 };
  return { clock, kept: createGenerationalCache<number>({ bytes, ms, now: () => clock.at }) };
};

describe('a generational cache', () => {
  it('returns the newest value of a name', () => {
    const { kept } = memory();
    kept.set('a', 1, 10);
    kept.set('a', 2, 10);
    expect([kept.get('a'), kept.get('b')]).toEqual([2, undefined]);
  });

  it('evicts entries that no caller read, and never entries that were read since', () => {
    const { kept } = memory();
    kept.set('asked', 0, 10);
    kept.set('left', 0, 10);
    for (let n = 0; n < 50; n += 1) {
      kept.set(`other ${n}`, n, 10);
      expect(kept.get('asked')).toBe(0);
    }
    expect(kept.get('left')).toBeUndefined();
  });

  it('a generational cache never exceeds its limit, whatever is put in again', () => {
    const { kept } = memory();
    const names = Array.from({ length: 40 }, (_, n) => `row ${n % 20}`);
    for (const [n, name] of names.entries()) kept.set(name, n, 10);
    expect(new Set(names.filter((name) => kept.get(name) !== undefined)).size).toBeLessThanOrEqual(10);
    const { kept: same } = memory();
    for (let n = 0; n < 100; n += 1) same.set('the same', n, 40);
    same.set('beside', 1, 10);
    expect([same.get('the same'), same.get('beside')]).toEqual([99, 1]);
  });

  it('keeps no entry that would fill half of it, even one that was small before', () => {
    const { kept } = memory();
    kept.set('a', 1, 10);
    kept.set('b', 1, 10);
    kept.set('a', 2, 60);
    expect([kept.get('a'), kept.get('b')]).toEqual([undefined, 1]);
  });

  it('evicts unread entries by age on the next insert', () => {
    const { kept, clock } = memory();
    kept.set('of somebody erased', 1, 10);
    for (const at of [1_001, 2_002]) {
      clock.at = at;
      kept.set(`at ${at}`, 1, 10);
    }
    expect(kept.get('of somebody erased')).toBeUndefined();
  });

  it('deletes expired entries, and drops entries of another version', () => {
    const { kept, clock } = memory(100, 10);
    const ways = [
      () => {
        kept.delete('a');
      },
      () => {
        kept.enter('next');
      },
    ];
    for (const letGo of ways) {
      kept.set('a', 1, 1);
      clock.at += 11;
      kept.set('b', 1, 1);
      letGo();
      expect(kept.get('a')).toBeUndefined();
    }
  });

  it('keeps all entries of one version', () => {
    const { kept } = memory();
    kept.enter('one');
    kept.set('a', 1, 10);
    kept.enter('one');
    expect(kept.get('a')).toBe(1);
    kept.enter('two');
    expect(kept.get('a')).toBeUndefined();
  });
});
