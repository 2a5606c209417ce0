import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import type { Team } from '#contracts/team.ts';
import { errorText } from '../../../api/errorText.ts';
import { useMeetingLists } from '../../../api/reports.ts';
import { useTeam } from '../../../api/team.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { RouterLink } from '../../../ui/RouterLink.tsx';
import { useWords } from '../../../ui/words.ts';
import { filtered, useListFilters, useShownTeam } from './filters.ts';
import { ListFilterBar } from './ListFilterBar.tsx';
import css from './ListScreen.module.css';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ReportItem } from './ReportItem.tsx';

const createPath = '/reports/create';

/** Without a team there is nothing a report could belong to: the button stays and says so. */
const Create = ({ hasTeams }: { readonly hasTeams: boolean }) => {
  const words = useWords();
  const reasonId = useId();
  if (hasTeams)
    return (
      <ButtonLink to={createPath} appearance="primary" icon={<Add20Regular />}>
        {words('reports.create')}
      </ButtonLink>
    );
  return (
    <div className={css.create}>
      <span id={reasonId} className={css.reason}>
        {words('reports.createNeedsTeam')}
      </span>
      <Button appearance="primary" icon={<Add20Regular />} disabledFocusable aria-describedby={reasonId}>
        {words('reports.create')}
      </Button>
    </div>
  );
};

interface FrameProps {
  readonly hasTeams: boolean;
  readonly children: ReactNode;
}

const Frame = ({ hasTeams, children }: FrameProps) => {
  const words = useWords();
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>{words('reports.title')}</h1>
        <Create hasTeams={hasTeams} />
      </div>
      {children}
    </>
  );
};

const Failed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const words = useWords();
  return (
    <EmptyState role="alert" text={errorText(error, words)}>
      <Button onClick={retry}>{words('common.retry')}</Button>
    </EmptyState>
  );
};

const None = () => {
  const words = useWords();
  return (
    <EmptyState text={words('reports.none')} detail={words('reports.noneYet')}>
      <RouterLink to={createPath}>{words('reports.createFirst')}</RouterLink>
    </EmptyState>
  );
};

const NonePasses = ({ onClear }: { readonly onClear: () => void }) => {
  const words = useWords();
  return (
    <EmptyState text={words('reports.none')} detail={words('reports.noneFiltered')}>
      <Button onClick={onClear}>{words('reports.clear')}</Button>
    </EmptyState>
  );
};

interface TeamsListProps {
  readonly teams: readonly Team[];
  readonly selected: Team;
  readonly select: (id: string) => void;
}

const TeamsList = ({ teams, selected, select }: TeamsListProps) => {
  const filters = useListFilters();
  const team = useShownTeam(filters, { teams, selected, select });
  const lists = useMeetingLists(team === 'all' ? teams.map(({ id }) => id) : [team]);
  const shown = lists.data === undefined ? undefined : filtered(lists.data, filters);
  const nameOf = (teamId: string): string => teams.find(({ id }) => id === teamId)?.name ?? '';
  const content = (): ReactNode => {
    if (lists.data === undefined || shown === undefined)
      return lists.error === null ? <ListSkeleton /> : <Failed error={lists.error} retry={lists.retry} />;
    if (lists.data.length === 0) return <None />;
    if (shown.length === 0) return <NonePasses onClear={filters.clear} />;
    return (
      <ul className={css.cards}>
        {shown.map((meeting) => (
          <li key={meeting.id}>
            <ReportItem meeting={meeting} teamName={nameOf(meeting.teamId)} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <ListFilterBar filters={filters} teams={teams} team={team} count={shown?.length} />
      {content()}
    </>
  );
};

/** Every report of a team, or of all the reader's teams. */
export const ListScreen = () => {
  const team = useTeam();
  const words = useWords();
  switch (team.kind) {
    case 'loading':
      return (
        <Frame hasTeams>
          <ListSkeleton />
        </Frame>
      );
    case 'failed':
      return (
        <Frame hasTeams>
          <Failed error={team.error} retry={team.retry} />
        </Frame>
      );
    case 'none':
      return (
        <Frame hasTeams={false}>
          <EmptyState text={words('reports.none')}>
            <RouterLink to="/teams/setup">{words('reports.connect')}</RouterLink>
          </EmptyState>
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
