import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getWeeklyTrends, WeeklyTrends } from '#contracts/reports/getWeeklyTrends.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { weekIn } from '../../ui/text/weekdays.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type TrendWeeks = '4' | '12' | '26';

interface WeeklyTrendQuery {
  readonly teamId: string;
  /** The report whose trends to read; undefined = all reports of the team together. */
  readonly meetingId?: string | undefined;
  readonly weeks: TrendWeeks;
}

/** Reads the trends by week. Weeks begin on the first day of the week in the reader's calendar. */
export const useWeeklyTrends = ({ teamId, meetingId, weeks }: WeeklyTrendQuery): UseQueryResult<WeeklyTrends> => {
  const { call } = useApi();
  const { locale } = useReader();
  const [weekStart] = weekIn(locale);
  // The key of a single report's trends begins with the key of the report (`meeting`), so that a change of the report
  // also reads its trends again.
  const scope = meetingId === undefined ? ['teamTrends', teamId] : ['meeting', meetingId, 'weeklyTrends'];
  return useQuery({
    queryKey: [...scope, weeks, weekStart],
    queryFn: ({ signal }) =>
      call<typeof getWeeklyTrends>(
        { method: 'GET', path: '/api/report/weeklytrends/{teamId}[/{meetingId}]' },
        { teamId, meetingId, weeks, weekStart },
        signal,
      ),
    staleTime: 60_000,
  });
};
