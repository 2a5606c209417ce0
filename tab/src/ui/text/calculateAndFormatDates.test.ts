import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  addDays,
  dateIn,
  daysText,
  dayText,
  fromPickerDate,
  longDate,
  placeOf,
  readDate,
  sameClock,
  shortDate,
  timeOf,
  toPickerDate,
} from './calculateAndFormatDates.ts';

const date = (text: string): LocalDate => text as LocalDate;
const at = (iso: string): number => Date.parse(iso);

describe('calendar dates', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-29', -1, '2026-03-28'],
    ['2026-10-25', 1, '2026-10-26'],
  ])('%s %i day = %s', (from, days, to) => {
    expect(addDays(date(from), days)).toBe(to);
  });

  it.each(['2026-02-30', '2026-13-01', '20261120', '2026-11-20T00:00', '', '0001-01-01', '9999-01-01'])(
    'the text %j is read as no calendar date',
    (text) => {
      expect(readDate(text)).toBeUndefined();
    },
  );

  it('reads a date that exists', () => {
    expect(readDate('2028-02-29')).toBe('2028-02-29');
    expect(readDate(null)).toBeUndefined();
  });

  it.each(['2026-03-29', '2026-04-05', '2026-09-27', '2026-11-20'])('survives the picker: %s', (text) => {
    expect(fromPickerDate(toPickerDate(date(text)))).toBe(text);
  });

  it('are written long and short', () => {
    expect(longDate(date('2026-11-20'), 'en-GB')).toMatch(/^Friday,? 20 November 2026$/);
    expect(shortDate(date('2026-11-18'), 'en-GB')).toBe('Wed 18 Nov');
  });
});

describe('instants in a zone', () => {
  it('show the reader’s own time and date', () => {
    expect(timeOf(at('2026-11-20T23:05:00Z'), 'Asia/Kolkata', 'en-GB')).toBe('04:35');
    expect(dateIn(at('2026-11-20T23:05:00Z'), 'Asia/Kolkata')).toBe('2026-11-21');
    expect(timeOf(at('2026-11-20T00:00:00Z'), 'UTC', 'en-GB')).toBe('00:00');
  });

  it('compares clocks, not names', () => {
    expect(sameClock(at('2026-11-20T12:00:00Z'), 'Europe/Berlin', 'Europe/Paris')).toBe(true);
    expect(sameClock(at('2026-07-01T12:00:00Z'), 'Europe/London', 'UTC')).toBe(false);
    expect(sameClock(at('2026-11-20T12:00:00Z'), 'Pacific/Auckland', 'Pacific/Honolulu')).toBe(false);
  });

  it('names a zone by its place', () => {
    expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(placeOf('UTC')).toBe('UTC');
  });
});

describe('a day in words', () => {
  const inGerman = { locale: 'de', today: date('2026-11-20') };

  it('has the year only if it is not the current one', () => {
    expect(dayText(date('2026-11-18'), inGerman)).toBe('Mi. 18. Nov.');
    expect(dayText(date('2027-01-02'), inGerman)).toBe('Sa. 2. Jan. 2027');
  });

  it.each([
    ['en-GB', 'Wed 31 Dec 2025'],
    ['en-US', 'Wed Dec 31, 2025'],
    ['ja', '2025年12月31日(水)'],
    ['ar-EG-u-nu-latn', 'الأربعاء 31 ديسمبر 2025'],
  ])('is ordered as in %s', (locale, text) => {
    expect(dayText(date('2025-12-31'), { ...inGerman, locale })).toBe(text);
  });

  it('the text of a stretch of days names the first and the last', () => {
    const reader = { locale: 'en-GB', today: date('2026-11-20') };
    expect(daysText(date('2026-12-28'), date('2027-01-03'), reader)).toBe('Mon 28 Dec – Sun 3 Jan 2027');
  });
});
