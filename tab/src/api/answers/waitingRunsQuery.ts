import type { UseQueryResult } from '@tanstack/react-query';
import type { getWaiting, WaitingRun } from '#contracts/answers/getWaitingRuns.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

export const useWaiting = (): UseQueryResult<readonly WaitingRun[]> =>
  useCallQuery<typeof getWaiting, readonly WaitingRun[]>({
    route: { method: 'GET', path: '/api/report/waiting' },
    input: {},
    // The key begins with `report`, so that every change that invalidates the reports of a day, such as a saved answer,
    // also reads this list again.
    queryKey: ['report', 'waiting'],
    select: ({ runs }) => runs,
    // There is no polling: after the end of the session, a request in the background would send the reader to the
    // sign-in page.
    refetchOnWindowFocus: true,
    retry: false,
  });
