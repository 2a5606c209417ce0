import { Suspense, lazy } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useReport } from '../../../api/reports/dailyReportQuery.ts';
import { useDateFilter } from '../../../parts/day/dateInUrl.ts';
import type { DayState } from '../../../parts/day/dayReportsState.ts';
import { DayNavigation } from '../../../parts/day/DayNavigation.tsx';
import { LazyEmptyDay } from '../../../parts/day/LazyEmptyDayExplanation.tsx';
import { DayReports } from '../../../parts/day/DayReports.tsx';
import { LazyRollupDownload } from '../../../parts/download/LazyRollupDownload.tsx';
import { longDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import css from './ReportDashboardTab.module.css';
import { useReportPermission } from './useReportPermission.ts';
import { ResolveAndWhyAskedButtons } from './ResolveAndWhyAskedButtons.tsx';
import { WhyProvider } from './WhyAskedButtonAndProvider.tsx';

const LazyGeneratedSummary = lazy(() =>
  import('./summary/LazyGeneratedSummary.tsx').then((module) => ({ default: module.LazyGeneratedSummary })),
);

const useMeetingDay = ({ id, teamId }: MeetingDetail, date: LocalDate, isToday: boolean): DayState => {
  const { data, error, isError, refetch } = useReport({ teamId, meetingId: id, date, isLive: isToday });
  const retry = (): void => void refetch();
  if (data === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
  if (data.reports.length === 0) return { kind: 'noResponses', isHoliday: data.isHoliday };
  return { kind: 'ready', day: data, stale: isError ? { retry } : undefined };
};

export const ReportDashboardTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const { locale } = useReader();
  const filter = useDateFilter();
  const isToday = filter.date === filter.today;
  const state = useMeetingDay(meeting, filter.date, isToday);
  const report = state.kind === 'ready' ? state.day.reports[0] : undefined;
  const may = useReportPermission(meeting);
  return (
    <WhyProvider meetingId={meeting.id} date={filter.date} seesAll={may('meeting.state')}>
      <div className={css.bar}>
        <h2 className={css.date}>{longDate(filter.date, locale)}</h2>
        <DayNavigation filter={filter} />
      </div>
      <DayReports
        state={state}
        teamId={meeting.teamId}
        meetingId={meeting.id}
        isToday={isToday}
        noReports={null}
        noResponses={(isHoliday) => (
          <LazyEmptyDay
            isHoliday={isHoliday}
            teamId={meeting.teamId}
            filter={filter}
            meetings={[meeting]}
            meetingId={meeting.id}
          />
        )}
        urgent={
          report === undefined ? null : (
            <Suspense>
              <LazyGeneratedSummary report={report} teamId={meeting.teamId} date={filter.date} isLive={isToday} />
            </Suspense>
          )
        }
        ahead={meeting.isEnabled ? [meeting] : []}
        MemberExtra={ResolveAndWhyAskedButtons}
      />
      {state.kind === 'ready' && (
        <div className={css.foot}>
          <LazyRollupDownload
            key={filter.date}
            query={{
              ...{ teamId: meeting.teamId, meetings: meeting.id },
              ...{ preset: 'RANGE', from: filter.date, to: filter.date },
            }}
          />
        </div>
      )}
    </WhyProvider>
  );
};
