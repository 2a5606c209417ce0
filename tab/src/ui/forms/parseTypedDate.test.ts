import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { parseTypedDate } from './parseTypedDate.ts';

const today = '2026-11-20' as LocalDate;
const read = (typed: string, locale = 'en-GB', day = today): string | undefined =>
  parseTypedDate(typed, { locale, today: day });

describe('a typed date', () => {
  it.each([
    ['2026-11-20', 'en-GB', '2026-11-20'],
    ['2026-1-2', 'en-US', '2026-01-02'],
    ['2026/11/20', 'de', '2026-11-20'],
    [' 3.11.2026 ', 'de', '2026-11-03'],
    ['03/11/2026', 'en-GB', '2026-11-03'],
    ['03/11/2026', 'en-US', '2026-03-11'],
    ['3 11 26', 'en-GB', '2026-11-03'],
    ['26/11/3', 'ja', '2026-11-03'],
    ['2026年11月3日', 'ja', '2026-11-03'],
    ['٣/١١/٢٠٢٦', 'ar-EG', '2026-11-03'],
    ['３/１１', 'ja', '2027-03-11'],
  ])('%j in %s is %s', (typed, locale, date) => {
    expect(read(typed, locale)).toBe(date);
  });

  it('takes month and day in the only order that gives a date', () => {
    expect(read('11/23/2026', 'en-GB')).toBe('2026-11-23');
    expect(read('23/11/2026', 'en-US')).toBe('2026-11-23');
    expect(read('2026-23-11')).toBeUndefined();
  });

  it('a typed date without a year is the closest one', () => {
    expect(read('19.11.', 'de')).toBe('2026-11-19');
    expect(read('2.1.', 'de')).toBe('2027-01-02');
    expect(read('30/12', 'en-GB', '2026-01-04' as LocalDate)).toBe('2025-12-30');
    expect(read('29/2', 'en-GB', '2027-06-01' as LocalDate)).toBe('2028-02-29');
  });

  it.each(['', '20', '5 days', 'tomorrow', '31/4/2026', '2026-02-30', '0001-01-01', '-2026-11-20', '1/2/3/4', '1.5h'])(
    'is not found in %j',
    (typed) => {
      expect(read(typed)).toBeUndefined();
    },
  );
});
