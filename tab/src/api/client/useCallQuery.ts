import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { Route } from './apiClient.ts';
import { useApi } from './apiContextAndSessionHooks.ts';

interface CallQuery<E extends Endpoint, Data> extends Pick<
  UseQueryOptions<OutputOf<E>, Error, Data>,
  'queryKey' | 'refetchInterval' | 'refetchOnWindowFocus' | 'retry' | 'select' | 'staleTime'
> {
  readonly route: Route<E>;
  readonly input: InputOf<E>;
  readonly enabled?: boolean;
}

/**
 * Returns the reply of a call as a query. If the dashboard's reply contains the part, the query has its data in its
 * first render, so that the page is drawn only once. A query that is not enabled uses no part.
 */
export const useCallQuery = <E extends Endpoint, Data = OutputOf<E>>({
  route,
  input,
  ...options
}: CallQuery<E, Data>): UseQueryResult<Data> => {
  const { call, takeFromDashboard } = useApi();
  return useQuery({
    queryFn: ({ signal }) => call<E>(route, input, signal),
    initialData: () => (options.enabled === false ? undefined : takeFromDashboard<E>(route, input)),
    ...options,
  });
};
