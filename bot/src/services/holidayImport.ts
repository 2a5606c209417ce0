import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import type * as calls from '#contracts/vacationImport.ts';
import type { FoundHoliday } from '#contracts/vacationImport.ts';
import { addDays, localDateAt } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import { readHolidayFile } from './holidayFile.ts';
import type { StateDeps } from './meetingState.ts';
import { holidayCountries, holidayYears, publicHolidays } from './publicHolidays.ts';
import { addHolidays, holidaysOn, runsEndedBy } from './teamHolidays.ts';

type Asked = ParsedOf<typeof calls.importHolidays>;
type Imported = OutputOf<typeof calls.importHolidays>;

interface Found {
  readonly days: readonly FoundHoliday[];
  readonly unreadable: number;
}

const yearDays = 366;
const daysAhead = 731;

const inFile = (ics: string, zone: ZoneId, today: LocalDate): Found => {
  const file = readHolidayFile(ics, zone, { from: addDays(today, -yearDays), to: addDays(today, daysAhead) });
  switch (file.kind) {
    case 'READ':
      return file;
    case 'NO_CALENDAR':
      throw new AppError('INVALID_INPUT', { message: 'holidayImport.noCalendar', path: ['ics'] });
    case 'TOO_MANY_EVENTS':
      throw new AppError('INVALID_INPUT', { message: 'holidayImport.tooManyEvents', path: ['ics'] });
    case 'TOO_MUCH':
      throw new AppError('INVALID_INPUT', { message: 'holidayImport.tooMuch', path: ['ics'] });
  }
};

const inCountry = (country: string, region: string | undefined, year: number): Found => {
  const days = publicHolidays(country, region, year);
  if (days === undefined)
    throw new AppError('INVALID_INPUT', { message: 'holidayImport.unknownPlace', path: ['country'] });
  return { days: days.map((day) => ({ ...day, isPartial: false })), unreadable: 0 };
};

const utc = 'UTC' as ZoneId;

/** Adds what is not there yet of the days to come; says what that is, and with `preview` does no more than that. */
export const importHolidays = async (deps: StateDeps, actor: Actor, asked: Asked): Promise<Imported> => {
  const { teamId, ics, country = '', region, year = 0, timezone = utc, preview: isPreview = false } = asked;
  await requireTeam(deps, actor, teamId, 'holiday.write');
  const today = localDateAt(deps.clock.now(), timezone);
  const found = ics === undefined ? inCountry(country, region, year) : inFile(ics, timezone, today);
  const coming = found.days.filter(({ date }) => date >= today);
  const dates = coming.map(({ date }) => date);
  const names = new Map(coming.flatMap(({ date, name }) => (name === null ? [] : [[date, name] as const])));
  const there = await holidaysOn(inOrg(deps.store, actor.orgId), teamId, dates);
  const { dates: isNew, runs } = isPreview
    ? { dates: dates.filter((date) => !there.has(date)), runs: await runsEndedBy(deps, actor, teamId, dates) }
    : await addHolidays(deps, actor, teamId, dates, names);
  const added = new Set(isNew);
  return {
    ...{ isPreview, runs, unreadable: found.unreadable, past: found.days.length - coming.length },
    added: coming.filter(({ date }) => added.has(date)),
    present: coming.filter(({ date }) => !added.has(date)),
  };
};

/** Of which countries and years there are public holidays. */
export const countries = (): OutputOf<typeof calls.holidayCountries> => ({
  years: [...holidayYears],
  countries: holidayCountries.map(({ code, regions }) => ({ code, regions: [...regions] })),
});
