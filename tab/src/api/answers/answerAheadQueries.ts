import type { UseQueryResult } from '@tanstack/react-query';
import type { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PreviewRun, previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

// Milliseconds until the next run counts as stale: five minutes, because the next run rarely changes.

const refreshMs = 300_000;

/**
 * Returns the next run of a report with the members whom it prompts, as a list of one element. The list is empty if no
 * run is planned.
 */
export const useNextRun = (meetingId: string): UseQueryResult<PreviewRun[]> =>
  useCallQuery<typeof previewMeeting>({
    route: { method: 'POST', path: '/api/meeting/preview' },
    input: { meeting: meetingId, count: 1 },
    queryKey: ['ahead', meetingId, 'run'],
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
  });

/**
 * Returns the reader's card for the next run, with the state AHEAD before an answer and ANSWERED after it. Makes no
 * call without a date.
 */
export const useAheadState = (
  meetingId: string,
  date: LocalDate | undefined,
): UseQueryResult<OutputOf<typeof getCard>> =>
  useCallQuery<typeof getCard>({
    route: { method: 'GET', path: '/api/meeting/card/{meetingId}' },
    input: { meetingId, date },
    queryKey: ['ahead', meetingId, date],
    enabled: date !== undefined,
    staleTime: refreshMs,
    retry: false,
  });
