import { Readable } from 'node:stream';
import { deleteVacation, getVacations, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import { holidayCountries, importHolidays } from '#contracts/daysOff/holidayImport.ts';
import { readFeed, userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as vacations from '../../services/daysOff/changeAndListDaysOff.ts';
import * as holidayImport from '../../services/daysOff/importHolidaysAndListCountries.ts';
import * as calendarFeed from '../../services/daysOff/publishedCalendarFeed.ts';
import { bind, bindOpenFile } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type DaysOffRouteDeps = holidayImport.ImportDeps & calendarFeed.FeedDeps & Deps;

const feedRoutes = (deps: DaysOffRouteDeps): readonly Route[] => [
  bind(userFeed, (actor, input) => calendarFeed.manageCalendarFeed(deps, actor, input)),
  bindOpenFile(readFeed, async (input, call) => {
    const { fileName, version, text } = await calendarFeed.readFeed(deps, input, call);
    return { fileName, version, contentType: 'text/calendar; charset=utf-8', body: () => Readable.from([text]) };
  }),
];

export const daysOffRoutes = (deps: DaysOffRouteDeps): readonly Route[] => [
  bind(saveVacation, (actor, input) => vacations.saveVacation(deps, actor, input)),
  bind(deleteVacation, (actor, input) => vacations.removeVacation(deps, actor, input)),
  bind(getVacations, (actor, input) => vacations.getVacations(deps, actor, input)),
  bind(importHolidays, (actor, input) => holidayImport.importHolidays(deps, actor, input)),
  bind(holidayCountries, () => holidayImport.listCountries()),
  ...feedRoutes(deps),
];
