import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getActivities } from '#contracts/activity.ts';
import type { LocalDate } from '#contracts/ids.ts';
import type { getMeeting, getMeetingList, MeetingDetail, MeetingListItem } from '#contracts/meeting.ts';
import type { previewMeeting, PreviewRun } from '#contracts/meetingPreview.ts';
import type {
  cancelToday,
  deactivateMeeting,
  deleteMeeting,
  MeetingConflict,
  resolveBlocker,
} from '#contracts/meetingRuns.ts';
import type { whyMember, Why } from '#contracts/meetingWhy.ts';
import type { getPersonReport, PersonReport } from '#contracts/personReport.ts';
import { ApiError } from './client.ts';
import { useApi } from './context.ts';

export interface MeetingsOfTeams {
  /** Undefined until all teams have answered. */
  readonly data: readonly MeetingListItem[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The reports of some teams, as the server orders them, a team at a time. */
export const useMeetingLists = (teamIds: readonly string[]): MeetingsOfTeams => {
  const { call } = useApi();
  const lists = useQueries({
    queries: teamIds.map((teamId) => ({
      queryKey: ['meetings', teamId, 'list'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<typeof getMeetingList>({ method: 'GET', path: '/api/meeting/getlist/{teamId}' }, { teamId }, signal),
    })),
  });
  const failed = lists.find((one) => one.isError);
  const loaded = lists.flatMap((one) => (one.data === undefined ? [] : [one.data]));
  return {
    data: loaded.length === lists.length ? loaded.flat() : undefined,
    error: failed?.error ?? null,
    retry: () => {
      lists.forEach((one) => void one.refetch());
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

/** What a change of a report makes stale: every list, every day, its log. */
export const useReportsChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['meetings', 'meeting', 'report', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  };
};

/** What somebody else changed meanwhile, when that is why saving was refused. */
export const conflictOf = (error: unknown): MeetingConflict | undefined =>
  error instanceof ApiError && error.code === 'MEETING_CHANGED'
    ? ((error.reply?.data ?? undefined) as MeetingConflict | undefined)
    : undefined;

/** `isEnabled` is the new state. */
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

/** The next run of a report that is on, as it would be planned now; undefined = not known, or none. */
export const useNextRun = ({ id, isEnabled }: Pick<MeetingDetail, 'id' | 'isEnabled'>): PreviewRun | undefined => {
  const { call } = useApi();
  const { data } = useQuery({
    // Under the meeting's own key, so that whatever changes it asks anew.
    queryKey: ['meeting', id, 'nextRun'],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<typeof previewMeeting>({ method: 'POST', path: '/api/meeting/preview' }, { meeting: id, count: 1 }, signal),
  });
  return isEnabled ? data?.[0] : undefined;
};

export const useCancelToday = () => {
  const { call } = useApi();
  const changed = useReportsChanged();
  return useMutation({
    mutationFn: (meetingId: string) =>
      call<typeof cancelToday>({ method: 'POST', path: '/api/meeting/cancelToday/{meetingId}' }, { meetingId }),
    onSuccess: changed,
  });
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
    // Only the lists: what is left of the page would ask for a report that is gone.
    onSuccess: () => Promise.all(['meetings', 'report'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
};

export interface ActivityQuery {
  readonly meetingId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Whose days these are. */
  readonly zone: string;
  readonly page: number;
}

/** The first pages of a report's log, newest first: as many as the reader has asked for. */
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

export const useWhy = ({ meetingId, memberId, date }: WhyQuery): UseQueryResult<Why> => {
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
