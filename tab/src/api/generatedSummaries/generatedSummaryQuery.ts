import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  GeneratedSummary,
  getGeneratedSummary,
  writeGeneratedSummary,
} from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export interface SummaryRun {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /**
   * Text with the run's state and its number of answers. It is part of the query key, so that a change of either reads
   * the summary again.
   */
  readonly version: string;
  readonly isLive: boolean;
}

const writingMs = 3000;
const liveMs = 60_000;

/**
 * True if the server refused because the organisation is read-only or paused. Stored summaries of such an organisation
 * can be read, but the server writes no new ones.
 */
const isReadOnly = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ORG_READ_ONLY' || error.code === 'ORG_PAUSED');

/**
 * Returns the generated summary of a run. If the run needs a new summary, asks the server to write one and reads again
 * every three seconds until it is written; while `isLive`, reads again every minute.
 */
export const useGeneratedSummary = (run: SummaryRun): UseQueryResult<GeneratedSummary> => {
  const { call } = useApi();
  const { version, isLive, ...key } = run;
  return useQuery({
    // The key begins with `report`, so that a change of an answer, which invalidates that key, also reads the summary
    // again.
    queryKey: ['report', 'generated', key.teamId, key.meetingId, key.date, version],
    queryFn: async ({ signal }) => {
      const path = '/api/report/generated/{teamId}/{meetingId}/{date}';
      const stored = await call<typeof getGeneratedSummary>({ method: 'GET', path }, key, signal);
      if (stored.state !== 'NEEDED') return stored;
      try {
        return await call<typeof writeGeneratedSummary>({ method: 'POST', path: '/api/report/generated' }, key, signal);
      } catch (error) {
        if (isReadOnly(error)) return { ...stored, state: 'OFF' as const };
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'WRITING' || data?.state === 'NEEDED') return writingMs;
      return isLive && data !== undefined && data.state !== 'OFF' ? liveMs : false;
    },
    staleTime: liveMs,
  });
};
