import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, memberId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { runEffect } from '../meetings/effectOnOpenRun.ts';
import { text } from '../core/textAndEmailSchemas.ts';

/**
 * Objects that have days off. Team: the holidays of a team, which only admins edit. User: the vacation days of a
 * member, which the member and admins edit; `objectId` is then the member id.
 */
export const vacationObjects = ['Team', 'User'] as const;

const objectType = z.enum(vacationObjects, 'invalid.choice');
const objectId = z.union([teamId, memberId], 'invalid.id');

const dateList = z
  .array(localDate, 'invalid.list')
  .min(1, 'invalid.list')
  .max(limits.vacationDates, 'invalid.tooMany')
  .transform((list) => [...new Set(list)].sort());

/** A list of dates. In a query string it is one text, separated by commas. */
const datesAnywhere = z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), dateList);

const changed = z.object({
  /** Dates of the input that were changed: the new ones when saving, the existing ones when deleting. */
  dates: z.array(localDate),
  /** Open runs that were cancelled because a holiday was added for today. */
  runs: z.array(runEffect),
});

/** Adds the dates to the days off. Dates that already exist stay. The body is the list of dates. */
export const saveVacation = endpoint({
  method: 'POST',
  path: '/api/vacation/save/{objectType}/{objectId}',
  access: 'vacation.write',
  bodyAs: 'dates',
  input: z.object({
    objectType,
    objectId,
    dates: dateList,
    /** Names of team holidays by date. A body with names is an object `{ dates, names }` instead of a list. */
    names: z.record(localDate, text({ max: limits.nameLength })).optional(),
  }),
  output: changed,
});
/** Deletes the dates. The input is in the body or in the query string. */
export const deleteVacation = endpoint({
  method: 'DELETE',
  path: '/api/vacation/delete',
  access: 'vacation.write',
  input: z.object({ objectType, objectId, dates: datesAnywhere }),
  output: changed,
});
/** Returns the days off, oldest first. `name` is left out for a day without a name; only team holidays can have one. */
export const getVacations = endpoint({
  method: 'GET',
  path: '/api/vacation/get/{objectType}/{objectId}',
  access: 'vacation.read',
  input: z.object({ objectType, objectId }),
  output: z.array(z.object({ date: localDate, name: z.string().optional() })),
});
