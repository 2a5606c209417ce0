import { estimateBytes } from './estimateMemoryBytes.ts';

it('the weight of a text grows with its length; every other primitive weighs the same', () => {
  expect(estimateBytes('')).toBe(24);
  expect(estimateBytes('ab')).toBe(27);
  for (const value of [0, true, null, undefined]) expect(estimateBytes(value)).toBe(8);
});

it('lists and objects weigh the sum of their parts plus one slot for each', () => {
  expect(estimateBytes([])).toBe(40);
  expect(estimateBytes({})).toBe(40);
  expect(estimateBytes([1, 'ab'])).toBe(40 + 8 + 8 + 8 + 27);
  expect(estimateBytes({ a: 1, b: ['ab'] })).toBe(40 + 8 + 8 + 8 + (40 + 8 + 27));
});
