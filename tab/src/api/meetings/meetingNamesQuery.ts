import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { getAllMeetings } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type MeetingName = OutputOf<typeof getAllMeetings>[number];

export const useMeetingNames = (teamId: string): UseQueryResult<MeetingName[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['meetings', teamId],
    queryFn: ({ signal }) =>
      call<typeof getAllMeetings>({ method: 'GET', path: '/api/meeting/getall/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};
