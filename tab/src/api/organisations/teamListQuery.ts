import type { UseQueryResult } from '@tanstack/react-query';
import type { listTeams, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

export const useTeamList = (): UseQueryResult<Team[]> =>
  useCallQuery<typeof listTeams>({
    route: { method: 'GET', path: '/api/team/list' },
    input: {},
    queryKey: ['teams'],
    staleTime: 60_000,
  });
