import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getWaiting, WaitingRun } from '#contracts/answers/getWaitingRuns.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export const useWaiting = (): UseQueryResult<readonly WaitingRun[]> => {
  const { call } = useApi();
  return useQuery({
    // The key begins with the reports' own key, so that every change that invalidates a day, such as a saved answer,
    // also invalidates this list.
    queryKey: ['report', 'waiting'],
    queryFn: async ({ signal }): Promise<readonly WaitingRun[]> =>
      (await call<typeof getWaiting>({ method: 'GET', path: '/api/report/waiting' }, {}, signal)).runs,
    // No polling: once the session is over, a request in the background would send the reader to the sign-in page.
    refetchOnWindowFocus: true,
    retry: false,
  });
};
