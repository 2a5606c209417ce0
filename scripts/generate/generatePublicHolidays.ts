import { readFileSync, writeFileSync } from 'node:fs';
import Holidays from 'date-holidays';

// Generates the public holidays that the server offers, by country. The package date-holidays (10 MB) is used only in
// this script and is not shipped. With country codes (`DE CH`) it prints the holidays of date-holidays day by day, for
// the test that compares them with the file.

const years = [2026, 2027, 2028, 2029, 2030, 2031];
const target = 'bot/src/services/daysOff/publicHolidays.json';
const dayMs = 86_400_000;
const noonMs = dayMs / 2;

type Found = ReturnType<Holidays['getHolidays']>[number];
/** Map from the date to the name of a holiday, oldest date first. */
type Days = ReadonlyMap<string, string>;

/**
 * Returns the dates whose noon falls within the holiday, because some holidays begin the evening before or last only an
 * afternoon.
 */
const datesOf = ({ date, start, end }: Found): string[] => {
  const first = Date.parse(`${date.slice(0, 10)}T${date.slice(11, 19)}Z`);
  const last = first + (end.getTime() - start.getTime());
  const dates: string[] = [];
  for (let midnight = Math.floor(first / dayMs) * dayMs; midnight + noonMs < last; midnight += dayMs)
    if (midnight + noonMs >= first) dates.push(new Date(midnight).toISOString().slice(0, 10));
  return dates;
};

const daysIn = (of: Holidays, year: number): Days => {
  const days = new Map<string, string>();
  for (const holiday of of.getHolidays(year, 'en'))
    if (holiday.type === 'public')
      for (const date of datesOf(holiday))
        if (date.startsWith(String(year)) && !days.has(date)) days.set(date, holiday.name);
  return new Map([...days].sort());
};

const all = new Holidays();
const countries = Object.keys(all.getCountries('en')).sort();
const regionsOf = (country: string): [string, string][] =>
  Object.entries((all.getStates(country, 'en') as Record<string, string> | undefined) ?? {}).sort();

const printed = (wanted: readonly string[]): string => {
  const lists = wanted.flatMap((country) =>
    ['', ...regionsOf(country).map(([code]) => code)].map((region) => {
      const of = region === '' ? new Holidays(country) : new Holidays(country, region);
      return [`${country} ${region}`.trim(), Object.fromEntries(years.map((year) => [year, [...daysIn(of, year)]]))];
    }),
  );
  return JSON.stringify(Object.fromEntries(lists));
};

const names: string[] = [];
const places = new Map<string, number>();
const placeOf = (name: string): number => {
  const cached = places.get(name);
  if (cached !== undefined) return cached;
  places.set(name, names.length);
  return names.push(name) - 1;
};

/** Encodes each holiday as two numbers: its month and day (`1225`), and the index of its name. */
const written = (days: Days): number[] =>
  [...days].flatMap(([date, name]) => [Number(date.slice(5).replace('-', '')), placeOf(name)]);

const yearly = (of: (year: number) => readonly (number | readonly number[])[]) =>
  Object.fromEntries(years.map((year) => [year, of(year)]));

const difference = (own: Days, country: Days): (readonly number[])[] => {
  const added = new Map([...own].filter(([date, name]) => country.get(date) !== name));
  const gone = new Map([...country].filter(([date]) => !own.has(date)));
  return [written(added), [...gone.keys()].map((date) => Number(date.slice(5).replace('-', '')))];
};

const countryOf = (country: string) => {
  const whole = new Map(years.map((year) => [year, daysIn(new Holidays(country), year)]));
  const regions = regionsOf(country).map(([code, name]) => {
    const of = new Holidays(country, code);
    const days = yearly((year) => difference(daysIn(of, year), whole.get(year) ?? new Map()));
    const isOther = Object.values(days).some((lists) => lists.flat().length > 0);
    return [code, { name, days: isOther ? days : {} }] as const;
  });
  return { days: yearly((year) => written(whole.get(year) ?? new Map())), regions: Object.fromEntries(regions) };
};

const { version } = JSON.parse(readFileSync('node_modules/date-holidays/package.json', 'utf8')) as { version: string };
const sources = readFileSync('node_modules/date-holidays/LICENSE', 'utf8').match(/^https:\/\/\S+$/gm) ?? [];

const wanted = process.argv.slice(2);
if (wanted.length > 0) process.stdout.write(printed(wanted));
else {
  const list = countries.map((country) => [country, countryOf(country)] as const);
  const offered = list.filter(
    ([, { days, regions }]) => Object.values(days).flat().length + Object.keys(regions).length > 0,
  );
  const notice = `Public holidays from date-holidays ${version} (https://github.com/commenthol/date-holidays), whose data is available under CC BY-SA 3.0 (https://creativecommons.org/licenses/by-sa/3.0/) as it relies on Wikipedia articles; reduced to public holidays of these years. This file is available under the same licence.`;
  const lines = offered.map(([country, value]) => `${JSON.stringify(country)}:${JSON.stringify(value)}`);
  const head = [
    `"notice":${JSON.stringify(notice)}`,
    `"sources":${JSON.stringify(sources)}`,
    `"years":${JSON.stringify(years)}`,
  ];
  const text = [
    `{${head.join(',\n')}`,
    `"names":${JSON.stringify(names)}`,
    `"countries":{\n${lines.join(',\n')}\n}}\n`,
  ].join(',\n');
  writeFileSync(target, text);
}
