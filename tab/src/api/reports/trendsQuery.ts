import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getTrends, Trends } from '#contracts/reports/getTrends.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type TrendDays = '30' | '90';

interface TrendQuery {
  readonly teamId: string;
  readonly meetingId: string;
  readonly days: TrendDays;
}

export const useTrends = ({ teamId, meetingId, days }: TrendQuery): UseQueryResult<Trends> => {
  const { call } = useApi();
  return useQuery({
    // The key begins with the key of the report (`meeting`), so that a change of the report also reads its trends
    // again.
    queryKey: ['meeting', meetingId, 'trends', days],
    queryFn: ({ signal }) =>
      call<typeof getTrends>(
        { method: 'GET', path: '/api/report/trends/{teamId}/{meetingId}' },
        { teamId, meetingId, days },
        signal,
      ),
    staleTime: 60_000,
  });
};
