import { useRef } from 'react';
import { Select } from '@fluentui/react-components';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { DayNavigation } from '../../parts/day/DayNavigation.tsx';
import { longDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { LazyCatchup } from './LazyCatchup.tsx';
import type { Filters } from './useDashboardFiltersAndDay.ts';
import css from './DashboardDayBar.module.css';

interface DayBarProps {
  readonly filters: Filters;
  readonly meetings: readonly MeetingName[];
  readonly teamId: string;
  /**
   * True once the reports of the day are shown. Only then do less urgent parts load, so that they do not delay the
   * reports.
   */
  readonly isDayThere: boolean;
}

const MeetingFilter = ({ filters, meetings }: Pick<DayBarProps, 'filters' | 'meetings'>) => {
  const t = useTranslate();
  return (
    <Select
      className={css.filter ?? ''}
      aria-label={t('dashboard.filter')}
      value={meetings.some(({ id }) => id === filters.meetingId) ? filters.meetingId : ''}
      onChange={(_, { value }) => {
        filters.setMeeting(value === '' ? undefined : value);
      }}
    >
      <option value="">{t('dashboard.filterAll')}</option>
      {meetings.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
};

/** Shows the date while the team is still loading. The date does not depend on the team. */
export const DayBarAlone = ({ filters }: Pick<DayBarProps, 'filters'>) => {
  const { locale } = useReader();
  return (
    <div className={css.bar}>
      <h1 className={css.title}>{longDate(filters.date, locale)}</h1>
      {/* Invisible buttons take the space of the real ones, because the complete bar soon replaces this one. */}
      <div className={css.notYet} aria-hidden="true">
        <DayNavigation filter={filters} />
      </div>
    </div>
  );
};

export const DashboardDayBar = ({ filters, meetings, teamId, isDayThere }: DayBarProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  const { locale } = useReader();
  return (
    <div className={css.bar}>
      <h1 ref={title} className={css.title} tabIndex={-1}>
        {longDate(filters.date, locale)}
      </h1>
      <LazyCatchup
        teamId={teamId}
        isWanted={isDayThere}
        isToday={filters.date === filters.today}
        onDismissed={() => title.current?.focus()}
      >
        <DayNavigation filter={filters} />
      </LazyCatchup>
      {meetings.length > 1 && <MeetingFilter filters={filters} meetings={meetings} />}
    </div>
  );
};
