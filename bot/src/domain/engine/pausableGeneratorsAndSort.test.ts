import fc from 'fast-check';
import { runToEnd, sortSteps } from './pausableGeneratorsAndSort.ts';

it('sorts any list as Array.sort does, and keeps the order of equal items', () => {
  const item = fc.record({ rank: fc.nat(20), id: fc.nat() });
  const compare = (a: { readonly rank: number }, b: { readonly rank: number }): number => a.rank - b.rank;
  fc.assert(
    fc.property(fc.array(item, { maxLength: 1500, size: 'max' }), (items) => {
      expect(runToEnd(sortSteps(items, compare))).toEqual([...items].sort(compare));
    }),
    { numRuns: 30 },
  );
});

it('pauses at least once for each 256 items', () => {
  const steps = sortSteps(
    Array.from({ length: 2560 }, (_, index) => ({ rank: (index * 7919) % 2560 })),
    (a, b) => a.rank - b.rank,
  );
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(10);
});
