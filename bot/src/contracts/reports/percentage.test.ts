import { percent } from './percentage.ts';

it('rounds to whole per cent, and returns 0 for a part of nothing', () => {
  expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33, 67, 0]);
});

it('rounds a half up, also where the quotient is inexact', () => {
  expect([percent(57, 200), percent(29, 200), percent(1, 8)]).toEqual([29, 15, 13]);
});
