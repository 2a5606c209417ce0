import fc from 'fast-check';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createSumCollector } from './collectTimeSums.ts';
import { hoursAndMinutes } from './daySheetMergeAndTotals.ts';

const rows = fc.array(
  fc.record({
    memberId: fc.constantFrom('ann', 'bob', 'cy') as fc.Arbitrary<MemberId>,
    date: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02') as fc.Arbitrary<LocalDate>,
    minutes: fc.integer({ min: 0, max: 1439 }),
  }),
  { maxLength: 60 },
);

const sum = (values: Iterable<{ readonly minutes: number }>): number =>
  [...values].reduce((all, { minutes }) => all + minutes, 0);

it('adds up to the same by person, by day and in all', () => {
  fc.assert(
    fc.property(rows, (sheetRows) => {
      const adds = createSumCollector();
      for (const row of sheetRows) adds.add(row);
      const sums = adds.sums();
      expect([sums.rows, sums.minutes]).toEqual([sheetRows.length, sum(sheetRows)]);
      expect(sum(sums.byMember.values())).toBe(sums.minutes);
      expect(sum(sums.byDay.values())).toBe(sums.minutes);
    }),
  );
});

it('rounds the sum, not the summands: three times twenty minutes are an hour', () => {
  const adds = createSumCollector();
  for (let index = 0; index < 3; index += 1)
    adds.add({ memberId: 'ann' as MemberId, date: '2026-11-20' as LocalDate, minutes: 20 });
  expect(hoursAndMinutes(adds.sums().minutes)).toEqual({ hours: 1, minutes: 0, totalHours: 1 });
});
