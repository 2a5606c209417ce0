import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useWeeklyTrends } from '../../../api/reports/weeklyTrendsQuery.ts';
import type { TrendWeeks } from '../../../api/reports/weeklyTrendsQuery.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { SpanText } from './trendWeekOptionsAndSpan.tsx';
import { WeeklyTrendsView } from './WeeklyTrendsView.tsx';

interface WeeklyProps {
  readonly meeting: MeetingDetail;
  readonly weeks: TrendWeeks;
}

export const ReportWeeklyTrends = ({ meeting, weeks }: WeeklyProps) => {
  const query = useWeeklyTrends({ teamId: meeting.teamId, meetingId: meeting.id, weeks });
  return (
    <>
      <SpanText trends={query.data} />
      <LoadedData query={query}>{(trends) => <WeeklyTrendsView trends={trends} name={meeting.name} />}</LoadedData>
    </>
  );
};
