import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  copyLastDay,
  deleteTask,
  getTimesheet,
  saveTask,
  Task,
} from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { downloadToken, ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import type {
  approveWeek,
  getWeek,
  reopenWeek,
  returnWeek,
  submitWeek,
  waitingWeeks,
} from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { mondayOf } from '../../ui/text/calculateAndFormatDates.ts';
import { fetchFile } from '../client/fetchFile.ts';
import type { FetchedFile } from '../client/fetchFile.ts';

const root = 'timesheet';

/**
 * Returns a function that invalidates all data of the timesheet. Rows, totals and weeks depend on each other, so a
 * change of one affects the others.
 */
const useSheetChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [root] });
};

export type SheetPage = OutputOf<typeof getTimesheet>;
export type SheetFilter = Pick<
  InputOf<typeof getTimesheet>,
  'teamId' | 'startDate' | 'endDate' | 'users' | 'meetingIds'
>;

/**
 * Selects a page of rows by one of three values: its number, the last row of the previous page (`after`), or a row that
 * it must contain (`row`).
 */
export type PageWanted = Pick<InputOf<typeof getTimesheet>, 'pageNumber' | 'after' | 'row'>;

/** Returns a page of rows. The previous page stays until the next one has loaded. */
export const useTimesheet = (filter: SheetFilter, page: PageWanted): UseQueryResult<SheetPage> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [root, 'page', filter, page],
    queryFn: ({ signal }) =>
      call<typeof getTimesheet>({ method: 'POST', path: '/api/timesheet/get' }, { ...filter, ...page }, signal),
    placeholderData: keepPreviousData,
  });
};

/**
 * Returns the stored row if the server refused a change because the row had changed meanwhile; null = the row was
 * deleted. Undefined for any other error.
 */
export const taskConflictOf = (error: unknown): Task | null | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'TASK_CHANGED') return undefined;
  return (error.reply?.data as { readonly task: Task | null } | null | undefined)?.task ?? null;
};

export const useSaveTask = () => {
  const { call } = useApi();
  const changed = useSheetChanged();
  return useMutation({
    mutationFn: (input: InputOf<typeof saveTask>) =>
      call<typeof saveTask>({ method: 'POST', path: '/api/timesheet/save' }, input),
    onSettled: changed,
  });
};

export const useDeleteTask = (teamId: string) => {
  const { call } = useApi();
  const changed = useSheetChanged();
  return useMutation({
    mutationFn: ({ id, meetingId, version }: Task) =>
      call<typeof deleteTask>(
        { method: 'DELETE', path: '/api/timesheet/delete/{meetingId}/{id}' },
        { id, meetingId: meetingId ?? '-', version, teamId },
      ),
    onSettled: changed,
  });
};

/**
 * Returns a mutation that copies the rows of the reader's last day with rows to `date`. With `isPreview`, the server
 * returns the copies but stores nothing.
 */
export const useCopyLastDay = (teamId: string) => {
  const { call } = useApi();
  const changed = useSheetChanged();
  return useMutation({
    mutationFn: (input: { readonly date: string; readonly isPreview: boolean }) =>
      call<typeof copyLastDay>({ method: 'POST', path: '/api/timesheet/copy' }, { teamId, ...input }),
    onSettled: (_data, _error, { isPreview }) => (isPreview ? undefined : changed()),
  });
};

export interface WeekPath {
  readonly teamId: string;
  readonly memberId: string;
  readonly monday: string;
}

export type FullWeek = OutputOf<typeof getWeek>;

const useWeekQuery = () => {
  const { call } = useApi();
  return ({ teamId, memberId, monday }: WeekPath) =>
    queryOptions({
      queryKey: [root, 'week', teamId, memberId, monday],
      queryFn: ({ signal }) =>
        call<typeof getWeek>(
          { method: 'GET', path: '/api/timesheet/week/get/{teamId}/{memberId}/{monday}' },
          { teamId, memberId, monday },
          signal,
        ),
    });
};

export const useWeek = (path: WeekPath): UseQueryResult<FullWeek> => useQuery(useWeekQuery()(path));

type OtherMinutes = (date: LocalDate, taskId: string | undefined) => Promise<number>;

