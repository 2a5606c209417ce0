import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { getAllMeetings } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

export type MeetingName = OutputOf<typeof getAllMeetings>[number];

export const useMeetingNames = (teamId: string): UseQueryResult<MeetingName[]> =>
  useCallQuery<typeof getAllMeetings>({
    route: { method: 'GET', path: '/api/meeting/getall/{teamId}' },
    input: { teamId },
    queryKey: ['meetings', teamId],
    staleTime: 60_000,
  });
