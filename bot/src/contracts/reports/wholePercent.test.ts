import { wholePercent } from './wholePercent.ts';

it('rounds to whole per cent, and returns 0 for a part of nothing', () => {
  expect([wholePercent(1, 3), wholePercent(2, 3), wholePercent(0, 0)]).toEqual([33, 67, 0]);
});

it('rounds a half up, also where the quotient is inexact', () => {
  expect([wholePercent(57, 200), wholePercent(29, 200), wholePercent(1, 8)]).toEqual([29, 15, 13]);
});
