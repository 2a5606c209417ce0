import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Member, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { FilterChoice } from '../../parts/FilterChoice.tsx';
import choice from '../../parts/FilterChoice.module.css';
import type { FilterOptions } from '../../parts/FilterChoice.tsx';
import { DateField } from '../../ui/forms/DateField.tsx';
import { addDays } from '../../ui/text/calculateAndFormatDates.ts';
import { useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { hasFilter, isBackwards } from './searchFilters.ts';
import type { ChangeSearch, SearchFilters } from './searchFilters.ts';
import css from './SearchScreen.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly all: string;
  readonly options: FilterOptions;
  /**
   * Text of an extra option for a value that is not among the options, for example for an id in an old link; undefined
   * = there is no such option.
   */
  readonly other?: string;
  readonly onChange: (value: string | undefined) => void;
}

const Choice = ({ label, value, all, options, other, onChange }: ChoiceProps) => {
  const isOther = value !== undefined && options.every(([option]) => option !== value);
  return (
    <FilterChoice
      label={label}
      value={value ?? ''}
      options={[['', all], ...options, ...(isOther && other !== undefined ? [[value, other] as const] : [])]}
      onChange={(chosen) => {
        onChange(chosen === '' ? undefined : chosen);
      }}
    />
  );
};

interface DayProps {
  readonly label: string;
  readonly date: LocalDate | undefined;
  readonly onChange: (date: LocalDate | undefined) => void;
}

const Day = ({ label, date, onChange }: DayProps) => {
  const today = useToday();
  return (
    <div className={choice.choice}>
      <span className={choice.label} aria-hidden="true">
        {label}
      </span>
      <DateField date={date ?? today} today={today} label={label} onChange={onChange} />
    </div>
  );
};

interface FilterProps {
  readonly filters: SearchFilters;
  readonly change: ChangeSearch;
}

/**
 * Lets the reader choose the dates. A date field cannot be empty, so the first press of the button sets both dates: the
 * last 30 days.
 */
const Period = ({ filters: { from, to }, change }: FilterProps) => {
  const t = useTranslate();
  const today = useToday();
  if (from === undefined && to === undefined)
    return (
      <div className={choice.choice}>
        <span className={choice.label}>{t('search.period')}</span>
        <Button
          onClick={() => {
            change({ from: addDays(today, -30), to: today });
          }}
        >
          {t('search.choosePeriod')}
        </Button>
      </div>
    );
  return (
    <>
      <Day
        label={t('search.from')}
        date={from}
        onChange={(date) => {
          change({ from: date });
        }}
      />
      <Day
        label={t('search.to')}
        date={to}
        onChange={(date) => {
          change({ to: date });
        }}
      />
    </>
  );
};

interface FilterBarProps extends FilterProps {
  readonly teams: readonly Team[];
  readonly reports: readonly MeetingName[];
  readonly people: readonly Member[];
}

const nothing = { team: undefined, report: undefined, who: undefined, from: undefined, to: undefined } as const;

export const SearchFilterBar = ({ filters, change, teams, reports, people }: FilterBarProps) => {
  const t = useTranslate();
  const { team, report, who } = filters;
  return (
    <div className={css.filters} role="group" aria-label={t('search.filters')}>
      {teams.length > 1 && (
        <Choice
          label={t('search.team')}
          value={team}
          all={t('search.allTeams')}
          options={teams.map(({ id, name }) => [id, name])}
          onChange={(id) => {
            change({ team: id, report: undefined, who: undefined });
          }}
        />
      )}
      <Choice
        label={t('search.report')}
        value={report}
        all={t('search.allReports')}
        options={reports.map(({ id, name }) => [id, name])}
        other={t('search.otherReport')}
        onChange={(id) => {
          change({ report: id });
        }}
      />
      <Choice
        label={t('search.person')}
        value={who}
        all={t('search.anyone')}
        options={people.map(({ id, name }) => [id, name])}
        other={t('search.otherPerson')}
        onChange={(id) => {
          change({ who: id });
        }}
      />
      <Period filters={filters} change={change} />
      {hasFilter(filters) && (
        <Button
          appearance="subtle"
          onClick={() => {
            change(nothing);
          }}
        >
          {t('search.clear')}
        </Button>
      )}
      {isBackwards(filters) && (
        <p className={css.fault} role="alert">
          {t('search.backwards')}
        </p>
      )}
    </div>
  );
};
