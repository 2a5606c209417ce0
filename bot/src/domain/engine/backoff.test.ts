import { backoffMs } from './backoff.ts';

const waits = { firstMs: 5_000, longestMs: 300_000 };
const inTheMiddle = () => 0.5;

it('doubles the wait with each failure, up to the longest one', () => {
  expect([0, 1, 2, 5, 6, 100].map((failures) => backoffMs(waits, failures, inTheMiddle))).toEqual([
    5_000, 10_000, 20_000, 160_000, 300_000, 300_000,
  ]);
});

it('spreads the wait between half and one and a half', () => {
  expect(backoffMs(waits, 0, () => 0)).toBe(2_500);
  expect(backoffMs(waits, 0, () => 1)).toBe(7_500);
});
