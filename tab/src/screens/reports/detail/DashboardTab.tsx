import type { LocalDate } from '#contracts/core/ids.ts';
import type { MeetingDetail } from '#contracts/meetings/meeting.ts';
import { useReport } from '../../../api/client/queries.ts';
import { useDateFilter } from '../../../parts/day/dateFilter.ts';
import type { DayState } from '../../../parts/day/dayState.ts';
import { DayNav } from '../../../parts/day/DayNav.tsx';
import { EmptyDayPlace } from '../../../parts/day/EmptyDayPlace.tsx';
import { DayView } from '../../../parts/day/DayView.tsx';
import { longDate } from '../../../ui/text/dates.ts';
import { useReader } from '../../../ui/text/reader.ts';
import css from './DashboardTab.module.css';
import { useMay } from './reportPermission.ts';
import { MemberActions } from './MemberActions.tsx';
import { WhyProvider } from './Why.tsx';

const useMeetingDay = ({ id, teamId }: MeetingDetail, date: LocalDate, isToday: boolean): DayState => {
  const { data, error, isError, refetch } = useReport({ teamId, meetingId: id, date, isLive: isToday });
  const retry = (): void => void refetch();
  if (data === undefined) return error === null ? { kind: 'loading' } : { kind: 'failed', error, retry };
  if (data.reports.length === 0) return { kind: 'noResponses', isHoliday: data.isHoliday };
  return { kind: 'ready', day: data, stale: isError ? { retry } : undefined };
};

/** The report's own runs, one day at a time. */
export const DashboardTab = ({ meeting }: { readonly meeting: MeetingDetail }) => {
  const { locale } = useReader();
  const filter = useDateFilter();
  const isToday = filter.date === filter.today;
  const state = useMeetingDay(meeting, filter.date, isToday);
  const may = useMay(meeting);
  return (
    <WhyProvider meetingId={meeting.id} date={filter.date} seesAll={may('meeting.state')}>
      <div className={css.bar}>
        <h2 className={css.date}>{longDate(filter.date, locale)}</h2>
        <DayNav filter={filter} />
      </div>
      <DayView
        state={state}
        teamId={meeting.teamId}
        meetingId={meeting.id}
        isToday={isToday}
        noReports={null}
        noResponses={(isHoliday) => (
          <EmptyDayPlace
            isHoliday={isHoliday}
            teamId={meeting.teamId}
            filter={filter}
            meetings={[meeting]}
            meetingId={meeting.id}
          />
        )}
        ahead={meeting.isEnabled ? [meeting] : []}
        MemberExtra={MemberActions}
      />
    </WhyProvider>
  );
};
