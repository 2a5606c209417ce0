import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, memberId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { runEffect } from '../meetings/runEffect.ts';
import { text } from '../core/textField.ts';

/** Team: holidays, written by admins. User: a member's own days, written by them and by admins; its id is the member id. */
export const vacationObjects = ['Team', 'User'] as const;

const objectType = z.enum(vacationObjects, 'invalid.choice');
const objectId = z.union([teamId, memberId], 'invalid.id');

const dateList = z
  .array(localDate, 'invalid.list')
  .min(1, 'invalid.list')
  .max(limits.vacationDates, 'invalid.tooMany')
  .transform((list) => [...new Set(list)].sort());

/** In a query a list is written with commas. */
const datesAnywhere = z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), dateList);

const changed = z.object({
  /** The sent dates that were new (save) or that existed (delete). */
  dates: z.array(localDate),
  /** Open runs that were cancelled because a holiday was added for today. */
  runs: z.array(runEffect),
});

/** Adds these dates; existing ones stay. The body is the list of dates. */
export const saveVacation = endpoint({
  method: 'POST',
  path: '/api/vacation/save/{objectType}/{objectId}',
  access: 'vacation.write',
  bodyAs: 'dates',
  input: z.object({
    objectType,
    objectId,
    dates: dateList,
    /** Names of team holidays, by their dates: sent in a body of its own, `{ dates, names }`. */
    names: z.record(localDate, text({ max: limits.nameLength })).optional(),
  }),
  output: changed,
});
/** Body or query. */
export const deleteVacation = endpoint({
  method: 'DELETE',
  path: '/api/vacation/delete',
  access: 'vacation.write',
  input: z.object({ objectType, objectId, dates: datesAnywhere }),
  output: changed,
});
/** Oldest first. A team holiday that was given a name has it. */
export const getVacations = endpoint({
  method: 'GET',
  path: '/api/vacation/get/{objectType}/{objectId}',
  access: 'vacation.read',
  input: z.object({ objectType, objectId }),
  output: z.array(z.object({ date: localDate, name: z.string().optional() })),
});
