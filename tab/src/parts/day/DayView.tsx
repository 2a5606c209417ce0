import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { errorText } from '../../api/errorText.ts';
import type { MeetingName } from '../../api/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFocusBack } from '../../ui/modal.tsx';
import { useWords } from '../../ui/words.ts';
import type { AnswerTarget } from './answerTarget.ts';
import { DaySkeleton } from './DaySkeleton.tsx';
import type { DayState } from './dayState.ts';
import css from './DayView.module.css';
import type { MemberExtra } from './MemberCard.tsx';
import { OwedBanners } from './OwedBanners.tsx';
import { ReportCard } from './ReportCard.tsx';

const AheadLines = lazy(() => import('./AheadLines.tsx').then((it) => ({ default: it.AheadLines })));
const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((it) => ({ default: it.AnswerDialog })));

export const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={retry}>{words('common.retry')}</Button>
    </EmptyState>
  );
};

const Stale = ({ retry }: { readonly retry: () => void }) => {
  const words = useWords();
  return (
    <div className={css.stale} role="status">
      {words('dashboard.stale')}
      <Button size="small" onClick={retry}>
        {words('common.retry')}
      </Button>
    </div>
  );
};

const Holiday = () => <p className={css.holiday}>{useWords()('dashboard.holiday')}</p>;

interface DayViewProps {
  readonly state: DayState;
  readonly isToday: boolean;
  /** What stands there when the team has no meeting at all. */
  readonly noReports: ReactNode;
  /** The page is about this one meeting and says its name itself. */
  readonly isOwnPage?: boolean;
  /** Whose next run may be answered ahead; looked at today only. */
  readonly ahead: readonly Pick<MeetingName, 'id' | 'name'>[];
  /** Drawn under each person's answers. */
  readonly MemberExtra?: MemberExtra | undefined;
}

interface ContentProps extends DayViewProps {
  readonly onAnswer: (target: AnswerTarget) => void;
}

const DayContent = ({
  state,
  isToday,
  noReports,
  isOwnPage = false,
  MemberExtra,
  onAnswer,
}: ContentProps): ReactNode => {
  const words = useWords();
  switch (state.kind) {
    case 'loading':
      return <DaySkeleton />;
    case 'failed':
      return <Failed error={state.error} retry={state.retry} />;
    case 'noReports':
      return noReports;
    case 'noResponses':
      return <EmptyState text={words(state.isHoliday ? 'dashboard.holiday' : 'dashboard.noResponses')} />;
    case 'ready':
      return (
        <>
          {state.stale !== undefined && <Stale retry={state.stale.retry} />}
          {state.day.isHoliday && <Holiday />}
          <OwedBanners day={state.day} onAnswer={onAnswer} />
          {state.day.reports.map((report) => (
            <ReportCard
              key={report.meetingId}
              report={report}
              date={state.day.date}
              isToday={isToday}
              isOwnPage={isOwnPage}
              MemberExtra={MemberExtra}
              onAnswer={onAnswer}
            />
          ))}
        </>
      );
  }
};

/** Who owes an answer now is not asked for the next one as well. */
const aheadOf = ({ state, isToday, ahead }: Pick<DayViewProps, 'state' | 'isToday' | 'ahead'>) => {
  if (!isToday || state.kind === 'loading' || state.kind === 'failed') return [];
  const owed = state.kind === 'ready' ? state.day.reports.filter(({ owes }) => owes) : [];
  return ahead.filter(({ id }) => owed.every(({ meetingId }) => meetingId !== id));
};

/** The reports of one day, with the dialog to answer in. */
export const DayView = (props: DayViewProps) => {
  const [answering, setAnswering] = useState<AnswerTarget>();
  const [isOpen, setOpen] = useState(false);
  // The button may be gone with what was owed; then the day itself takes the focus.
  const { place, ...focus } = useFocusBack();
  const answer = (target: AnswerTarget): void => {
    focus.remember();
    setAnswering(target);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
  };
  const ahead = aheadOf(props);
  return (
    <>
      <div ref={place} className={css.day} tabIndex={-1}>
        {ahead.length > 0 && (
          <Suspense>
            <AheadLines meetings={ahead} onAnswer={answer} />
          </Suspense>
        )}
        <DayContent {...props} onAnswer={answer} />
      </div>
      {answering !== undefined && (
        <Suspense>
          <AnswerDialog target={answering} isOpen={isOpen} onClose={close} onGone={focus.giveBack} />
        </Suspense>
      )}
    </>
  );
};
