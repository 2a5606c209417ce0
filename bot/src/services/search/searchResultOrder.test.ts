import { comparePlaces, placeOf, placeText } from './searchResultOrder.ts';

// Places as `date.team.report.member`, in the order of the results.
const sorted = [
  ...['2026-10-20.A.2.X', '2026-10-20.A.2.Y', '2026-10-20.A.2.~', '2026-10-20.A.3.X'],
  ...['2026-10-20.B.1.X', '2026-10-19.A.1.W', '2026-09-30.A.1.X'],
];

it('sorts results from the newest, and within a date by team, report and member', () => {
  const places = sorted.map(placeOf);
  const signs = places.map((place) => places.map((other) => Math.sign(comparePlaces(place, other))));
  expect(signs).toEqual(sorted.map((_, row) => sorted.map((__, column) => Math.sign(row - column))));
});

it('reads a place from its own text', () => {
  expect(sorted.map((text) => placeText(placeOf(text)))).toEqual(sorted);
});
