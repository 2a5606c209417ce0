import { useEffect, useRef } from 'react';
import type { MeetingListItem } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useChangeParams, usePutParam, useSearchParams } from '../../../ui/router/searchParamsAndValueChecks.ts';

export const states = ['any', 'active', 'deactivated'] as const;
export type StateFilter = (typeof states)[number];

/** The filters of the list. The page's address contains them, so that Back restores the list. */
export interface ListFilters {
  readonly search: string;
  readonly state: StateFilter;
  /** A team's id, or `all`; undefined = the selected team of the app. */
  readonly team: string | undefined;
  readonly setSearch: (text: string) => void;
  readonly setState: (state: StateFilter) => void;
  readonly setTeam: (team: string | undefined, how?: { readonly replace?: boolean }) => void;
  readonly clear: () => void;
}

const readState = (value: string | null): StateFilter => states.find((state) => state === value) ?? 'any';

export const useListFilters = (): ListFilters => {
  const params = useSearchParams();
  const change = useChangeParams();
  const put = usePutParam();
  return {
    search: params.get('search') ?? '',
    state: readState(params.get('state')),
    team: params.get('team') ?? undefined,
    setSearch: (text) => {
      // Replaces the history entry, because otherwise each press of Back would remove only one typed letter.
      put('search', text === '' ? undefined : text, { replace: true });
    },
    setState: (state) => {
      put('state', state === 'any' ? undefined : state);
    },
    setTeam: (team, how) => {
      put('team', team, how);
    },
    clear: () => {
      change((kept) => {
        kept.delete('search');
        kept.delete('state');
      });
    },
  };
};

/** Returns the reports that have the chosen state and whose names contain every word of the search, in any order. */
export const filtered = (
  meetings: readonly MeetingListItem[],
  { search, state }: Pick<ListFilters, 'search' | 'state'>,
): readonly MeetingListItem[] => {
  const wanted = searchedName(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return meetings.filter(
    ({ name, isEnabled }) =>
      (state === 'any' || isEnabled === (state === 'active')) &&
      wanted.every((word) => searchedName(name).includes(word)),
  );
};

interface Teams {
  readonly teams: readonly Team[];
  readonly selected: Team;
  readonly select: (id: string) => void;
}

/**
 * Returns the id of the team whose reports are shown, or `all`. A team in the page's address becomes the selected team
 * of the app. When the reader then selects another team, the address loses its team.
 */
export const useShownTeam = (
  { team, setTeam }: Pick<ListFilters, 'team' | 'setTeam'>,
  { teams, selected, select }: Teams,
): string => {
  const applied = useRef<string>(undefined);
  const wanted = teams.find(({ id }) => id === team)?.id;
  useEffect(() => {
    if (wanted === undefined) return;
    if (applied.current !== wanted) {
      applied.current = wanted;
      select(wanted);
    } else if (wanted !== selected.id) {
      applied.current = undefined;
      setTeam(undefined, { replace: true });
    }
    // `select` and `setTeam` are new functions at each render, so only these two values may trigger the effect.
  }, [wanted, selected.id]);
  return team === 'all' ? 'all' : (wanted ?? selected.id);
};
