import { deepFreeze, isSentOften, sentOften } from './sentOften.ts';

it('what is frozen deeply is frozen to its last part', () => {
  const value = deepFreeze({ list: [{ name: 'Ann' }], none: null, text: 'a' });
  expect([value, value.list, value.list[0]].every(Object.isFrozen)).toBe(true);
  expect(deepFreeze(null)).toBeNull();
  expect(deepFreeze('a')).toBe('a');
});

it('only the very object that is answered again and again counts as such, and it cannot be changed', () => {
  const value = { name: 'Ann' };
  expect(isSentOften(value)).toBe(false);
  expect(sentOften(value)).toBe(value);
  expect(isSentOften(value)).toBe(true);
  expect(isSentOften({ name: 'Ann' })).toBe(false);
  expect(Object.isFrozen(value)).toBe(true);
});
