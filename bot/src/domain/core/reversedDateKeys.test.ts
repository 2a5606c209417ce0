import fc from 'fast-check';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { dateOfReverse, msOfReverse, reverseDate, reverseMs } from './reversedDateKeys.ts';
import { addDays } from './zonedTimeAndCalendarDates.ts';

const day = (date: string): LocalDate => date as LocalDate;
const anyDate = fc.integer({ min: -719_528, max: 2_932_896 }).map((days) => addDays(day('1970-01-01'), days));

describe('reversed keys', () => {
  it('are fixed in width and form', () => {
    expect(reverseDate(day('2026-11-20'))).toBe('79738879');
    expect(reverseMs(1_795_168_800_000)).toBe('998204831199999');
    expect(reverseDate(day('9999-12-31'))).toBe('00008768');
  });

  it('sort dates newest first and convert back', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(reverseDate(a)).toMatch(/^\d{8}$/);
        expect(dateOfReverse(reverseDate(a))).toBe(a);
        expect(reverseDate(a) < reverseDate(b)).toBe(a > b);
      }),
    );
  });

  it('sort instants newest first and convert back', () => {
    const anyMs = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
    fc.assert(
      fc.property(anyMs, anyMs, (a, b) => {
        expect(reverseMs(a)).toMatch(/^\d{15}$/);
        expect(msOfReverse(reverseMs(a))).toBe(a);
        expect(reverseMs(a) < reverseMs(b)).toBe(a > b);
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, 1e15])('refuse %d', (ms) => {
    expect(() => reverseMs(ms)).toThrow(RangeError);
  });
});
