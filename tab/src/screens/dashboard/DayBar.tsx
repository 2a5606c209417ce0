import { Button, Select } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { MeetingName } from '../../api/queries.ts';
import { DateField } from '../../ui/DateField.tsx';
import { addDays, longDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { Filters } from './day.ts';
import css from './DayBar.module.css';

interface DayBarProps {
  readonly filters: Filters;
  readonly meetings: readonly MeetingName[];
}

const MeetingFilter = ({ filters, meetings }: DayBarProps) => {
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

/** The day as the page's title, the ways to another day, and the meeting filter. */
export const DayBar = ({ filters, meetings }: DayBarProps) => {
  const words = useWords();
  const { locale } = useReader();
  const { date, today, setDate } = filters;
  return (
    <div className={css.bar}>
      <h1 className={css.title}>{longDate(date, locale)}</h1>
      <div className={css.days}>
        <Button
          appearance="subtle"
          icon={<ChevronLeft20Regular />}
          aria-label={words('dashboard.previousDay')}
          title={words('dashboard.previousDay')}
          onClick={() => {
            setDate(addDays(date, -1));
          }}
        />
        <DateField date={date} today={today} label={words('dashboard.pickDate')} onChange={setDate} />
        <Button
          appearance="subtle"
          icon={<ChevronRight20Regular />}
          aria-label={words('dashboard.nextDay')}
          title={words('dashboard.nextDay')}
          onClick={() => {
            setDate(addDays(date, 1));
          }}
        />
      </div>
      {meetings.length > 1 && <MeetingFilter filters={filters} meetings={meetings} />}
    </div>
  );
};
