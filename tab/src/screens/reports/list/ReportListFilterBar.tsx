import { Input, Select } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { states } from './reportListFilters.ts';
import type { ListFilters, StateFilter } from './reportListFilters.ts';
import css from './ReportListScreen.module.css';

interface ListFilterBarProps {
  readonly filters: ListFilters;
  readonly teams: readonly Team[];
  readonly team: string;
  /** Number of reports that pass the filters; undefined while the reports load. */
  readonly count: number | undefined;
}

const labels = { any: 'reports.anyState', active: 'reports.active', deactivated: 'reports.deactivated' } as const;

export const ReportListFilterBar = ({ filters, teams, team, count }: ListFilterBarProps) => {
  const t = useTranslate();
  return (
    <div className={css.filters} role="search">
      <Input
        className={css.search ?? ''}
        type="search"
        aria-label={t('reports.search')}
        placeholder={t('reports.search')}
        contentBefore={<Search20Regular />}
        value={filters.search}
        onChange={(_, { value }) => {
          filters.setSearch(value);
        }}
      />
      {teams.length > 1 && (
        <Select
          className={css.select ?? ''}
          aria-label={t('reports.team')}
          value={team}
          onChange={(_, { value }) => {
            filters.setTeam(value);
          }}
        >
          <option value="all">{t('reports.allTeams')}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        className={css.select ?? ''}
        aria-label={t('reports.state')}
        value={filters.state}
        onChange={(_, { value }) => {
          filters.setState(value as StateFilter);
        }}
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {t(labels[state])}
          </option>
        ))}
      </Select>
      {count !== undefined && (
        <span className={css.count} role="status">
          {t('reports.count', { count })}
        </span>
      )}
    </div>
  );
};
