import fc from 'fast-check';
import { localDate } from './ids.ts';

const isReal = (value: string): boolean => {
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
};
const two = (value: number): string => String(value).padStart(2, '0');

it('takes exactly the dates a calendar has', () => {
  const parts = fc.tuple(
    fc.constantFrom(0, 1, 4, 1900, 1999, 2000, 2023, 2024, 2026, 2100, 2400, 9999),
    fc.nat({ max: 14 }),
    fc.nat({ max: 33 }),
  );
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      expect([date, localDate.safeParse(date).success]).toEqual([date, isReal(date)]);
    }),
    { numRuns: 5000 },
  );
});
