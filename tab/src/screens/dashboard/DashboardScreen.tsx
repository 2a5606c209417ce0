import { useState } from 'react';
import type { Team } from '#contracts/organisations/team.ts';
import { useOrgAllows } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { DaySkeleton } from '../../parts/day/DaySkeleton.tsx';
import { EmptyDayPlace } from '../../parts/day/EmptyDayPlace.tsx';
import { DayView, Failed } from '../../parts/day/DayView.tsx';
import { NotConnected } from '../../parts/NotConnected.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { RouterLink } from '../../ui/display/RouterLink.tsx';
import { useSurface } from '../../ui/display/surface.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './DashboardScreen.module.css';
import { useDay, useFilters } from './day.ts';
import { DayBar, DayBarAlone } from './DayBar.tsx';

const NoReports = ({ teamId }: { readonly teamId: string }) => {
  const words = useWords();
  const { embedded } = useSurface();
  const maySave = useOrgAllows('saveNew');
  const create = embedded ? `/teams/reports/create/${teamId}` : '/reports/create';
  if (!maySave) return <EmptyState text={words('dashboard.noReports')} detail={words('common.readOnly')} />;
  return (
    <EmptyState text={words('dashboard.noReports')}>
      <RouterLink to={create}>{words('dashboard.create')}</RouterLink>
    </EmptyState>
  );
};

/** True if the state is reached now or was reached earlier. */
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
        teamId={team.id}
        isToday={isToday}
        noReports={<NoReports teamId={team.id} />}
        noResponses={(isHoliday) => (
          <EmptyDayPlace
            isHoliday={isHoliday}
            teamId={team.id}
            filter={filters}
            meetings={meetings}
            meetingId={meetings.find(({ id }) => id === filters.meetingId)?.id}
            onClear={() => {
              filters.setMeeting(undefined);
            }}
          />
        )}
        ahead={meetings.filter(({ isEnabled }) => isEnabled)}
      />
    </>
  );
};

/** One team's day: the answers, the blockers, and the runs that the reader owes. */
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
