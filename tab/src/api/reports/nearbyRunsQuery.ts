import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { getNearbyRuns, NearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

interface NearbyQuery {
  readonly teamId: string;
  readonly meetingId: string | undefined;
  readonly date: LocalDate;
}

/** Returns the last day before `date` with answers, and the next run. */
export const useNearbyRuns = ({ teamId, meetingId, date }: NearbyQuery): UseQueryResult<NearbyRuns> =>
  useCallQuery<typeof getNearbyRuns>({
    route: { method: 'GET', path: '/api/report/nearby/{teamId}' },
    input: { teamId, date, meetingId },
    // The key begins with `report`, so that every change that invalidates the reports of a day also reads this data
    // again.
    queryKey: ['report', 'nearby', teamId, date, meetingId ?? 'all'],
    retry: false,
  });
