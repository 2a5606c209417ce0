import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getCard } from '#contracts/answer.ts';
import type { OutputOf } from '#contracts/endpoint.ts';
import type { LocalDate } from '#contracts/ids.ts';
import type { PreviewRun, previewMeeting } from '#contracts/meetingPreview.ts';
import { useApi } from './context.ts';

// The run that has not opened yet, for who wants to answer it before.

const refreshMs = 300_000;

/** The next run of a report, with whom it asks; none when it is not planned. */
export const useNextRun = (meetingId: string): UseQueryResult<PreviewRun[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['ahead', meetingId, 'run'],
    queryFn: ({ signal }) =>
      call<typeof previewMeeting>(
        { method: 'POST', path: '/api/meeting/preview' },
        { meeting: meetingId, count: 1 },
        signal,
      ),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
  });
};

/** Whether the reader's answer to that run is asked for, or there. Not asked while there is no such run. */
export const useAheadState = (
  meetingId: string,
  date: LocalDate | undefined,
): UseQueryResult<OutputOf<typeof getCard>> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['ahead', meetingId, date],
    queryFn: ({ signal }) =>
      call<typeof getCard>({ method: 'GET', path: '/api/meeting/card/{meetingId}' }, { meetingId, date }, signal),
    enabled: date !== undefined,
    staleTime: refreshMs,
    retry: false,
  });
};
