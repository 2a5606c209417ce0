import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contracts/endpoint.ts';
import type {
  approveWeek,
  copyLastDay,
  deleteTask,
  downloadToken,
  ExportFormat,
  getTimesheet,
  getWeek,
  reopenWeek,
  returnWeek,
  saveTask,
  submitWeek,
  Task,
  waitingWeeks,
} from '#contracts/timesheet.ts';
import { ApiError } from './client.ts';
import { useApi } from './context.ts';
import { fetchFile } from './fetchFile.ts';
import type { FetchedFile } from './fetchFile.ts';

const root = 'timesheet';

/** Rows, totals, weeks: whatever changes one of them changes the others. */
const useSheetChanged = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [root] });
};

export type SheetPage = OutputOf<typeof getTimesheet>;
/** Which rows are looked at; without days the last thirty. */
export type SheetFilter = Pick<
  InputOf<typeof getTimesheet>,
  'teamId' | 'startDate' | 'endDate' | 'users' | 'meetingIds'
>;

/** A page of rows: the first, or the one behind `after`. The page before stays until this one is here. */
export const useTimesheet = (filter: SheetFilter, after: string | undefined): UseQueryResult<SheetPage> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [root, 'page', filter, after ?? null],
    queryFn: ({ signal }) =>
      call<typeof getTimesheet>(
        { method: 'POST', path: '/api/timesheet/get' },
        after === undefined ? filter : { ...filter, after },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
};

/** The row as it is stored now, when that is why a change was refused; null = it was deleted. Undefined = another refusal. */
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

/** Copies the reader's last day with rows to `date`. */
export const useCopyLastDay = (teamId: string) => {
  const { call } = useApi();
  const changed = useSheetChanged();
  return useMutation({
    mutationFn: (date: string) =>
      call<typeof copyLastDay>({ method: 'POST', path: '/api/timesheet/copy' }, { teamId, date }),
    onSettled: changed,
  });
};

export interface WeekPath {
  readonly teamId: string;
  readonly memberId: string;
  readonly monday: string;
}

export type FullWeek = OutputOf<typeof getWeek>;

export const useWeek = ({ teamId, memberId, monday }: WeekPath): UseQueryResult<FullWeek> => {
  const { call } = useApi();
  return useQuery({
    queryKey: [root, 'week', teamId, memberId, monday],
    queryFn: ({ signal }) =>
      call<typeof getWeek>(
        { method: 'GET', path: '/api/timesheet/week/get/{teamId}/{memberId}/{monday}' },
        { teamId, memberId, monday },
        signal,
      ),
  });
};

export type WaitingWeeks = OutputOf<typeof waitingWeeks>['items'];

/** Weeks of the team that wait for approval; nothing is asked for who cannot give it. */
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

/** What becomes of a week. `version` = of what its approver has seen. */
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
  // Also of a refusal: most are for what changed meanwhile, which is then there to be looked at.
  return useMutation({ mutationFn: run, onSettled: changed });
};

type GetFile = (asked: SheetFilter, format: ExportFormat, onBytes: (bytes: number) => void) => Promise<FetchedFile>;

/** The rows of a filter as a file, fetched by a token of its own; one that ran out on the way is asked for once more. */
export const useSheetFile = (): GetFile => {
  const { call, fetch } = useApi();
  return async (asked, format, onBytes) => {
    const attempt = async (): Promise<FetchedFile> => {
      const { token, filter } = await call<typeof downloadToken>(
        { method: 'POST', path: '/api/timesheet/downloadtoken' },
        { filter: { ...asked, format } },
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
