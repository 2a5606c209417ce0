import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getActivities } from '#contracts/reports/getActivities.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  getMeeting,
  getMeetingList,
  MeetingDetail,
  MeetingListItem,
} from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type { previewMeeting, PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type {
  cancelToday,
  deactivateMeeting,
  deleteMeeting,
  MeetingConflict,
  resolveBlocker,
  startRun,
} from '#contracts/meetings/meetingActionsAndConflict.ts';
import type { whyMember, MeetingWhy } from '#contracts/reports/whyPromptedOrNot.ts';
import type { getPersonReport, PersonReport } from '#contracts/reports/personReport.ts';
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
 * Returns a function that invalidates the queries that a change of a report affects: the lists of reports, the report
 * itself, every day, the next runs that can be answered ahead and the activity log.
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
 * Returns the other person's changes if the server refused a save because of them; undefined for any other error, and
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
 * Returns the next run of an enabled report by its current plan; undefined if the run is not loaded, none is planned,
 * or the report is disabled.
 */
export const useNextRun = ({ id, isEnabled }: Pick<MeetingDetail, 'id' | 'isEnabled'>): PreviewRun | undefined => {
  const { call } = useApi();
  const { data } = useQuery({
    // The key begins with the meeting's own key, so that each change of the meeting also reads the next run again.
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
    // Runs after a refusal too, because a refusal usually means that the run has changed since the page loaded it.
    onSettled: changed,
  });
};

/**
 * Opens today's run of a report now. The caller must call `refresh` itself when its dialog is closed, because the
 * refresh removes the empty day, and the dialog with it, from the page.
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
    // Leaves out the deleted report itself: invalidating it would request it again and fail.
    onSuccess: () => Promise.all(['meetings', 'report'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
};

export interface ActivityQuery {
  readonly meetingId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly zone: string;
  readonly page: number;
}

/** Returns the first pages of a report's log, newest first: as many pages as the reader has opened. */
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
