import { useRef } from 'react';
import { Select } from '@fluentui/react-components';
import type { MeetingName } from '../../api/queries.ts';
import { DayNav } from '../../parts/day/DayNav.tsx';
import { longDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { CatchupPlace } from './CatchupPlace.tsx';
import type { Filters } from './day.ts';
import css from './DayBar.module.css';

interface DayBarProps {
  readonly filters: Filters;
  readonly meetings: readonly MeetingName[];
  readonly teamId: string;
  /** The day has been shown: what may wait for it may come. */
  readonly isDayThere: boolean;
}

const MeetingFilter = ({ filters, meetings }: Pick<DayBarProps, 'filters' | 'meetings'>) => {
  const words = useWords();
  return (
    <Select
      className={css.filter ?? ''}
      aria-label={words('dashboard.filter')}
      value={meetings.some(({ id }) => id === filters.meetingId) ? filters.meetingId : ''}
      onChange={(_, { value }) => {
        filters.setMeeting(value === '' ? undefined : value);
      }}
    >
      <option value="">{words('dashboard.filterAll')}</option>
      {meetings.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
};

/** The same before it is known whose day it is: the date is, and people read it while the rest comes. */
export const DayBarAlone = ({ filters }: Pick<DayBarProps, 'filters'>) => {
  const { locale } = useReader();
  return (
    <div className={css.bar}>
      <h1 className={css.title}>{longDate(filters.date, locale)}</h1>
      {/* Its room alone: what is pressed now would be gone a moment later. */}
      <div className={css.notYet} aria-hidden="true">
        <DayNav filter={filters} />
      </div>
    </div>
  );
};

/** The day as the page's title, the ways to another day, and the meeting filter. */
export const DayBar = ({ filters, meetings, teamId, isDayThere }: DayBarProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  const { locale } = useReader();
  return (
    <div className={css.bar}>
      <h1 ref={title} className={css.title} tabIndex={-1}>
        {longDate(filters.date, locale)}
      </h1>
      <CatchupPlace
        teamId={teamId}
        isWanted={isDayThere}
        isToday={filters.date === filters.today}
        onDismissed={() => title.current?.focus()}
      >
        <DayNav filter={filters} />
      </CatchupPlace>
      {meetings.length > 1 && <MeetingFilter filters={filters} meetings={meetings} />}
    </div>
  );
};
