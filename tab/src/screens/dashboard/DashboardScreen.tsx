import { useState } from 'react';
import type { Team } from '#contracts/team.ts';
import { useTeam } from '../../api/team.tsx';
import { DaySkeleton } from '../../parts/day/DaySkeleton.tsx';
import { DayView, Failed } from '../../parts/day/DayView.tsx';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RouterLink } from '../../ui/RouterLink.tsx';
import { useSurface } from '../../ui/surface.ts';
import { useWords } from '../../ui/words.ts';
import css from './DashboardScreen.module.css';
import { useDay, useFilters } from './day.ts';
import { DayBar, DayBarAlone } from './DayBar.tsx';

const NoReports = ({ teamId }: { readonly teamId: string }) => {
  const words = useWords();
  const { embedded } = useSurface();
  const create = embedded ? `/teams/reports/create/${teamId}` : '/reports/create';
  return (
    <EmptyState text={words('dashboard.noReports')}>
      <RouterLink to={create}>{words('dashboard.create')}</RouterLink>
    </EmptyState>
  );
};

// Each costs a call: who is in more reports than that answers ahead on the page of the report.
const mostAhead = 4;

/** Whether the state was once reached, whatever it is now. */
const useOnce = (isReached: boolean): boolean => {
  const [was, setWas] = useState(isReached);
  if (isReached && !was) setWas(true);
  return was || isReached;
};

const TeamDay = ({ team }: { readonly team: Team }) => {
  const filters = useFilters();
  const { state, meetings } = useDay(team.id, filters);
  const isToday = filters.date === filters.today;
  const isDayThere = useOnce(isToday && state.kind !== 'loading' && state.kind !== 'failed');
  return (
    <>
      <DayBar filters={filters} meetings={meetings} teamId={team.id} isDayThere={isDayThere} />
      <DayView
        state={state}
        isToday={isToday}
        noReports={<NoReports teamId={team.id} />}
        ahead={meetings.filter(({ isEnabled }) => isEnabled).slice(0, mostAhead)}
      />
    </>
  );
};

/** Is everybody in, who is stuck, what do I owe: one team's day. */
export const DashboardScreen = () => {
  const words = useWords();
  const team = useTeam();
  const filters = useFilters();
  const title = <h1 className={css.hiddenTitle}>{words('page.dashboard')}</h1>;
  switch (team.kind) {
    case 'loading':
      return (
        <>
          <DayBarAlone filters={filters} />
          <DaySkeleton />
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
