import { Suspense, lazy } from 'react';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import type { SummaryRun } from '../../../../api/generatedSummaries/generatedSummaryQuery.ts';
import { useGeneratedSummary } from '../../../../api/generatedSummaries/generatedSummaryQuery.ts';
import { loadTexts } from '../../../../ui/text/loadLazyTextsAndLanguage.ts';

const GeneratedSummaryPanel = lazy(async () => {
  const [{ GeneratedSummaryPanel: Loaded }] = await Promise.all([
    import('./GeneratedSummaryPanel.tsx'),
    loadTexts('generated'),
  ]);
  return { default: Loaded };
});

interface SummaryProps extends Pick<SummaryRun, 'teamId' | 'date' | 'isLive'> {
  readonly report: MeetingReport;
}

/**
 * Shows the generated summary of a run if the organisation uses a text model. The report does not wait for the summary,
 * and other organisations do not load its code.
 */
export const LazyGeneratedSummary = ({ report, ...place }: SummaryProps) => {
  const { meetingId, state, membersAnswered } = report;
  const query = useGeneratedSummary({ ...place, meetingId, version: `${state} ${String(membersAnswered)}` });
  const { data } = query;
  // Before the first reply, it is unknown whether the run gets a summary.
  if (data === undefined || data.state === 'OFF') return null;
  return (
    <Suspense>
      <GeneratedSummaryPanel
        meetingId={meetingId}
        summary={data}
        hasFailed={query.isError}
        onRetry={() => void query.refetch()}
      />
    </Suspense>
  );
};
