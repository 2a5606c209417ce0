import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { BlockerList } from '../../api/blockers/blockerQueriesAndMutations.ts';
import { FilterChoice } from '../../parts/FilterChoice.tsx';
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

const unless = (value: string, normal: string): string | undefined => (value === normal ? undefined : value);

const orders = ['DESC', 'ASC'] as const;

const SortChoices = ({ filters, change }: Pick<FilterBarProps, 'filters' | 'change'>) => {
  const t = useTranslate();
  return (
    <>
      <FilterChoice
        label={t('blockers.sort')}
        value={filters.sort}
        options={sorts.map((sort) => [sort, t(`blockers.sort${sort}`)])}
        onChange={(sort) => {
          change({ sort: unless(sort, 'AGE'), order: undefined });
        }}
      />
      <FilterChoice
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
    <FilterChoice
      label={t('blockers.who')}
      value={filters.who}
      options={whoFilters.map((who) => [who, t(`blockers.who${who}`)])}
      group={{
        label: t('blockers.whoGroup'),
        options: [
          ...people.map((person) => [person.memberId, nameOf(person)] as const),
          // The address can name a person who has no blocker. This option shows that the filter still applies.
          ...(isOther ? [[filters.who, t('blockers.whoOther')] as const] : []),
        ],
      }}
      onChange={(who) => {
        change({ who: unless(who, 'ANYONE') });
      }}
    />
  );
};

const ReportChoice = ({ filters, change, list }: Omit<FilterBarProps, 'teams'>) => {
  const t = useTranslate();
  const reports = list?.reports ?? [];
  const isOther = filters.report !== 'all' && reports.every(({ meetingId }) => meetingId !== filters.report);
  return (
    <FilterChoice
      label={t('blockers.report')}
      value={filters.report}
      options={[
        ['all', t('blockers.allReports')],
        ...reports.map(({ meetingId, name }) => [meetingId, name] as const),
        // The address can name a report without a blocker. This option shows that the filter still applies.
        ...(isOther ? [[filters.report, t('blockers.otherReport')] as const] : []),
      ]}
      onChange={(report) => {
        change({ report: unless(report, 'all') });
      }}
    />
  );
};

export const BlockerFilterBar = ({ filters, change, teams, list }: FilterBarProps) => {
  const t = useTranslate();
  return (
    <div className={css.filters} role="search" aria-label={t('blockers.filters')}>
      {teams.length > 1 && (
        <FilterChoice
          label={t('blockers.team')}
          value={filters.team}
          options={[['all', t('blockers.allTeams')], ...teams.map(({ id, name }) => [id, name] as const)]}
          onChange={(team) => {
            change({ team: unless(team, 'all'), report: undefined });
          }}
        />
      )}
      <ReportChoice filters={filters} change={change} list={list} />
      <FilterChoice
        label={t('blockers.state')}
        value={filters.state}
        options={stateFilters.map((state) => [state, t(`blockers.state${state}`)])}
        onChange={(state) => {
          change({ state: unless(state, 'UNRESOLVED') });
        }}
      />
      <WhoChoice filters={filters} change={change} list={list} />
      <FilterChoice
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
