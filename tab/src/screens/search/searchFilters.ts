import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { SearchInput } from '../../api/search/searchQuery.ts';
import { readDate } from '../../ui/text/calculateAndFormatDates.ts';
import { isId, usePutParams, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';
import type { ChangedParams } from '../../ui/router/searchParamsAndValueChecks.ts';

/** The words and the filters of the search. The page's address contains them, so that a link can open the results. */
export interface SearchFilters {
  readonly words: string;
  readonly team: string | undefined;
  readonly report: string | undefined;
  readonly who: string | undefined;
  readonly from: LocalDate | undefined;
  readonly to: LocalDate | undefined;
}

const idIn = (params: URLSearchParams, name: string): string | undefined => {
  const value = params.get(name);
  return value !== null && isId(value) ? value : undefined;
};
const dateIn = (params: URLSearchParams, name: string): LocalDate | undefined => {
  const value = params.get(name);
  return value === null ? undefined : readDate(value);
};

/** Reads the search from the query of the page's address. An invalid id or date counts as missing. */
export const readFilters = (params: URLSearchParams): SearchFilters => ({
  words: (params.get('q') ?? '').trim(),
  team: idIn(params, 'team'),
  report: idIn(params, 'report'),
  who: idIn(params, 'who'),
  from: dateIn(params, 'from'),
  to: dateIn(params, 'to'),
});

export const isBackwards = ({ from, to }: SearchFilters): boolean =>
  from !== undefined && to !== undefined && from > to;

export const hasFilter = ({ words: _words, ...filters }: SearchFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

export const inputOf = ({ words, team, report, who, from, to }: SearchFilters): SearchInput => ({
  q: words,
  ...(team === undefined ? {} : { teamId: team }),
  ...(report === undefined ? {} : { meetingId: report }),
  ...(who === undefined ? {} : { memberId: who }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

export type ChangeSearch = (changed: ChangedParams) => void;

export const useSearchFilters = (): readonly [SearchFilters, ChangeSearch] => {
  const params = useSearchParams();
  return [readFilters(params), usePutParams()];
};
