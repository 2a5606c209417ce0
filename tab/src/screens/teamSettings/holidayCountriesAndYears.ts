import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { HolidayCountries } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';

type Countries = HolidayCountries['countries'];

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** Returns the countries with their names in the reader's language, sorted by name. */
export const namedCountries = (countries: Countries, locale: string): readonly NamedCountry[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return countries.map(({ code }) => ({ code, name: names.of(code) ?? code })).sort((a, b) => compare(a.name, b.name));
};

/**
 * Returns the code of the reader's country (the region of the locale) if its holidays are known; otherwise an empty
 * text.
 */
export const homeCountry = (countries: Countries, locale: string): string => {
  const { region } = new Intl.Locale(locale);
  return countries.some(({ code }) => code === region) ? (region ?? '') : '';
};

/** Returns the years for which holidays are known, from the current year on. */
export const yearsToChoose = (years: readonly number[], today: LocalDate): readonly number[] =>
  years.filter((year) => year >= Number(today.slice(0, 4)));
