import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type Feed = OutputOf<typeof userFeed>;

const path = { method: 'POST', path: '/api/user/feed' } as const;
const queryKey = ['feed'];

/**
 * Returns the state of the reader's calendar feed. The server returns the address itself only when it creates a new
 * address.
 */
export const useFeed = (): UseQueryResult<Feed> => {
  const { call } = useApi();
  return useQuery({ queryKey, queryFn: ({ signal }) => call<typeof userFeed>(path, { action: 'SHOW' }, signal) });
};

export const useChangeFeed = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: 'RENEW' | 'END') => call<typeof userFeed>(path, { action }),
    onSuccess: (feed) => {
      // Keeps the secret address out of the cache: only the caller of the mutation gets it.
      client.setQueryData<Feed>(queryKey, { ...feed, url: null });
    },
    // If only the reply was lost, the server has created or removed the address.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
};
