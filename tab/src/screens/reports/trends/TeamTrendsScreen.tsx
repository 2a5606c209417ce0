import { Select } from '@fluentui/react-components';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { useWeeklyTrends } from '../../../api/reports/weeklyTrendsQuery.ts';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { NoTeamOrDisabledNotice } from '../../../parts/NoTeamOrDisabledNotice.tsx';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { SpanText, WeekOptions, useWeeks } from './trendWeekOptionsAndSpan.tsx';
import { WeeklyTrendsView } from './WeeklyTrendsView.tsx';
import css from './TrendsTab.module.css';

interface TeamProps {
  readonly teams: readonly Team[];
  readonly team: Team;
  readonly select: (id: string) => void;
}

const TeamTrends = ({ teams, team, select }: TeamProps) => {
  const t = useTranslate();
  const [weeks, setWeeks] = useWeeks();
  const query = useWeeklyTrends({ teamId: team.id, weeks });
  return (
    <>
      <p className={css.span}>{t('trends.teamDetail', { team: team.name })}</p>
      <div className={css.bar}>
        <SpanText trends={query.data} />
        <div className={css.choices}>
          {teams.length > 1 && (
            <Select
              aria-label={t('reports.team')}
              value={team.id}
              onChange={(_, { value }) => {
                select(value);
              }}
            >
              {teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <Select
            aria-label={t('trends.back')}
            value={weeks}
            onChange={(_, { value }) => {
              setWeeks(value);
            }}
          >
            <WeekOptions />
          </Select>
        </div>
      </div>
      <LoadedData query={query}>{(trends) => <WeeklyTrendsView trends={trends} name={team.name} />}</LoadedData>
    </>
  );
};

const Content = () => {
  const team = useTeam();
  switch (team.kind) {
    case 'loading':
      return <LoadingSkeleton shape="form" />;
    case 'failed':
      return <LoadedData query={{ data: undefined, error: team.error, refetch: team.retry }}>{() => null}</LoadedData>;
    case 'none':
      return <NoTeamOrDisabledNotice />;
    case 'ready':
      return <TeamTrends teams={team.teams} team={team.selected} select={team.select} />;
  }
};

/** Shows the trends of all reports of the selected team together. */
export const TeamTrendsScreen = () => {
  const t = useTranslate();
  return (
    <>
      <h1 className={css.page}>{t('page.teamTrends')}</h1>
      <Content />
    </>
  );
};
