import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { userFeed } from '#contracts/calendarFeed.ts';
import type { OutputOf } from '#contracts/endpoint.ts';
import { useApi } from './context.ts';

export type Feed = OutputOf<typeof userFeed>;

const path = { method: 'POST', path: '/api/user/feed' } as const;
const queryKey = ['feed'];

/** Whether the reader has an address for their calendar; the address itself is told only when it is made. */
export const useFeed = (): UseQueryResult<Feed> => {
  const { call } = useApi();
  return useQuery({ queryKey, queryFn: ({ signal }) => call<typeof userFeed>(path, { action: 'SHOW' }, signal) });
};

/** A new address in place of the one there is, or none any more. */
export const useChangeFeed = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: 'RENEW' | 'END') => call<typeof userFeed>(path, { action }),
    onSuccess: (feed) => {
      // The address stays with who asked for it: nothing else of the page keeps it.
      client.setQueryData<Feed>(queryKey, { ...feed, url: null });
    },
  });
};
