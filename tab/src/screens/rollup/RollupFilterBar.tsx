import { useId } from 'react';
import { Select } from '@fluentui/react-components';
import { limits, times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { LoadedRollup } from '../../api/rollup/rollupQuery.ts';
import { DateRangeForm } from '../../parts/DateRangeForm.tsx';
import { MultiChoice } from '../../parts/SearchableMultiChoice.tsx';
import { DateField } from '../../ui/forms/DateField.tsx';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { groupings, periods } from './rollupFilters.ts';
import type { ChangeFilter, RollupFilters } from './rollupFilters.ts';
import css from './RollupScreen.module.css';

interface FilterBarProps {
  readonly filters: RollupFilters;
  readonly change: ChangeFilter;
  readonly teams: readonly Team[];
  readonly rollup: LoadedRollup | undefined;
}

type FilterProps = Pick<FilterBarProps, 'filters' | 'change'>;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        className={css.select ?? ''}
        value={value}
        onChange={(_, { value: chosen }) => {
          onChange(chosen);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
};

const isSprint = ({ period }: RollupFilters): boolean => period === 'SPRINT' || period === 'LAST_SPRINT';

const Sprint = ({ filters, change }: FilterProps) => {
  const t = useTranslate();
  const today = useToday();
  const label = t('rollup.anchor');
  return (
    <>
      <Choice
        label={t('rollup.weeks')}
        value={String(filters.weeks)}
        options={Array.from({ length: limits.sprintWeeks }, (_, index) => [
          String(index + 1),
          t('rollup.weeksCount', { weeks: index + 1 }),
        ])}
        onChange={(weeks) => {
          change({ weeks });
        }}
      />
      <div className={css.field}>
        <span aria-hidden="true">{label}</span>
        <DateField
          date={filters.anchor}
          today={today}
          label={label}
          firstDay="monday"
          onChange={(anchor) => {
            change({ anchor });
          }}
        />
      </div>
    </>
  );
};

const PeriodChoice = ({ filters, change, rollup }: Omit<FilterBarProps, 'teams'>) => {
  const t = useTranslate();
  const { range, weeks, anchor } = filters;
  /**
   * Stores the period in the page's address. A range (`RANGE`) is stored with both dates, so that the link shows the
   * same days later. A sprint is stored with its length in weeks and the start of one sprint.
   */
  const choose = (period: string): void => {
    const days = rollup ?? range;
    const own = period === 'RANGE' ? { from: days.from, to: days.to } : { from: undefined, to: undefined };
    const sprint = period.endsWith('SPRINT')
      ? { weeks: String(weeks), anchor: anchor as string }
      : { weeks: undefined, anchor: undefined };
    change({ period: period === 'THIS_WEEK' ? undefined : period, ...own, ...sprint });
  };
  return (
    <>
      <Choice
        label={t('rollup.period')}
        value={filters.period}
        options={periods.map((period) => [period, t(`rollup.preset${period}`)])}
        onChange={choose}
      />
      {isSprint(filters) && <Sprint filters={filters} change={change} />}
      {filters.period === 'RANGE' && (
        <DateRangeForm
          key={`${range.from} ${range.to}`}
          range={range}
          mostDays={times.rollupDays}
          firstDay="monday"
          part={{ name: t('rollup.presetRANGE'), action: t('rollup.applyDates') }}
          onSearch={(days) => {
            change({ from: days.from, to: days.to });
          }}
        />
      )}
    </>
  );
};

/**
 * Adds an option for each chosen id that is not among the choices, because these ids filter the roll-up too. `text` is
 * the text of such options.
 */
const withChosen = (
  choices: readonly { readonly id: string; readonly text: string }[],
  chosen: readonly string[],
  text: string,
) => [...choices, ...chosen.filter((id) => choices.every((choice) => choice.id !== id)).map((id) => ({ id, text }))];

const ReportsAndPeople = ({ filters, change, rollup }: Omit<FilterBarProps, 'teams'>) => {
  const t = useTranslate();
  const { reports = [], people = [] } = rollup?.head ?? {};
  const hasTeams = new Set(reports.map(({ teamId }) => teamId)).size > 1;
  const texts = {
    nothingFound: t('rollup.nothingFound'),
    count: (count: number) => t('rollup.chosen', { count }),
    more: (count: number) => t('rollup.moreChoices', { count }),
  };
  const nameOf = ({ name, hasLeft }: (typeof people)[number]): string => {
    if (name === '') return t('rollup.former');
    return hasLeft ? t('rollup.hasLeft', { name }) : name;
  };
  return (
    <>
      <MultiChoice
        label={t('rollup.reports')}
        choices={withChosen(
          reports.map(({ meetingId, name, teamName }) => ({
            id: meetingId,
            text: hasTeams ? `${name} · ${teamName}` : name,
          })),
          filters.reports,
          '…',
        )}
        chosen={filters.reports}
        most={limits.rollupMeetings}
        all={t('rollup.allReports')}
        search={t('rollup.searchReports')}
        {...texts}
        onChange={(ids) => {
          change({ reports: ids.join(',') });
        }}
      />
      <MultiChoice
        label={t('rollup.people')}
        choices={withChosen(
          people.map((person) => ({ id: person.memberId, text: nameOf(person) })),
          filters.people,
          t('rollup.former'),
        )}
        chosen={filters.people}
        most={limits.rollupPeople}
        all={t('rollup.everyone')}
        search={t('rollup.searchPeople')}
        {...texts}
        onChange={(ids) => {
          change({ people: ids.join(',') });
        }}
      />
    </>
  );
};

export const RollupFilterBar = ({ filters, change, teams, rollup }: FilterBarProps) => {
  const t = useTranslate();
  return (
    <div className={css.bar} role="search" aria-label={t('rollup.filters')}>
      <Choice
        label={t('rollup.by')}
        value={filters.by}
        options={groupings.map((by) => [by, t(`rollup.by${by}`)])}
        onChange={(by) => {
          change({ by: by === 'PERSON' ? undefined : by });
        }}
      />
      <PeriodChoice filters={filters} change={change} rollup={rollup} />
      {teams.length > 1 && (
        <Choice
          label={t('rollup.team')}
          value={teams.some(({ id }) => id === filters.team) ? filters.team : 'all'}
          options={[['all', t('rollup.allTeams')], ...teams.map(({ id, name }) => [id, name] as const)]}
          onChange={(team) => {
            change({ team: team === 'all' ? undefined : team, reports: undefined });
          }}
        />
      )}
      <ReportsAndPeople filters={filters} change={change} rollup={rollup} />
    </div>
  );
};
