import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import type { Team } from '#contracts/team.ts';
import { errorText } from '../../api/errorText.ts';
import { useTeam } from '../../api/team.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFocusBack } from '../../ui/modal.tsx';
import { RouterLink } from '../../ui/RouterLink.tsx';
import { usePathExists } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import type { AnswerTarget } from './answerTarget.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import css from './DashboardScreen.module.css';
import { useDay, useFilters } from './day.ts';
import type { DayState } from './day.ts';
import { DayBar } from './DayBar.tsx';
import { OwedBanners } from './OwedBanners.tsx';
import { ReportCard } from './ReportCard.tsx';

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((it) => ({ default: it.AnswerDialog })));

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={retry}>{words('common.retry')}</Button>
    </EmptyState>
  );
};

const NoReports = () => {
  const words = useWords();
  const exists = usePathExists();
  return (
    <EmptyState text={words('dashboard.noReports')}>
      {exists('/reports/create') && <RouterLink to="/reports/create">{words('dashboard.create')}</RouterLink>}
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

interface DayProps {
  readonly state: DayState;
  readonly isToday: boolean;
  readonly onAnswer: (target: AnswerTarget) => void;
}

const DayContent = ({ state, isToday, onAnswer }: DayProps): ReactNode => {
  const words = useWords();
  switch (state.kind) {
    case 'loading':
      return <DashboardSkeleton />;
    case 'failed':
      return <Failed error={state.error} retry={state.retry} />;
    case 'noReports':
      return <NoReports />;
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
              onAnswer={onAnswer}
            />
          ))}
        </>
      );
  }
};

const TeamDay = ({ team }: { readonly team: Team }) => {
  const filters = useFilters();
  const { state, meetings } = useDay(team.id, filters);
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
  return (
    <>
      <DayBar filters={filters} meetings={meetings} />
      <div ref={place} className={css.day} tabIndex={-1}>
        <DayContent state={state} isToday={filters.date === filters.today} onAnswer={answer} />
      </div>
      {answering !== undefined && (
        <Suspense>
          <AnswerDialog target={answering} isOpen={isOpen} onClose={close} onGone={focus.giveBack} />
        </Suspense>
      )}
    </>
  );
};

const NotConnected = () => {
  const words = useWords();
  return (
    <EmptyState
      icon={<PlugDisconnected20Regular />}
      text={words('dashboard.notConnected', { product: words('product') })}
    >
      <RouterLink to="/teams/setup">{words('dashboard.connect')}</RouterLink>
    </EmptyState>
  );
};

/** Is everybody in, who is stuck, what do I owe: one team's day. */
export const DashboardScreen = () => {
  const words = useWords();
  const team = useTeam();
  const title = <h1 className={css.hiddenTitle}>{words('page.dashboard')}</h1>;
  switch (team.kind) {
    case 'loading':
      return (
        <>
          {title}
          <DashboardSkeleton />
        </>
      );
    case 'failed':
      return (
        <>
          {title}
          <Failed error={team.error} retry={team.retry} />
        </>
      );
    case 'none':
      return (
        <>
          {title}
          <NotConnected />
        </>
      );
    case 'ready':
      return <TeamDay key={team.selected.id} team={team.selected} />;
  }
};
