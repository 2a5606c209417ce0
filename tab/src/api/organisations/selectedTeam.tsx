import { createContext, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useTeamList } from './teamListQuery.ts';

export type TeamState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  /**
   * The reader belongs to no team: the product is not connected to a team of the reader, or an admin has disabled the
   * reader.
   */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'ready';
      readonly teams: readonly Team[];
      readonly selected: Team;
      readonly select: (id: string) => void;
    };

const TeamContext = createContext<TeamState>({ kind: 'loading' });
export const useTeam = (): TeamState => useContext(TeamContext);

/** Provides the selected team: the reader's last selection if this team still exists, else the first team. */
export const TeamProvider = ({ children }: { readonly children: ReactNode }) => {
  const { session } = useApi();
  const { data, error, refetch } = useTeamList();
  const [chosen, setChosen] = useState(() => session.storage().get(storageKeys.selectedTeam));
  const state = useMemo((): TeamState => {
    if (data === undefined)
      return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry: () => void refetch() };
    const [first] = data;
    if (first === undefined) return { kind: 'none' };
    const select = (id: string): void => {
      session.storage().set(storageKeys.selectedTeam, id);
      setChosen(id);
    };
    return { kind: 'ready', teams: data, selected: data.find((team) => team.id === chosen) ?? first, select };
  }, [data, error, refetch, chosen, session]);
  return <TeamContext value={state}>{children}</TeamContext>;
};
