import { useSearchParams } from 'react-router-dom';
import { useMeetingNames, useReport } from '../../api/queries.ts';
import type { MeetingName } from '../../api/queries.ts';
import { useDateFilter } from '../../parts/day/dateFilter.ts';
import type { DateFilter } from '../../parts/day/dateFilter.ts';
import type { DayState } from '../../parts/day/dayState.ts';
import { usePutParam } from '../../ui/params.ts';

/** What the page is asked to show. */
export interface Filters extends DateFilter {
  /** Undefined = all meetings. */
  readonly meetingId: string | undefined;
  readonly setMeeting: (id: string | undefined) => void;
}

export const useFilters = (): Filters => {
  const [params] = useSearchParams();
  const put = usePutParam();
  return {
    ...useDateFilter(),
    meetingId: params.get('meeting') ?? undefined,
    setMeeting: (id) => {
      put('meeting', id);
    },
  };
};

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
