import { useQuery } from '@tanstack/react-query';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { listTimezones } from '#contracts/people/listTimezones.ts';

export type Timezones = OutputOf<typeof listTimezones>;

/**
 * Returns every time zone with its current offset. The default is `zone`, the browser's zone, if the server knows it.
 */
export const useTimezones = (zone: string): UseQueryResult<Timezones> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['timezones', zone],
    queryFn: ({ signal }) =>
      call<typeof listTimezones>({ method: 'GET', path: '/api/timezone/list' }, { zone }, signal),
    staleTime: 3_600_000,
  });
};
