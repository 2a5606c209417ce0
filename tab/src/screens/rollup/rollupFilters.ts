import { useMemo } from 'react';
import { limits, times } from '#contracts/core/limitsAndProductConstants.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { isRange, lastDays, useCorrectedDates } from '../../parts/dateRangeInUrl.ts';
import type { Range } from '../../parts/dateRangeInUrl.ts';
import { mondayOf, readDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { isId, oneOf, usePutParams, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import type { ChangedParams } from '../../ui/router/searchParamsAndValueChecks.ts';

export const periods = [
  ...(['THIS_WEEK', 'LAST_WEEK', 'SPRINT', 'LAST_SPRINT', 'THIS_MONTH', 'LAST_MONTH'] as const),
  'RANGE',
] as const;
export type Period = (typeof periods)[number];

export const groupings = ['PERSON', 'DAY', 'QUESTION'] as const;
export type Grouping = (typeof groupings)[number];

/** The filter of the page. The page's address contains it, so that a link opens the same roll-up. */
export interface RollupFilters {
  /** A team's id, or `all`. */
  readonly team: string;
  readonly reports: readonly string[];
  readonly people: readonly string[];
  readonly period: Period;
  readonly by: Grouping;
  readonly weeks: number;
  readonly anchor: LocalDate;
  readonly range: Range;
}

const idsOf = (value: string | null, most: number): string[] =>
  [...new Set((value ?? '').split(',').filter(isId))].slice(0, most);

export const usualWeeks = 2;

/** Reads the filter from the query of the page's address. A missing or invalid value counts as the default. */
export const readFilters = (params: URLSearchParams, today: LocalDate): RollupFilters => {
  const team = params.get('team') ?? '';
  const weeks = Number(params.get('weeks'));
  const usual = lastDays(today);
  const range = { from: readDate(params.get('from')) ?? usual.from, to: readDate(params.get('to')) ?? usual.to };
  return {
    team: isId(team) ? team : 'all',
    reports: idsOf(params.get('reports'), limits.rollupMeetings),
    people: idsOf(params.get('people'), limits.rollupPeople),
    period: oneOf(periods, params.get('period'), 'THIS_WEEK'),
    by: oneOf(groupings, params.get('by'), 'PERSON'),
    weeks: Number.isInteger(weeks) && weeks >= 1 && weeks <= limits.sprintWeeks ? weeks : usualWeeks,
    anchor: readDate(params.get('anchor')) ?? mondayOf(today),
    range: isRange(range, times.rollupDays) ? range : usual,
  };
};

export const inputOf = ({ team, reports, people, period, by, weeks, anchor, range }: RollupFilters): RollupInput => ({
  ...(team === 'all' ? {} : { teamId: team }),
  ...(reports.length === 0 ? {} : { meetings: reports.join(',') }),
  ...(people.length === 0 ? {} : { people: people.join(',') }),
  preset: period,
  ...(period === 'SPRINT' || period === 'LAST_SPRINT' ? { weeks: String(weeks), anchor } : {}),
  ...(period === 'RANGE' ? range : {}),
  by,
});

export type ChangeFilter = (changed: ChangedParams) => void;

export const useRollupFilters = (): readonly [RollupFilters, ChangeFilter] => {
  const today = useToday();
  const params = useSearchParams();
  const put = usePutParams();
  const filters = useMemo(() => readFilters(params, today), [params, today]);
  const { period, range } = filters;
  const differs = (name: keyof Range): boolean => params.has(name) && params.get(name) !== range[name];
  useCorrectedDates({
    hasWrongDates: period === 'RANGE' && (differs('from') || differs('to')),
    dropWrongDates: () => {
      put({ from: undefined, to: undefined }, { replace: true });
    },
  });
  return [filters, put];
};