/**
 * Returns a function that sums up the minutes of a member's day without one of its rows. It resolves to 0 if the server
 * does not answer: the sum only decides whether the page asks for a confirmation.
 */
export const useOtherMinutes = (teamId: string, memberId: string | null): OtherMinutes => {
  const client = useQueryClient();
  const weekQuery = useWeekQuery();
  return async (date, taskId) => {
    if (memberId === null) return 0;
    try {
      const { items } = await client.query(weekQuery({ teamId, memberId, monday: mondayOf(date) }));
      const others = items.filter((task) => task.date === date && task.id !== taskId);
      return others.reduce((sum, task) => sum + task.hours * 60 + task.minutes, 0);
    } catch {
      return 0;
    }
  };
};

export type WaitingWeeks = OutputOf<typeof waitingWeeks>['items'];

/** Returns the team's weeks that wait for approval. Makes no call if the reader is not an approver. */
export const useWaitingWeeks = (teamId: string, isApprover: boolean): WaitingWeeks => {
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: [root, 'waiting', teamId],
    enabled: isApprover,
    queryFn: ({ signal }) =>
      call<typeof waitingWeeks>({ method: 'GET', path: '/api/timesheet/week/waiting/{teamId}' }, { teamId }, signal),
  });
  return data?.items ?? [];
};

/**
 * A change of a week's state. `version` is the version of the week that the approver has seen; the server compares it
 * with the stored one.
 */
export type WeekMove =
  | { readonly kind: 'submit' }
  | { readonly kind: 'approve'; readonly version: string }
  | { readonly kind: 'return' | 'reopen'; readonly note: string };

export const useMoveWeek = ({ teamId, memberId, monday }: WeekPath) => {
  const { call } = useApi();
  const changed = useSheetChanged();
  const run = (move: WeekMove): Promise<unknown> => {
    const path = { teamId, memberId, monday };
    const where = '/api/timesheet/week' as const;
    const rest = '{teamId}/{memberId}/{monday}' as const;
    switch (move.kind) {
      case 'submit':
        return call<typeof submitWeek>({ method: 'POST', path: `${where}/submit/${rest}` }, path);
      case 'approve':
        return call<typeof approveWeek>(
          { method: 'POST', path: `${where}/approve/${rest}` },
          { ...path, version: move.version },
        );
      case 'return':
        return call<typeof returnWeek>(
          { method: 'POST', path: `${where}/return/${rest}` },
          { ...path, note: move.note },
        );
      case 'reopen':
        return call<typeof reopenWeek>(
          { method: 'POST', path: `${where}/reopen/${rest}` },
          { ...path, note: move.note },
        );
    }
  };
  // Also after a refusal, because most refusals mean that the week has changed since the page loaded it.
  return useMutation({ mutationFn: run, onSettled: changed });
};

export const useApproveWeek = () => {
  const { call } = useApi();
  const changed = useSheetChanged();
  return useMutation({
    mutationFn: ({ teamId, memberId, monday, version }: WaitingWeeks[number]) =>
      call<typeof approveWeek>(
        { method: 'POST', path: '/api/timesheet/week/approve/{teamId}/{memberId}/{monday}' },
        { teamId, memberId, monday, version },
      ),
    onSettled: changed,
  });
};

type GetFile = (
  sheetFilter: SheetFilter,
  format: ExportFormat,
  onBytes: (bytes: number) => void,
) => Promise<FetchedFile>;

/**
 * Returns the function that downloads the rows of a filter as a file. Each download needs its own short-lived token. If
 * the token has expired, the function requests a new one and tries once more.
 */
export const useSheetFile = (): GetFile => {
  const { call, fetch } = useApi();
  return async (sheetFilter, format, onBytes) => {
    const attempt = async (): Promise<FetchedFile> => {
      const { token, filter } = await call<typeof downloadToken>(
        { method: 'POST', path: '/api/timesheet/downloadtoken' },
        { filter: { ...sheetFilter, format } },
      );
      const url = `/api/timesheet/download/${encodeURIComponent(filter)}?token=${encodeURIComponent(token)}`;
      return fetchFile(fetch, url, onBytes);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
      return attempt();
    }
  };
};
