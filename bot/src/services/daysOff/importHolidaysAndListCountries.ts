import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type * as calls from '#contracts/daysOff/holidayImport.ts';
import type { FoundHoliday } from '#contracts/daysOff/holidayImport.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import { readHolidayFile } from './readHolidayFile.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import type { StateDeps } from '../meetings/deactivateDeleteOrCancelMeeting.ts';
import { holidayCountries, holidayYears, publicHolidays } from './publicHolidays.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import { addHolidays, holidaysOn, runsEndedBy } from './addAndRemoveTeamHolidays.ts';

type Asked = ParsedOf<typeof calls.importHolidays>;
type Imported = OutputOf<typeof calls.importHolidays>;

interface Found {
  readonly days: readonly FoundHoliday[];
  readonly unreadable: number;
}

const yearDays = 366;
const daysAhead = 731;

const inFile = async (ics: string, zone: ZoneId, today: LocalDate): Promise<Found> => {
  const window = { from: addDays(today, -yearDays), to: addDays(today, daysAhead) };
  const pause = await startSlices();
  const file = await runSliced(readHolidayFile(ics, zone, window), pause);
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

export interface ImportDeps extends StateDeps {
  readonly limiter: Pick<Limiter, 'take'>;
}

/**
 * Adds the days from today on that are not holidays of the team yet, and returns them; with `preview` it returns them
 * without adding them. The request counts against the rate limit before the file is parsed.
 */
export const importHolidays = async (deps: ImportDeps, actor: Actor, request: Asked): Promise<Imported> => {
  const { teamId, ics, country = '', region, year = 0, timezone = utc, preview: isPreview = false } = request;
  await requireTeam(deps, actor, teamId, 'holiday.write');
  await deps.limiter.take('holidayImport', actor.memberId ?? actor.userId ?? actor.orgId);
  const today = localDateAt(deps.clock.now(), timezone);
  const imported = ics === undefined ? inCountry(country, region, year) : await inFile(ics, timezone, today);
  const coming = imported.days.filter(({ date }) => date >= today);
  const dates = coming.map(({ date }) => date);
  const names = new Map(coming.flatMap(({ date, name }) => (name === null ? [] : [[date, name] as const])));
  const existing = await holidaysOn(inOrg(deps.store, actor.orgId), teamId, dates);
  const { dates: isNew, runs } = isPreview
    ? { dates: dates.filter((date) => !existing.has(date)), runs: await runsEndedBy(deps, actor, teamId, dates) }
    : await addHolidays(deps, actor, teamId, { dates, names });
  const added = new Set(isNew);
  return {
    ...{ isPreview, runs, unreadable: imported.unreadable, past: imported.days.length - coming.length },
    added: coming.filter(({ date }) => added.has(date)),
    present: coming.filter(({ date }) => !added.has(date)),
  };
};

export const listCountries = (): OutputOf<typeof calls.holidayCountries> => ({
  years: [...holidayYears],
  countries: holidayCountries.map(({ code, regions }) => ({ code, regions: [...regions] })),
});
