import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getActivities } from '#contracts/reports/getActivities.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { getPersonReport, PersonReport } from '#contracts/reports/personReport.ts';

export interface ActivityQuery {
  readonly meetingId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly zone: string;
  readonly page: number;
}

/** Returns pages of a report's activity log, newest entries first: one page for each of the `queries`. */
export const useActivities = (queries: readonly ActivityQuery[]) => {
  const { call } = useApi();
  return useQueries({
    queries: queries.map(({ meetingId, from, to, zone, page }) => ({
      queryKey: ['activity', meetingId, from, to, zone, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<typeof getActivities>(
          { method: 'POST', path: '/api/activity/get' },
          {
            objectType: 'Meeting',
            objectId: meetingId,
            startDate: from,
            endDate: to,
            timezone: zone,
            pageNumber: page,
          },
          signal,
        ),
    })),
  });
};

interface PersonQuery {
  readonly memberId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

export const usePersonReport = ({ memberId, from, to }: PersonQuery): UseQueryResult<PersonReport> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['person', memberId, from, to],
    queryFn: ({ signal }) =>
      call<typeof getPersonReport>(
        { method: 'GET', path: '/api/report/person/{memberId}' },
        { memberId, from, to },
        signal,
      ),
  });
};
