import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiClient.ts';
import { freshMs } from './answerCallsFromDashboardReply.ts';

const mayRecover = new Set(['INVALID_ENDPOINT', 'UNAVAILABLE', 'INTERNAL']);

/** True if the error leaves open whether the server handled the call, for example because the reply was lost. */
export const isWithoutResult = (error: unknown): boolean => error instanceof ApiError && mayRecover.has(error.code);

/**
 * Creates the cache of the server's data. A failed read is repeated up to `retries` times if the server may not have
 * handled it (`isWithoutResult`); a refused read is never repeated.
 */
export const createQueryClient = (retries: number): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // `always` runs queries while the browser is offline too. A query that waits for the connection would show
        // nothing; a failed query shows the failure and a retry button.
        networkMode: 'always',
        staleTime: freshMs,
        retry: (failures, error) => isWithoutResult(error) && failures < retries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Drafts stay in the cache until they are sent or discarded, or their writer signs out.
  client.setQueryDefaults(['draft'], { gcTime: Infinity, staleTime: Infinity });
  return client;
};
