import type { BlockerListInput } from '../../api/blockers/blockerQueriesAndMutations.ts';
import { isId, oneOf, usePutParams, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import type { ChangedParams } from '../../ui/router/searchParamsAndValueChecks.ts';

export const stateFilters = ['UNRESOLVED', 'OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED', 'ALL'] as const;
export type StateFilter = (typeof stateFilters)[number];

export const ageFilters = [0, 1, 3, 5, 10] as const;

export const sorts = ['AGE', 'MEMBER', 'REPORT', 'STATE', 'NEEDED'] as const;
export type Sort = (typeof sorts)[number];

export const whoFilters = ['ANYONE', 'MINE', 'NEEDS_ME'] as const;

/** The filter of the page. The page's address contains it, so that a link can open a filtered list. */
export interface BlockerFilters {
  /** A team's id, or `all`. */
  readonly team: string;
  /** A report's id, or `all`. */
  readonly report: string;
  readonly state: StateFilter;
  /** One of `whoFilters`, or the member id of a person who is blocked or needed. */
  readonly who: string;
  readonly age: number;
  readonly sort: Sort;
  readonly isDescending: boolean;
  readonly page: number;
}

const idOr = (value: string | null, other: string): string => (value !== null && isId(value) ? value : other);
export const isPerson = (who: string): boolean => isId(who);

/** Reads the filter from the query of the page's address. A missing or unknown value counts as the default. */
export const readFilters = (params: URLSearchParams): BlockerFilters => {
  const sort = oneOf(sorts, params.get('sort'), 'AGE');
  const page = Number(params.get('page'));
  return {
    team: idOr(params.get('team'), 'all'),
    report: idOr(params.get('report'), 'all'),
    state: oneOf(stateFilters, params.get('state'), 'UNRESOLVED'),
    who: idOr(params.get('who'), oneOf(whoFilters, params.get('who'), 'ANYONE')),
    age: ageFilters.find((days) => String(days) === params.get('age')) ?? 0,
    sort,
    // By default, blockers are sorted by age, oldest first. Any other order is ascending.
    isDescending: params.get('order') === null ? sort === 'AGE' : params.get('order') === 'DESC',
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
};

const allStates = ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'] as const;

const statesOf = (state: StateFilter): BlockerListInput['states'] => {
  if (state === 'UNRESOLVED') return [];
  return state === 'ALL' ? [...allStates] : [state];
};

/**
 * Returns the filter as input of the call that lists blockers. `meId` is the reader's member id; null = the reader is
 * no member.
 */
export const inputOf = (filters: BlockerFilters, meId: string | null): BlockerListInput => ({
  ...(filters.team === 'all' ? {} : { teamId: filters.team }),
  ...(filters.report === 'all' ? {} : { meetingId: filters.report }),
  ...(filters.who === 'MINE' && meId !== null ? { memberId: meId } : {}),
  ...(filters.who === 'NEEDS_ME' && meId !== null ? { neededId: meId } : {}),
  ...(isPerson(filters.who) ? { personId: filters.who } : {}),
  ...(filters.age === 0 ? {} : { minDays: filters.age }),
  states: statesOf(filters.state),
  sort: filters.sort,
  isDescending: filters.isDescending,
  pageNumber: filters.page,
});

export type ChangeFilter = (changed: ChangedParams, how?: { readonly replace: boolean }) => void;

/**
 * Returns the filter, and a function that changes it. Every change opens the first page, unless it changes the page
 * itself.
 */
export const useBlockerFilters = (): readonly [BlockerFilters, ChangeFilter] => {
  const params = useSearchParams();
  const put = usePutParams();
  return [
    readFilters(params),
    (changed, how) => {
      put({ page: undefined, ...changed }, how);
    },
  ];
};
