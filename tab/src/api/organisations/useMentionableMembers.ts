import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { listMembers, Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

/**
 * Returns the members of a team whom answers may mention. Makes no call if `teamId` is undefined, because then no text
 * mentions a person.
 */
export const useMentionableMembers = (teamId: string | undefined): UseQueryResult<Member[]> => {
  const { call } = useApi();
  return useQuery({
    // The report form uses the same key, so that both share one read.
    queryKey: ['members', teamId],
    queryFn:
      teamId === undefined
        ? skipToken
        : ({ signal }) =>
            call<typeof listMembers>({ method: 'GET', path: '/api/member/list/{teamId}' }, { teamId }, signal),
    staleTime: 60_000,
  });
};
