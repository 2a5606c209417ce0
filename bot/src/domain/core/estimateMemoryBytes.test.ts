import { estimateMemoryBytes } from './estimateMemoryBytes.ts';

it('the weight of a text grows with its length; every other primitive weighs the same', () => {
  expect(estimateMemoryBytes('')).toBe(24);
  expect(estimateMemoryBytes('ab')).toBe(27);
  for (const value of [0, true, null, undefined]) expect(estimateMemoryBytes(value)).toBe(8);
});

it('lists and objects weigh the sum of their parts plus one slot for each', () => {
  expect(estimateMemoryBytes([])).toBe(40);
  expect(estimateMemoryBytes({})).toBe(40);
  expect(estimateMemoryBytes([1, 'ab'])).toBe(40 + 8 + 8 + 8 + 27);
  expect(estimateMemoryBytes({ a: 1, b: ['ab'] })).toBe(40 + 8 + 8 + 8 + (40 + 8 + 27));
});
