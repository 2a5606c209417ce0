import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { listTeams, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export const useTeamList = (): UseQueryResult<Team[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => call<typeof listTeams>({ method: 'GET', path: '/api/team/list' }, {}, signal),
    staleTime: 60_000,
  });
};
