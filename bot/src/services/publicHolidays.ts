import type { LocalDate } from '#contracts/ids.ts';
import data from './publicHolidays.json' with { type: 'json' };

// Public holidays by country, made by scripts/publicHolidays.ts; the notice of their source goes with the file.

/** `1225` and the place of the name, one after the other. */
type Written = readonly number[];
/** What a region has beside its country, and the days of the country that it does not have. */
type Difference = readonly (readonly number[])[];
interface Country {
  readonly days: Readonly<Record<string, Written>>;
  readonly regions: Readonly<
    Record<string, { readonly name: string; readonly days: Readonly<Record<string, Difference>> }>
  >;
}
const countries = new Map<string, Country>(Object.entries(data.countries));

export interface PublicHoliday {
  readonly date: LocalDate;
  /** In English. */
  readonly name: string;
}

export interface HolidayCountry {
  /** ISO 3166: DE. */
  readonly code: string;
  /** DE-BY is `BY` of DE. */
  readonly regions: readonly { readonly code: string; readonly name: string }[];
}

export const holidayYears: readonly number[] = data.years;

/** Every country there are holidays of, by its code. */
export const holidayCountries: readonly HolidayCountry[] = [...countries].map(([code, { regions }]) => ({
  code,
  regions: Object.entries(regions).map(([region, { name }]) => ({ code: region, name })),
}));

const dateOf = (year: number, written: number): LocalDate => {
  const digits = String(written).padStart(4, '0');
  return `${year}-${digits.slice(0, 2)}-${digits.slice(2)}` as LocalDate;
};

const daysOf = (written: Written): [number, string][] =>
  Array.from({ length: written.length / 2 }, (_, at) => [
    written[2 * at] ?? 0,
    data.names[written[2 * at + 1] ?? -1] ?? '',
  ]);

/** Oldest first, each date once. Undefined for a country, region or year that is not known. */
export const publicHolidays = (
  code: string,
  region: string | undefined,
  year: number,
): readonly PublicHoliday[] | undefined => {
  const country = countries.get(code);
  const days = country?.days[year];
  if (country === undefined || days === undefined || !holidayYears.includes(year)) return undefined;
  if (region !== undefined && !Object.hasOwn(country.regions, region)) return undefined;
  const [added = [], gone = []] = region === undefined ? [] : (country.regions[region]?.days[year] ?? []);
  const all = new Map([...daysOf(days), ...daysOf(added)]);
  gone.forEach((day) => all.delete(day));
  return [...all].sort(([a], [b]) => a - b).map(([day, name]) => ({ date: dateOf(year, day), name }));
};
