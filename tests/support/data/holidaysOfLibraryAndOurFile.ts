import { execFileSync } from 'node:child_process';
import { publicHolidays } from '../../../bot/src/services/daysOff/publicHolidays.ts';

type Listed = Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>>;

/**
 * Returns the holidays of date-holidays and of the product's generated file, for comparison. Both results have a
 * country, or a country and a region such as `DE BY`, as the first key and the year as the second.
 */
export const holidaysOfLibraryAndOurFile = (
  countries: readonly string[],
): { readonly theirs: object; readonly ours: object } => {
  const command = ['--import', 'tsx', 'scripts/generate/generatePublicHolidays.ts', ...countries];
  const listed = JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 1e8 })) as Listed;
  const ours = Object.entries(listed).map(([place, years]) => {
    const [country = '', region] = place.split(' ');
    const daysOf = (year: number) =>
      publicHolidays(country, region, year)?.map(({ date, name }) => [date, name]) ?? 'unknown';
    return [place, Object.fromEntries(Object.keys(years).map((year) => [year, daysOf(Number(year))]))];
  });
  return { theirs: listed, ours: Object.fromEntries(ours) as object };
};
