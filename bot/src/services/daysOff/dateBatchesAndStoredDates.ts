import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Kind, Records } from '../../store/recordKindsAndAccess.ts';
import type { dayHoliday, dayVacation, vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

/**
 * Largest number of dates in one transaction of at most 100 steps: two rows for each date (the day and its copy), and
 * one row for the log.
 */
const perTransaction = 45;

export const inBatches = (dates: readonly LocalDate[]): LocalDate[][] =>
  Array.from({ length: Math.ceil(dates.length / perTransaction) }, (_, index) =>
    dates.slice(index * perTransaction, (index + 1) * perTransaction),
  );

export const logFields = (deps: Pick<Deps, 'newId' | 'clock'>, actor: Actor) => ({
  ...{ eventKey: deps.newId(), actor: actor.name, atMs: deps.clock.now() },
});

export const presenceOf = async <K extends { readonly date: LocalDate }>(
  records: Records<OrgId>,
  of: Kind<OrgId, K, (typeof dayHoliday | typeof dayVacation | typeof vacation)['schema']>,
  keyOf: (date: LocalDate) => K,
  dates: readonly LocalDate[],
): Promise<Set<LocalDate>> => {
  const rows = await Promise.all(dates.map((date) => records.get(of, keyOf(date))));
  return new Set(dates.filter((_, index) => rows[index] !== undefined));
};
