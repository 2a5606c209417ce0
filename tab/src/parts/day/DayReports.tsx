import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useWaiting } from '../../api/answers/waitingRunsQuery.ts';
import { LoadFailedPanel } from '../LoadFailedPanel.tsx';
import { lazyLoadedAtOnce } from '../../ui/lazy/lazyLoadedAtOnce.ts';
import { PartFailedNotice } from '../../ui/display/PartFailedNotice.tsx';
import { useNow } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { AnswerDialogProvider } from './AnswerDialogProvider.tsx';
import type { AnswerTarget } from './answerDialogTarget.ts';
import { DaySkeleton } from './DaySkeleton.tsx';
import type { DayState } from './dayReportsState.ts';
import css from './DayReports.module.css';
import type { MemberExtra } from './MemberCard.tsx';
import { OwedAnswerBanners } from './OwedAnswerBanners.tsx';
import { runsOwedByReader } from './runsOwedByReader.ts';
import type { OwedRun } from './runsOwedByReader.ts';
import { ReportCard } from './ReportCard.tsx';

const AheadLines = lazyLoadedAtOnce(async () => {
  const { AnswerAheadLines } = await import('./AnswerAheadLines.tsx');
  return { default: AnswerAheadLines };
});

const Holiday = () => <p className={css.holiday}>{useTranslate()('dashboard.holiday')}</p>;

interface DayViewProps {
  readonly state: DayState;
  readonly isToday: boolean;
  readonly noReports: ReactNode;
  readonly noResponses: (isHoliday: boolean) => ReactNode;
  readonly teamId: string;
  /** Id of the meeting if the page shows only one. Undefined = the page shows all meetings of the team. */
  readonly meetingId?: string | undefined;
  /** Meetings whose next run the reader may be able to answer ahead. Shown only on the page of today. */
  readonly ahead: readonly Pick<MeetingName, 'id' | 'name'>[];
  /** Content that the page shows below the runs to be answered and above the reports. */
  readonly urgent?: ReactNode;
  /** Component that is shown below the answers of each member; undefined = none. */
  readonly MemberExtra?: MemberExtra | undefined;
}

interface ContentProps extends DayViewProps {
  readonly onAnswer: (target: AnswerTarget) => void;
}

const DayContent = (props: ContentProps): ReactNode => {
  const { state, isToday, noReports, noResponses, meetingId, MemberExtra, onAnswer } = props;
  switch (state.kind) {
    case 'loading':
      return <DaySkeleton />;
    case 'failed':
      return <LoadFailedPanel error={state.error} retry={state.retry} />;
    case 'noReports':
      return noReports;
    case 'noResponses':
      return noResponses(state.isHoliday);
    case 'ready':
      return (
        <>
          {state.stale !== undefined && <PartFailedNotice text="dashboard.stale" retry={state.stale.retry} />}
          {state.day.isHoliday && <Holiday />}
          {state.day.reports.map((report) => (
            <ReportCard
              key={report.meetingId}
              report={report}
              date={state.day.date}
              isToday={isToday}
              isOwnPage={meetingId !== undefined}
              MemberExtra={MemberExtra}
              onAnswer={onAnswer}
            />
          ))}
        </>
      );
  }
};

/**
 * Returns the runs, of any date, that the reader still has to answer. The page of one meeting shows only the runs of
 * that meeting.
 */
const useOwed = ({ state, teamId, meetingId }: DayViewProps): readonly OwedRun[] => {
  const session = useSession();
  const { data: waiting } = useWaiting();
  const memberId = session.status === 'signedIn' ? session.memberId : null;
  const day = state.kind === 'ready' ? state.day : undefined;
  const runs = runsOwedByReader({ waiting, day, memberId, teamId });
  return meetingId === undefined ? runs : runs.filter((run) => run.meetingId === meetingId);
};

/**
 * Returns the meetings that the reader can answer ahead. Leaves out a meeting while the reader owes an answer to an
 * earlier run of it that is still open.
 */
const useAhead = ({ state, isToday, ahead }: DayViewProps, owed: readonly OwedRun[]) => {
  const now = useNow();
  const due = owed.filter(({ closesAt }) => closesAt > now);
  return isToday && state.kind !== 'failed'
    ? ahead.filter(({ id }) => due.every(({ meetingId }) => meetingId !== id))
    : [];
};

/** Lists the runs that the reader can answer: first the owed runs, then the runs that can be answered ahead. */
const ToAnswer = (props: ContentProps) => {
  const owed = useOwed(props);
  const ahead = useAhead(props, owed);
  return (
    <>
      <OwedAnswerBanners runs={owed} onAnswer={props.onAnswer} />
      {ahead.length > 0 && (
        <Suspense>
          <AheadLines meetings={ahead} onAnswer={props.onAnswer} />
        </Suspense>
      )}
    </>
  );
};

export const DayReports = (props: DayViewProps) => (
  <AnswerDialogProvider className={css.day}>
    {(onAnswer) => (
      <>
        {props.state.kind !== 'loading' && <ToAnswer {...props} onAnswer={onAnswer} />}
        {props.urgent}
        <DayContent {...props} onAnswer={onAnswer} />
      </>
    )}
  </AnswerDialogProvider>
);
