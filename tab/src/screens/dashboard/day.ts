import { useSearchParams } from 'react-router-dom';
import type { LocalDate } from '#contracts/ids.ts';
import type { DailyReport } from '#contracts/report.ts';
import { useMeetingNames, useReport } from '../../api/queries.ts';
import type { MeetingName } from '../../api/queries.ts';
import { readDate } from '../../ui/dates.ts';
import { useToday } from '../../ui/reader.ts';

/** What the page is asked to show; lives in its address, so that reload, back and a copied link show the same. */
export interface Filters {
  readonly date: LocalDate;
  readonly today: LocalDate;
  /** Undefined = all meetings. */
  readonly meetingId: string | undefined;
  readonly setDate: (date: LocalDate) => void;
  readonly setMeeting: (id: string | undefined) => void;
}

export const useFilters = (): Filters => {
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const put = (name: string, value: string | undefined): void => {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (value === undefined) changed.delete(name);
      else changed.set(name, value);
      return changed;
    });
  };
  return {
    date: readDate(params.get('date')) ?? today,
    today,
    meetingId: params.get('meeting') ?? undefined,
    // Today has no date in the address: a page left open moves on at midnight.
    setDate: (date) => {
      put('date', date === today ? undefined : date);
    },
    setMeeting: (id) => {
      put('meeting', id);
    },
  };
};

export type DayState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** The team has no meeting at all. */
  | { readonly kind: 'noReports' }
  /** Meetings, but none of them ran on this day or passes the filter. */
  | { readonly kind: 'noResponses'; readonly isHoliday: boolean }
  | { readonly kind: 'ready'; readonly day: DailyReport; readonly stale: { readonly retry: () => void } | undefined };

export interface Day {
  readonly state: DayState;
  readonly meetings: readonly MeetingName[];
}

/** One team's day with the filter applied. */
export const useDay = (teamId: string, { date, today, meetingId }: Filters): Day => {
  const names = useMeetingNames(teamId);
  const meetings = names.data ?? [];
  // A filter left over from another team shows everything rather than nothing.
  const filter = meetings.some(({ id }) => id === meetingId) ? meetingId : undefined;
  const report = useReport({ teamId, meetingId: filter, date, isLive: date === today });
  const retry = (): void => {
    void report.refetch();
    if (names.isError) void names.refetch();
  };
  const state = (): DayState => {
    const error = report.error ?? names.error;
    const day = report.data;
    if (day === undefined || names.data === undefined)
      return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
    if (day.reports.length > 0) return { kind: 'ready', day, stale: report.isError ? { retry } : undefined };
    return names.data.length === 0 ? { kind: 'noReports' } : { kind: 'noResponses', isHoliday: day.isHoliday };
  };
  return { state: state(), meetings };
};
