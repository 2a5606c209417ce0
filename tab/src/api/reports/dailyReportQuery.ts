import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DailyReport, getReport } from '#contracts/reports/dailyReport.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

const reportMs = 15_000;

interface ReportQuery {
  readonly teamId: string;
  readonly meetingId: string | undefined;
  readonly date: LocalDate;
  /** True to read the report again every 15 seconds while the page is visible. */
  readonly isLive: boolean;
}

export const useReport = ({ teamId, meetingId, date, isLive }: ReportQuery): UseQueryResult<DailyReport> =>
  useCallQuery<typeof getReport>({
    route: { method: 'GET', path: '/api/meeting/getreport/{teamId}/meeting[/{meetingId}]' },
    input: { teamId, meetingId, date },
    queryKey: ['report', teamId, date, meetingId ?? 'all'],
    refetchInterval: isLive ? reportMs : false,
    refetchOnWindowFocus: isLive,
  });
