import fc from 'fast-check';
import { boundedMemo, BoundedMap, weakMemo } from './boundedMapAndMemos.ts';

describe('a bounded map', () => {
  it('holds the entries that were set last, like a list that is cut at its capacity', () => {
    const step = fc.record({ key: fc.nat(12), isDeleted: fc.boolean(), isCleared: fc.nat(30).map((n) => n === 0) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 200 }), (capacity, steps) => {
        const map = new BoundedMap<number, number>(capacity);
        let model: (readonly [number, number])[] = [];
        for (const [index, { key, isDeleted, isCleared }] of steps.entries()) {
          const others = model.filter(([known]) => known !== key);
          if (isCleared) {
            map.clear();
            model = [];
          } else if (isDeleted) {
            map.delete(key);
            model = others;
          } else {
            map.set(key, index);
            model = [...others, [key, index] as const].slice(-capacity);
          }
          expect([...map]).toEqual(model);
        }
      }),
    );
  });

  it('keeps its pace when every entry is new', () => {
    const map = new BoundedMap<number, number>(20_000);
    for (let key = 0; key < 200_000; key += 1) map.set(key, key);
    expect([map.size, map.has(179_999), map.has(180_000)]).toEqual([20_000, false, true]);
  });
});

describe('a bounded memo', () => {
  it('computes each key once, also if the value is undefined', () => {
    const requested: string[] = [];
    const memo = boundedMemo(
      (key: string) => {
        requested.push(key);
        return key === '' ? undefined : key.length;
      },
      { capacity: 2 },
    );
    expect([memo('ab'), memo(''), memo('ab'), memo('')]).toEqual([2, undefined, 2, undefined]);
    expect(requested).toEqual(['ab', '']);
  });

  it('computes a key again after it left', () => {
    let computed = 0;
    const memo = boundedMemo((key: number) => (computed += 1) && key, { capacity: 2 });
    expect([1, 2, 3, 1].map(memo)).toEqual([1, 2, 3, 1]);
    expect(computed).toBe(4);
  });

  it('does not keep a text above the longest key', () => {
    let computed = 0;
    const memo = boundedMemo((key: string) => (computed += 1) && key, { capacity: 9, longestKey: 2 });
    expect(['ab', 'ab', 'abc', 'abc'].map((key) => memo(key))).toEqual(['ab', 'ab', 'abc', 'abc']);
    expect(computed).toBe(3);
  });
});

describe('a weak memo', () => {
  it('computes once for each object, and returns what was set instead', () => {
    let computed = 0;
    const memo = weakMemo((key: { readonly name: string }) => (computed += 1) && key.name);
    const [first, second] = [{ name: 'a' }, { name: 'a' }];
    expect([memo(first), memo(first), memo(second)]).toEqual(['a', 'a', 'a']);
    expect(computed).toBe(2);
    memo.set(second, 'b');
    expect([memo(first), memo(second)]).toEqual(['a', 'b']);
  });

  it('computes an undefined value once', () => {
    let computed = 0;
    const memo = weakMemo((key: object): string | undefined => {
      computed += Object.keys(key).length + 1;
      return undefined;
    });
    const key = {};
    expect([memo(key), memo(key), computed]).toEqual([undefined, undefined, 1]);
  });
});
