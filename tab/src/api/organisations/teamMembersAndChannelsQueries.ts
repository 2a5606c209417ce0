import { useQuery } from '@tanstack/react-query';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { listMembers, Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { teamChannels } from '#contracts/teamsSync/listTeamChannels.ts';

export const useMembers = (teamId: string): UseQueryResult<Member[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['members', teamId],
    queryFn: ({ signal }) =>
      call<typeof listMembers>({ method: 'GET', path: '/api/member/list/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};

export type Channels = OutputOf<typeof teamChannels>;

export const useChannels = (teamId: string): UseQueryResult<Channels> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['channels', teamId],
    queryFn: ({ signal }) =>
      call<typeof teamChannels>({ method: 'GET', path: '/api/team/channels/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};
