import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type Feed = OutputOf<typeof userFeed>;

const path = { method: 'POST', path: '/api/user/feed' } as const;
const queryKey = ['feed'];

/**
 * Returns the state of the reader's calendar feed. Its `url` is null, because the server returns the address only once,
 * when it creates the address.
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
      // Removes the address from the cached state, because the address is a secret. Only the caller of the mutation
      // gets it.
      client.setQueryData<Feed>(queryKey, { ...feed, url: null });
    },
    // The server may have created or removed the address and only the reply was lost, so the state is read again.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
};
