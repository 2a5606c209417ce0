import { weightOf } from './weight.ts';

it('a text weighs with its length, and every other primitive the same', () => {
  expect(weightOf('')).toBe(24);
  expect(weightOf('ab')).toBe(27);
  for (const value of [0, true, null, undefined]) expect(weightOf(value)).toBe(8);
});

it('lists and objects weigh as their parts do, with a place for each', () => {
  expect(weightOf([])).toBe(40);
  expect(weightOf({})).toBe(40);
  expect(weightOf([1, 'ab'])).toBe(40 + 8 + 8 + 8 + 27);
  expect(weightOf({ a: 1, b: ['ab'] })).toBe(40 + 8 + 8 + 8 + (40 + 8 + 27));
});
