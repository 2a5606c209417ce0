import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useOrgAllows, useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useMeetingLists } from '../../../api/reports/reportQueriesAndMutations.ts';
import { useWaiting } from '../../../api/answers/waitingRunsQuery.ts';
import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { LoadFailedPanel } from '../../../parts/LoadFailedPanel.tsx';
import { NoTeamOrDisabledNotice } from '../../../parts/NoTeamOrDisabledNotice.tsx';
import { ButtonLink } from '../../../ui/display/ButtonLink.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useLocation } from '../../../ui/router/routerHooks.ts';
import { loadTexts } from '../../../ui/text/loadLazyTextsAndLanguage.ts';
import { AppLink } from '../../../ui/display/AppLink.tsx';
import { useSurface } from '../../../ui/display/pageHostContext.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { useNewReportPath } from './useNewReportPath.ts';
import { filtered, useListFilters, useShownTeam } from './reportListFilters.ts';
import { ReportListFilterBar } from './ReportListFilterBar.tsx';
import css from './ReportListScreen.module.css';
import { ReportListSkeleton } from './ReportListSkeleton.tsx';
import { ReportListItem } from './ReportListItem.tsx';

const WaitingRuns = lazy(async () => {
  const [module] = await Promise.all([import('./WaitingRuns.tsx'), loadTexts('waiting')]);
  return { default: module.WaitingRuns };
});

/**
 * Returns the reason why the reader cannot create a report: they have no team, or the organisation is read-only.
 * Undefined = the reader can create one.
 */
const useWhyNot = (hasTeams: boolean): string | undefined => {
  const t = useTranslate();
  const maySave = useOrgAllows('saveNew');
  const { data: me } = useUserDetails();
  if (!hasTeams) return t(me?.isSwitchedOff === true ? 'notConnected.switchedOff' : 'reports.createNeedsTeam');
  return maySave ? undefined : t('common.readOnly');
};

/**
 * Shows the button that creates a report. If the reader cannot create one, the button is disabled and the reason
 * appears beside it.
 */
const Create = ({ hasTeams }: { readonly hasTeams: boolean }) => {
  const t = useTranslate();
  const reasonId = useId();
  const createPath = useNewReportPath();
  const whyNot = useWhyNot(hasTeams);
  if (whyNot === undefined)
    return (
      <ButtonLink to={createPath} appearance="primary" icon={<Add20Regular />}>
        {t('reports.create')}
      </ButtonLink>
    );
  return (
    <div className={css.create}>
      <span id={reasonId} className={css.reason}>
        {whyNot}
      </span>
      <Button appearance="primary" icon={<Add20Regular />} disabledFocusable aria-describedby={reasonId}>
        {t('reports.create')}
      </Button>
    </div>
  );
};

interface FrameProps {
  readonly hasTeams: boolean;
  readonly children: ReactNode;
}

const Frame = ({ hasTeams, children }: FrameProps) => {
  const t = useTranslate();
  const { embedded } = useSurface();
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{t('reports.title')}</h1>
        <div className={css.create}>
          {hasTeams && <AppLink to={`${embedded ? '/teams' : ''}/reports/trends`}>{t('page.teamTrends')}</AppLink>}
          <Create hasTeams={hasTeams} />
        </div>
      </div>
      {children}
    </>
  );
};

const None = () => {
  const t = useTranslate();
  const createPath = useNewReportPath();
  const maySave = useOrgAllows('saveNew');
  return (
    <EmptyState text={t('reports.none')} detail={t('reports.noneYet')}>
      {maySave && <AppLink to={createPath}>{t('reports.createFirst')}</AppLink>}
    </EmptyState>
  );
};

const NonePasses = ({ onClear }: { readonly onClear: () => void }) => {
  const t = useTranslate();
  return (
    <EmptyState text={t('reports.none')} detail={t('reports.noneFiltered')}>
      <Button onClick={onClear}>{t('reports.clear')}</Button>
    </EmptyState>
  );
};

interface TeamsListProps {
  readonly teams: readonly Team[];
  readonly selected: Team;
  readonly select: (id: string) => void;
}

/**
 * Returns the id of the report that the wizard has just saved, from the state of the history entry; undefined = none.
 */
const useSavedReport = (): unknown => {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'savedReport' in state ? state.savedReport : undefined;
};

const TeamsList = ({ teams, selected, select }: TeamsListProps) => {
  const filters = useListFilters();
  const savedReport = useSavedReport();
  const team = useShownTeam(filters, { teams, selected, select });
  const lists = useMeetingLists(team === 'all' ? teams.map(({ id }) => id) : [team]);
  const shown = lists.data === undefined ? undefined : filtered(lists.data, filters);
  // The list appears only together with the waiting runs above it. If these appeared later, they would move a report
  // away from the pointer.
  const { isPending: isWaitingPending } = useWaiting();
  const nameOf = (teamId: string): string => teams.find(({ id }) => id === teamId)?.name ?? '';
  const content = (): ReactNode => {
    if (lists.data === undefined || shown === undefined)
      return lists.error === null ? (
        <ReportListSkeleton />
      ) : (
        <LoadFailedPanel error={lists.error} retry={lists.retry} />
      );
    if (isWaitingPending) return <ReportListSkeleton />;
    if (lists.data.length === 0) return <None />;
    if (shown.length === 0) return <NonePasses onClear={filters.clear} />;
    return (
      <ul className={css.cards}>
        {shown.map((meeting) => (
          <li key={meeting.id}>
            <ReportListItem meeting={meeting} teamName={nameOf(meeting.teamId)} isSaved={meeting.id === savedReport} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Suspense fallback={<ReportListSkeleton />}>
      <WaitingRuns />
      <ReportListFilterBar filters={filters} teams={teams} team={team} count={shown?.length} />
      {content()}
    </Suspense>
  );
};

/**
 * Shown to readers without a team. If an admin has disabled the reader, there is no link that connects a team, because
 * connecting would not help.
 */
const NoTeam = () => {
  const t = useTranslate();
  const { data: me } = useUserDetails();
  if (me?.isSwitchedOff === true) return <NoTeamOrDisabledNotice />;
  return (
    <EmptyState text={t('reports.none')}>
      <AppLink to="/teams/setup">{t('reports.connect')}</AppLink>
    </EmptyState>
  );
};

export const ReportListScreen = () => {
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return (
        <Frame hasTeams>
          <ReportListSkeleton />
        </Frame>
      );
    case 'failed':
      return (
        <Frame hasTeams>
          <LoadFailedPanel error={team.error} retry={team.retry} />
        </Frame>
      );
    case 'none':
      return (
        <Frame hasTeams={false}>
          <NoTeam />
        </Frame>
      );
    case 'ready':
      return (
        <Frame hasTeams>
          <TeamsList teams={team.teams} selected={team.selected} select={team.select} />
        </Frame>
      );
  }
};
