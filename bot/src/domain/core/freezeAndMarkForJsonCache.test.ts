import { deepFreeze, isSerializedCached, cacheSerialized } from './freezeAndMarkForJsonCache.ts';

it('freezes every nested part', () => {
  const value = deepFreeze({ list: [{ name: 'Ann' }], none: null, text: 'a' });
  expect([value, value.list, value.list[0]].every(Object.isFrozen)).toBe(true);
  expect(deepFreeze(null)).toBeNull();
  expect(deepFreeze('a')).toBe('a');
});

it('freezes a cached object, and treats an equal copy as not cached', () => {
  const value = { name: 'Ann' };
  expect(isSerializedCached(value)).toBe(false);
  expect(cacheSerialized(value)).toBe(value);
  expect(isSerializedCached(value)).toBe(true);
  expect(isSerializedCached({ name: 'Ann' })).toBe(false);
  expect(Object.isFrozen(value)).toBe(true);
});
