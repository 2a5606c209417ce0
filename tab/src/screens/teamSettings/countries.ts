import type { LocalDate } from '#contracts/ids.ts';
import type { HolidayCountries } from '../../api/teamSettings.ts';

type Countries = HolidayCountries['countries'];

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** By name, as the reader's language has it. */
export const namedCountries = (countries: Countries, locale: string): readonly NamedCountry[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return countries.map(({ code }) => ({ code, name: names.of(code) ?? code })).sort((a, b) => compare(a.name, b.name));
};

/** The country that the reader's language names, when there are holidays of it; '' = none. */
export const homeCountry = (countries: Countries, locale: string): string => {
  const { region } = new Intl.Locale(locale);
  return countries.some(({ code }) => code === region) ? (region ?? '') : '';
};

/** This year and those after it, as far as they are known. */
export const yearsToChoose = (years: readonly number[], today: LocalDate): readonly number[] =>
  years.filter((year) => year >= Number(today.slice(0, 4)));
