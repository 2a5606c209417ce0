import type { UseQueryResult } from '@tanstack/react-query';
import type { Attention, getAttention } from '#contracts/attention/getAttention.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

const refreshMs = 60_000;

/** Returns the blockers, members and goals of the team that need attention today, the most urgent first. */
export const useAttention = (teamId: string): UseQueryResult<Attention> =>
  useCallQuery<typeof getAttention>({
    route: { method: 'GET', path: '/api/report/attention/{teamId}' },
    input: { teamId },
    // The key begins with `report`, so that a change of a blocker, which invalidates that key, also reads this list
    // again.
    queryKey: ['report', 'attention', teamId],
    staleTime: refreshMs,
  });
