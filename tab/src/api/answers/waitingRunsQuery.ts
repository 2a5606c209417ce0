import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getWaiting, WaitingRun } from '#contracts/answers/getWaitingRuns.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export const useWaiting = (): UseQueryResult<readonly WaitingRun[]> => {
  const { call } = useApi();
  return useQuery({
    // The key begins with `report`, so that every change that invalidates the reports of a day, such as a saved answer,
    // also reads this list again.
    queryKey: ['report', 'waiting'],
    queryFn: async ({ signal }): Promise<readonly WaitingRun[]> =>
      (await call<typeof getWaiting>({ method: 'GET', path: '/api/report/waiting' }, {}, signal)).runs,
    // There is no polling: after the end of the session, a request in the background would send the reader to the
    // sign-in page.
    refetchOnWindowFocus: true,
    retry: false,
  });
};
