import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Attention, getAttention } from '#contracts/attention/getAttention.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

const refreshMs = 60_000;

/** Returns the blockers, members and goals of the team that need attention today, the most urgent first. */
export const useAttention = (teamId: string): UseQueryResult<Attention> => {
  const { call } = useApi();
  return useQuery({
    // The key begins with `report`, so that a change of a blocker, which invalidates that key, also reads this list
    // again.
    queryKey: ['report', 'attention', teamId],
    queryFn: ({ signal }) =>
      call<typeof getAttention>({ method: 'GET', path: '/api/report/attention/{teamId}' }, { teamId }, signal),
    staleTime: refreshMs,
  });
};
