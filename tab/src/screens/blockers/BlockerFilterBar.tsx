import { Select } from '@fluentui/react-components';
import type { Team } from '#contracts/organisations/team.ts';
import type { BlockerList } from '../../api/blockers/blockerQueries.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { ageFilters, isPerson, sorts, stateFilters, whoFilters } from './blockerFilters.ts';
import type { BlockerFilters, ChangeFilter } from './blockerFilters.ts';
import css from './BlockersScreen.module.css';

interface FilterBarProps {
  readonly filters: BlockerFilters;
  readonly change: ChangeFilter;
  readonly teams: readonly Team[];
  readonly list: BlockerList | undefined;
}

type Options = readonly (readonly [value: string, text: string])[];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: Options;
  /** Further options under a heading. */
  readonly group?: { readonly label: string; readonly options: Options };
  readonly onChange: (value: string) => void;
}

const optionElements = (options: Options) =>
  options.map(([option, text]) => (
    <option key={option} value={option}>
      {text}
    </option>
  ));

const Choice = ({ label, value, options, group, onChange }: ChoiceProps) => (
  <label className={css.choice}>
    <span className={css.choiceLabel}>{label}</span>
    <Select
      className={css.select ?? ''}
      value={value}
      onChange={(_, { value: chosen }) => {
        onChange(chosen);
      }}
    >
      {optionElements(options)}
      {group !== undefined && group.options.length > 0 && (
        <optgroup label={group.label}>{optionElements(group.options)}</optgroup>
      )}
    </Select>
  </label>
);

const unless = (value: string, normal: string): string | undefined => (value === normal ? undefined : value);

const orders = ['DESC', 'ASC'] as const;

const SortChoices = ({ filters, change }: Pick<FilterBarProps, 'filters' | 'change'>) => {
  const t = useTranslate();
  return (
    <>
      <Choice
        label={t('blockers.sort')}
        value={filters.sort}
        options={sorts.map((sort) => [sort, t(`blockers.sort${sort}`)])}
        onChange={(sort) => {
          change({ sort: unless(sort, 'AGE'), order: undefined });
        }}
      />
      <Choice
        label={t('blockers.order')}
        value={filters.isDescending ? 'DESC' : 'ASC'}
        options={orders.map((order) => [order, t(`blockers.order${order}`)])}
        onChange={(order) => {
          change({ order });
        }}
      />
    </>
  );
};

const WhoChoice = ({ filters, change, list }: Omit<FilterBarProps, 'teams'>) => {
  const t = useTranslate();
  const people = list?.people ?? [];
  const isOther = isPerson(filters.who) && people.every(({ memberId }) => memberId !== filters.who);
  const nameOf = ({ name, hasLeft }: BlockerList['people'][number]): string => {
    if (name === '') return t('blockers.formerMember');
    return hasLeft ? t('blockers.hasLeft', { name }) : name;
  };
  return (
    <Choice
      label={t('blockers.who')}
      value={filters.who}
      options={whoFilters.map((who) => [who, t(`blockers.who${who}`)])}
      group={{
        label: t('blockers.whoGroup'),
        options: [
          ...people.map((person) => [person.memberId, nameOf(person)] as const),
          // The address can name a person who has no blocker. This option shows that the filter applies all the same.
          ...(isOther ? [[filters.who, t('blockers.whoOther')] as const] : []),
        ],
      }}
      onChange={(who) => {
        change({ who: unless(who, 'ANYONE') });
      }}
    />
  );
};

export const BlockerFilterBar = ({ filters, change, teams, list }: FilterBarProps) => {
  const t = useTranslate();
  const reports = list?.reports ?? [];
  return (
    <div className={css.filters} role="search" aria-label={t('blockers.filters')}>
      {teams.length > 1 && (
        <Choice
          label={t('blockers.team')}
          value={filters.team}
          options={[['all', t('blockers.allTeams')], ...teams.map(({ id, name }) => [id, name] as const)]}
          onChange={(team) => {
            change({ team: unless(team, 'all'), report: undefined });
          }}
        />
      )}
      <Choice
        label={t('blockers.report')}
        value={reports.some(({ meetingId }) => meetingId === filters.report) ? filters.report : 'all'}
        options={[
          ['all', t('blockers.allReports')],
          ...reports.map(({ meetingId, name }) => [meetingId, name] as const),
        ]}
        onChange={(report) => {
          change({ report: unless(report, 'all') });
        }}
      />
      <Choice
        label={t('blockers.state')}
        value={filters.state}
        options={stateFilters.map((state) => [state, t(`blockers.state${state}`)])}
        onChange={(state) => {
          change({ state: unless(state, 'UNRESOLVED') });
        }}
      />
      <WhoChoice filters={filters} change={change} list={list} />
      <Choice
        label={t('blockers.age')}
        value={String(filters.age)}
        options={ageFilters.map((days) => [String(days), t('blockers.ageFrom', { days })])}
        onChange={(age) => {
          change({ age: unless(age, '0') });
        }}
      />
      <SortChoices filters={filters} change={change} />
    </div>
  );
};
