import { Input, Select } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import type { Team } from '#contracts/organisations/team.ts';
import { useWords } from '../../../ui/text/words.ts';
import { states } from './filters.ts';
import type { ListFilters, StateFilter } from './filters.ts';
import css from './ListScreen.module.css';

interface ListFilterBarProps {
  readonly filters: ListFilters;
  readonly teams: readonly Team[];
  /** Id of the shown team, or `all`. */
  readonly team: string;
  /** The number of shown reports; undefined until it is known. */
  readonly count: number | undefined;
}

const labels = { any: 'reports.anyState', active: 'reports.active', deactivated: 'reports.deactivated' } as const;

/** Filters the list by name, team and state. */
export const ListFilterBar = ({ filters, teams, team, count }: ListFilterBarProps) => {
  const words = useWords();
  return (
    <div className={css.filters} role="search">
      <Input
        className={css.search ?? ''}
        type="search"
        aria-label={words('reports.search')}
        placeholder={words('reports.search')}
        contentBefore={<Search20Regular />}
        value={filters.search}
        onChange={(_, { value }) => {
          filters.setSearch(value);
        }}
      />
      {teams.length > 1 && (
        <Select
          className={css.select ?? ''}
          aria-label={words('reports.team')}
          value={team}
          onChange={(_, { value }) => {
            filters.setTeam(value);
          }}
        >
          <option value="all">{words('reports.allTeams')}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        className={css.select ?? ''}
        aria-label={words('reports.state')}
        value={filters.state}
        onChange={(_, { value }) => {
          filters.setState(value as StateFilter);
        }}
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {words(labels[state])}
          </option>
        ))}
      </Select>
      {count !== undefined && (
        <span className={css.count} role="status">
          {words('reports.count', { count })}
        </span>
      )}
    </div>
  );
};
