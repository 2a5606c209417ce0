import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { RollupQuery } from '#contracts/rollup/rollupQueryAndResult.ts';
import { addDays, daysBetween, mondayOf } from '../core/zonedTimeAndCalendarDates.ts';

export interface RollupPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

type PeriodQuery = Pick<RollupQuery, 'preset' | 'from' | 'to' | 'weeks' | 'anchor'>;

const refuse = (message: 'rollup.dateMissing' | 'rollup.dateOrder' | 'rollup.tooLong', field: string): never => {
  throw new AppError('INVALID_INPUT', {
    message,
    path: [field],
    ...(message === 'rollup.tooLong' ? { values: { days: times.rollupDays } } : {}),
  });
};

const weekFrom = (monday: LocalDate): RollupPeriod => ({ from: monday, to: addDays(monday, 6) });

const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 8)}01` as LocalDate;

const monthOf = (date: LocalDate): RollupPeriod => {
  const from = firstOfMonth(date);
  // The 31st day after the first of a month is always in the next month.
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) };
};

/**
 * Returns the sprint that is `back` sprints before the sprint of today. Sprints have `weeks` weeks and follow each
 * other before and after the anchor, the first day of one sprint.
 */
const sprintOf = ({ weeks, anchor }: PeriodQuery, today: LocalDate, back: number): RollupPeriod => {
  if (weeks === undefined) return refuse('rollup.dateMissing', 'weeks');
  if (anchor === undefined) return refuse('rollup.dateMissing', 'anchor');
  const length = 7 * weeks;
  const from = addDays(anchor, length * (Math.floor(daysBetween(anchor, today) / length) - back));
  return { from, to: addDays(from, length - 1) };
};

const rangeOf = ({ from, to }: PeriodQuery): RollupPeriod => {
  if (from === undefined) return refuse('rollup.dateMissing', 'from');
  if (to === undefined) return refuse('rollup.dateMissing', 'to');
  if (from > to) return refuse('rollup.dateOrder', 'from');
  if (daysBetween(from, to) >= times.rollupDays) return refuse('rollup.tooLong', 'from');
  return { from, to };
};

/**
 * Returns the days of a roll-up. `today`: today's date for the reader. Throws INVALID_INPUT with the field that is
 * wrong.
 */
export const rollupPeriod = (query: PeriodQuery, today: LocalDate): RollupPeriod => {
  switch (query.preset) {
    case 'THIS_WEEK':
      return weekFrom(mondayOf(today));
    case 'LAST_WEEK':
      return weekFrom(addDays(mondayOf(today), -7));
    case 'SPRINT':
      return sprintOf(query, today, 0);
    case 'LAST_SPRINT':
      return sprintOf(query, today, 1);
    case 'THIS_MONTH':
      return monthOf(today);
    case 'LAST_MONTH':
      return monthOf(addDays(firstOfMonth(today), -1));
    case 'RANGE':
      return rangeOf(query);
  }
};
