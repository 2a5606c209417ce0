import { Checkbox, Input } from '@fluentui/react-components';
import type { MeetingReport } from '#contracts/reports/report.ts';
import { useWords } from '../../ui/text/words.ts';
import css from './People.module.css';
import type { PeopleChoice } from './peopleChoice.ts';

interface PeopleFilterProps {
  readonly report: MeetingReport;
  /** The number of members that pass the filter. */
  readonly found: number;
  readonly choice: PeopleChoice;
  readonly onChange: (choice: PeopleChoice) => void;
}

/** Filters the members of a big team. */
export const PeopleFilter = ({ report, found, choice, onChange }: PeopleFilterProps) => {
  const words = useWords();
  return (
    <div className={css.filter} role="search" aria-label={words('people.list', { meeting: report.meetingName })}>
      <Input
        type="search"
        aria-label={words('people.search')}
        placeholder={words('people.search')}
        value={choice.search}
        onChange={(_, { value }) => {
          onChange({ ...choice, search: value });
        }}
      />
      <Checkbox
        label={words('people.onlyMissing')}
        checked={choice.isOnlyMissing}
        onChange={(_, { checked }) => {
          onChange({ ...choice, isOnlyMissing: checked === true });
        }}
      />
      <span className={css.count} role="status">
        {words('people.shown', { count: found, total: report.members.length })}
      </span>
    </div>
  );
};
