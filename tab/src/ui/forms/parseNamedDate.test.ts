import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { parseNamedDate } from './parseNamedDate.ts';

// In these tests, today is Friday 20 November 2026.
const today = '2026-11-20' as LocalDate;
const read = (typed: string, locale: string): string | undefined => parseNamedDate(typed, { locale, today });

describe('a date with names', () => {
  it.each([
    ['24 nov', 'en-GB', '2026-11-24'],
    ['Nov 24', 'en-US', '2026-11-24'],
    ['24nov', 'en-GB', '2026-11-24'],
    ['November 24th, 2025', 'en-US', '2025-11-24'],
    ['Tue 24 Nov', 'en-GB', '2026-11-24'],
    ['the 3rd of March', 'en-GB', '2027-03-03'],
    ['2 jan 27', 'en-GB', '2027-01-02'],
    ['2026 nov 4', 'en-GB', '2026-11-04'],
    ['24. November', 'de', '2026-11-24'],
    ['Di., 24. Nov. 2026', 'de', '2026-11-24'],
    ['3. Mär', 'de', '2027-03-03'],
    ['24 de noviembre de 2026', 'es', '2026-11-24'],
    ['1er décembre', 'fr', '2026-12-01'],
    ['1 decembre', 'fr', '2026-12-01'],
    ['mar 24 nov', 'fr', '2026-11-24'],
    ['3 mars', 'fr', '2027-03-03'],
    ['٢٤ نوفمبر', 'ar', '2026-11-24'],
    ['29 feb 2028', 'en-GB', '2028-02-29'],
  ])('%j in %s is %s', (typed, locale, date) => {
    expect(read(typed, locale)).toBe(date);
  });

  it.each([
    ['today', 'en-GB', '2026-11-20'],
    ['Yesterday', 'en-US', '2026-11-19'],
    ['3 days ago', 'en-GB', '2026-11-17'],
    ['vorgestern', 'de', '2026-11-18'],
    ['mañana', 'es', '2026-11-21'],
    ['hier', 'fr', '2026-11-19'],
    ['昨日', 'ja', '2026-11-19'],
    ['أمس', 'ar', '2026-11-19'],
    ['monday', 'en-GB', '2026-11-16'],
    ['Freitag', 'de', '2026-11-20'],
    ['samedi', 'fr', '2026-11-14'],
  ])('%j in %s is the day %s', (typed, locale, date) => {
    expect(read(typed, locale)).toBe(date);
  });

  it.each([
    ['', 'en-GB'],
    ['nov', 'en-GB'],
    ['nov 2026', 'en-GB'],
    ['24 n', 'en-GB'],
    ['24 ju', 'en-GB'],
    ['3 jui', 'fr'],
    ['31 nov', 'en-GB'],
    ['24 nov 2026 1', 'en-GB'],
    ['24 nov release', 'en-GB'],
    ['24 may nov', 'en-GB'],
    ['Marie', 'fr'],
    ['mar', 'fr'],
    ['24', 'en-GB'],
    ['24 nov 12345', 'en-GB'],
  ])('is not found in %j in %s', (typed, locale) => {
    expect(read(typed, locale)).toBeUndefined();
  });
});
