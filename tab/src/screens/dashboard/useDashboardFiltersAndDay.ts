import { useReport } from '../../api/reports/dailyReportQuery.ts';
import { useMeetingNames } from '../../api/meetings/meetingNamesQuery.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useDateFilter } from '../../parts/day/dateInUrl.ts';
import type { DateFilter } from '../../parts/day/dateInUrl.ts';
import type { DayState } from '../../parts/day/dayReportsState.ts';
import { usePutParam, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';

/** The filters of the page. The page's address contains them, so that a copied link shows the same reports. */
export interface Filters extends DateFilter {
  /** Id of the only meeting to show; undefined = all meetings. */
  readonly meetingId: string | undefined;
  readonly setMeeting: (id: string | undefined) => void;
}

export const useFilters = (): Filters => {
  const params = useSearchParams();
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

export const useDay = (teamId: string, { date, today, meetingId }: Filters): Day => {
  const names = useMeetingNames(teamId);
  const meetings = names.data ?? [];
  // A meeting in the address that does not belong to the selected team is ignored, and the page shows all meetings.
  const filter = meetings.some(({ id }) => id === meetingId) ? meetingId : undefined;
  const report = useReport({ teamId, meetingId: filter, date, isLive: date === today });
  const retry = (): void => {
    void report.refetch();
    if (names.isError) void names.refetch();
  };
  const state = (): DayState => {
    const error = report.error ?? names.error;
    const day = report.data;
    if (day === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
    // If the list of reports cannot be loaded, the reports of the day are still correct; only the filter by report is
    // missing.
    if (day.reports.length > 0 && !names.isPending)
      return { kind: 'ready', day, stale: report.isError || names.isError ? { retry } : undefined };
    if (names.data === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
    return names.data.length === 0 ? { kind: 'noReports' } : { kind: 'noResponses', isHoliday: day.isHoliday };
  };
  return { state: state(), meetings };
};
