import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  getMeeting,
  getMeetingList,
  MeetingDetail,
  MeetingListItem,
} from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { previewMeeting, PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type {
  cancelToday,
  deactivateMeeting,
  deleteMeeting,
  MeetingConflict,
} from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import type { resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import type { startRun } from '#contracts/runs/startRun.ts';
import type { whyMember, MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export interface MeetingsOfTeams {
  /** Reports of all teams in `teamIds`; undefined until the lists of all these teams are loaded. */
  readonly data: readonly MeetingListItem[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export const useMeetingLists = (teamIds: readonly string[]): MeetingsOfTeams => {
  const { call } = useApi();
  const lists = useQueries({
    queries: teamIds.map((teamId) => ({
      queryKey: ['meetings', teamId, 'list'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<typeof getMeetingList>({ method: 'GET', path: '/api/meeting/getlist/{teamId}' }, { teamId }, signal),
    })),
  });
  const failed = lists.find((list) => list.isError);
  const loaded = lists.flatMap((list) => (list.data === undefined ? [] : [list.data]));
  return {
    data: loaded.length === lists.length ? loaded.flat() : undefined,
    error: failed?.error ?? null,
    retry: () => {
      lists.forEach((list) => void list.refetch());
    },
  };
};

export const useMeeting = (meetingId: string): UseQueryResult<MeetingDetail> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['meeting', meetingId],
    queryFn: ({ signal }) =>
      call<typeof getMeeting>({ method: 'GET', path: '/api/meeting/get/{meetingId}' }, { meetingId }, signal),
  });
};

/**
 * Returns a function that invalidates the data that a change of a report affects: the lists of reports, the report
 * itself, its days, the next runs that members can answer ahead, and the activity log.
 */
export const useReportsChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['meetings', 'meeting', 'report', 'ahead', 'activity'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
};

/**
 * Returns the other person's changes if the server refused a save because of them. Undefined for any other error and
 * without an error.
 */
export const conflictOf = (error: unknown): MeetingConflict | undefined =>
  error instanceof ApiError && error.code === 'MEETING_CHANGED'
    ? ((error.reply?.data ?? undefined) as MeetingConflict | undefined)
    : undefined;

export const useSetEnabled = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  return useMutation({
    mutationFn: ({ meetingId, isEnabled }: { readonly meetingId: string; readonly isEnabled: boolean }) =>
      call<typeof deactivateMeeting>(
        { method: 'POST', path: '/api/meeting/deactivate/{meetingId}/{flag}' },
        { meetingId, flag: isEnabled ? 'true' : 'false' },
      ),
    onSuccess: changed,
  });
};

/**
 * Returns the next run of an enabled report by its current schedule. Undefined if the report is disabled, no run is
 * planned, or the run is not loaded.
 */
export const useNextRun = ({ id, isEnabled }: Pick<MeetingDetail, 'id' | 'isEnabled'>): PreviewRun | undefined => {
  const { call } = useApi();
  const { data } = useQuery({
    // The key begins with the key of the report (`meeting`), so that each change of the report also reads its next run
    // again.
    queryKey: ['meeting', id, 'nextRun'],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<typeof previewMeeting>({ method: 'POST', path: '/api/meeting/preview' }, { meeting: id, count: 1 }, signal),
  });
  return isEnabled ? data?.[0] : undefined;
};

export const useCancelRun = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  return useMutation({
    mutationFn: (input: { readonly meetingId: string; readonly date: LocalDate }) =>
      call<typeof cancelToday>({ method: 'POST', path: '/api/meeting/cancelToday/{meetingId}' }, input),
    // Also after a refusal, because a refusal usually means that the run has changed since the page loaded it.
    onSettled: changed,
  });
};

/**
 * Returns a mutation that opens today's run of a report now. Its caller must call `refresh` after its dialog has
 * closed: the refresh replaces the empty day, and the dialog with it.
 */
export const useStartRun = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  const start = useMutation({
    mutationFn: (meetingId: string) =>
      call<typeof startRun>({ method: 'POST', path: '/api/meeting/start/{meetingId}' }, { meetingId }),
  });
  const refresh = (): void => {
    void changed();
  };
  return { start, refresh };
};

interface BlockerOf {
  readonly meetingId: string;
  readonly memberId: string;
}

export const useResolveBlocker = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  return useMutation({
    mutationFn: (input: BlockerOf) =>
      call<typeof resolveBlocker>(
        { method: 'POST', path: '/api/meeting/resolveBlocker/{meetingId}/{memberId}' },
        input,
      ),
    onSuccess: changed,
  });
};

export const useDeleteMeeting = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (meetingId: string) =>
      call<typeof deleteMeeting>({ method: 'DELETE', path: '/api/meeting/delete/{meetingId}' }, { meetingId }),
    // Does not invalidate the deleted report itself, because this would request the report again and fail.
    onSuccess: () => Promise.all(['meetings', 'report'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
};

interface WhyQuery {
  readonly meetingId: string;
  readonly memberId: string;
  readonly date: LocalDate;
}

export const useWhy = ({ meetingId, memberId, date }: WhyQuery): UseQueryResult<MeetingWhy> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['why', meetingId, memberId, date],
    queryFn: ({ signal }) =>
      call<typeof whyMember>(
        { method: 'GET', path: '/api/meeting/why/{meetingId}/{memberId}' },
        { meetingId, memberId, date },
        signal,
      ),
  });
};
