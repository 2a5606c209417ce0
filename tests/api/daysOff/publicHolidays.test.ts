import { holidayCountries, publicHolidays } from '../../../bot/src/services/daysOff/publicHolidays.ts';
import { holidaysOfLibraryAndOurFile } from '../../support/data/holidaysOfLibraryAndOurFile.ts';

const namesOn = (country: string, region: string | undefined, date: string) =>
  publicHolidays(country, region, Number(date.slice(0, 4)))
    ?.filter((publicHoliday) => publicHoliday.date === date)
    .map((publicHoliday) => publicHoliday.name);

describe('public holidays by country', () => {
  it('are those of their source, region by region; the long tests compare every country', () => {
    const { theirs, ours } = holidaysOfLibraryAndOurFile(['DE', 'CH', 'IL', 'SE', 'JP', 'AE']);
    expect(Object.keys(ours)).toContain('DE BY');
    expect(ours).toEqual(theirs);
  });

  it('are days off by law, each date once, in order', () => {
    expect(namesOn('DE', undefined, '2026-12-25')).toEqual(['Christmas Day']);
    // 4 July 2026 is a Saturday, so the holiday is observed on the Friday before.
    expect(namesOn('US', undefined, '2026-07-03')).toEqual(['Independence Day (substitute day)']);
    expect(namesOn('DE', 'BY', '2026-01-06')).toEqual(['Epiphany']);
    expect(namesOn('DE', undefined, '2026-01-06')).toEqual([]);
    const dates = publicHolidays('DE', 'BY', 2026)?.map(({ date }) => date) ?? [];
    expect(dates).toEqual([...new Set(dates)].sort());
  });

  it('returns nothing for an unknown country, region or year', () => {
    for (const [country, region, year] of [
      ['XX', undefined, 2026],
      ['DE', 'XX', 2026],
      ['DE', '__proto__', 2026],
      ['__proto__', undefined, 2026],
      ['constructor', 'toString', 2026],
      ['DE', undefined, 1999],
    ] as const)
      expect(publicHolidays(country, region, year)).toBeUndefined();
    expect(holidayCountries.length).toBeGreaterThan(150);
  });
});
