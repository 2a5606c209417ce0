import { useState } from 'react';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useOrgAllows } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { DaySkeleton } from '../../parts/day/DaySkeleton.tsx';
import { LazyEmptyDay } from '../../parts/day/LazyEmptyDayExplanation.tsx';
import { DayReports } from '../../parts/day/DayReports.tsx';
import { LoadFailedPanel } from '../../parts/LoadFailedPanel.tsx';
import { LazyRollupDownload } from '../../parts/download/LazyRollupDownload.tsx';
import { NoTeamOrDisabledNotice } from '../../parts/NoTeamOrDisabledNotice.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import hidden from '../../ui/display/ScreenReaderOnly.module.css';
import css from './DashboardScreen.module.css';
import { useDay, useFilters } from './useDashboardFiltersAndDay.ts';
import { DashboardDayBar, DayBarAlone } from './DashboardDayBar.tsx';
import { LazyTeamAttention } from './LazyTeamAttention.tsx';

const NoReports = ({ teamId }: { readonly teamId: string }) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const maySave = useOrgAllows('saveNew');
  const create = embedded ? `/teams/reports/create/${teamId}` : '/reports/create';
  if (!maySave) return <EmptyState text={t('dashboard.noReports')} detail={t('common.readOnly')} />;
  return (
    <EmptyState text={t('dashboard.noReports')}>
      <AppLink to={create}>{t('dashboard.create')}</AppLink>
    </EmptyState>
  );
};

/** Returns true once `isReached` has been true in some render, even if it is false in later ones. */
const useOnce = (isReached: boolean): boolean => {
  const [was, setWas] = useState(isReached);
  if (isReached && !was) setWas(true);
  return was || isReached;
};

interface DayFootProps {
  readonly teamId: string;
  readonly filters: ReturnType<typeof useFilters>;
  /** True if the day has no report to download. */
  readonly isEmpty: boolean;
}

/** Shows the link to the roll-up of the team, and the download of the day. */
const DayFoot = ({ teamId, filters: { date, meetingId }, isEmpty }: DayFootProps) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  const query = { teamId, preset: 'RANGE' as const, from: date, to: date };
  return (
    <div className={css.rollup}>
      <AppLink to={`${embedded ? '/teams' : ''}/rollup?team=${teamId}`}>{t('dashboard.rollup')}</AppLink>
      {!isEmpty && <LazyRollupDownload query={meetingId === undefined ? query : { ...query, meetings: meetingId }} />}
    </div>
  );
};

const TeamDay = ({ team }: { readonly team: Team }) => {
  const filters = useFilters();
  const { state, meetings } = useDay(team.id, filters);
  const isToday = filters.date === filters.today;
  const isDayThere = useOnce(isToday && state.kind !== 'loading' && state.kind !== 'failed');
  return (
    <>
      <DashboardDayBar filters={filters} meetings={meetings} teamId={team.id} isDayThere={isDayThere} />
      <DayReports
        state={state}
        teamId={team.id}
        isToday={isToday}
        urgent={isToday && state.kind !== 'noReports' && <LazyTeamAttention teamId={team.id} />}
        noReports={<NoReports teamId={team.id} />}
        noResponses={(isHoliday) => (
          <LazyEmptyDay
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
      {state.kind !== 'loading' && state.kind !== 'noReports' && (
        <DayFoot key={filters.date} teamId={team.id} filters={filters} isEmpty={state.kind !== 'ready'} />
      )}
    </>
  );
};

/** Shows the day of the selected team: answers, blockers, and the runs that the reader still has to answer. */
export const DashboardScreen = () => {
  const t = useTranslate();
  const team = useTeam();
  const filters = useFilters();
  const title = <h1 className={hidden.unseen}>{t('page.dashboard')}</h1>;
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
          <LoadFailedPanel error={team.error} retry={team.retry} />
        </>
      );
    case 'none':
      return (
        <>
          {title}
          <NoTeamOrDisabledNotice />
        </>
      );
    case 'ready':
      return <TeamDay key={team.selected.id} team={team.selected} />;
  }
};
