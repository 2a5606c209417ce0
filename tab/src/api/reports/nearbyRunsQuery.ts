import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { getNearbyRuns, NearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

interface NearbyQuery {
  readonly teamId: string;
  readonly meetingId: string | undefined;
  readonly date: LocalDate;
}

/** Returns the last day before `date` with answers, and the next run. */
export const useNearbyRuns = ({ teamId, meetingId, date }: NearbyQuery): UseQueryResult<NearbyRuns> => {
  const { call } = useApi();
  return useQuery({
    // The key begins with `report`, so that every change that invalidates the reports of a day also reads this data
    // again.
    queryKey: ['report', 'nearby', teamId, date, meetingId ?? 'all'],
    queryFn: ({ signal }) =>
      call<typeof getNearbyRuns>(
        { method: 'GET', path: '/api/report/nearby/{teamId}' },
        { teamId, date, meetingId },
        signal,
      ),
    retry: false,
  });
};
