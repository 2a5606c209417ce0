import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MeetingListItem } from '#contracts/meeting.ts';
import type { Team } from '#contracts/team.ts';
import { useChangeParams, usePutParam } from '../../../ui/params.ts';

export const states = ['any', 'active', 'deactivated'] as const;
export type StateFilter = (typeof states)[number];

/** What of the list is shown; lives in the page's address. */
export interface ListFilters {
  readonly search: string;
  readonly state: StateFilter;
  /** A team's id, `all`, or undefined for the one chosen for the whole app. */
  readonly team: string | undefined;
  readonly setSearch: (text: string) => void;
  readonly setState: (state: StateFilter) => void;
  readonly setTeam: (team: string | undefined, how?: { readonly replace?: boolean }) => void;
  readonly clear: () => void;
}

const readState = (value: string | null): StateFilter => states.find((one) => one === value) ?? 'any';

export const useListFilters = (): ListFilters => {
  const [params] = useSearchParams();
  const change = useChangeParams();
  const put = usePutParam();
  return {
    search: params.get('search') ?? '',
    state: readState(params.get('state')),
    team: params.get('team') ?? undefined,
    setSearch: (text) => {
      // A step back for every letter would lead nowhere.
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

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Those with every word of the search in their name, and of the wanted state. */
export const filtered = (
  meetings: readonly MeetingListItem[],
  { search, state }: Pick<ListFilters, 'search' | 'state'>,
): readonly MeetingListItem[] => {
  const wanted = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return meetings.filter(
    ({ name, isEnabled }) =>
      (state === 'any' || isEnabled === (state === 'active')) && wanted.every((word) => plain(name).includes(word)),
  );
};

interface Teams {
  readonly teams: readonly Team[];
  readonly selected: Team;
  readonly select: (id: string) => void;
}

/**
 * The team shown, or `all`. A team in the address becomes the one chosen for the whole app, as the header shows it; once another
 * is chosen there, the address gives way.
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
    // `select` and `setTeam` are new at each drawing; when to use them depends on these two alone.
  }, [wanted, selected.id]);
  return team === 'all' ? 'all' : (wanted ?? selected.id);
};
