import { useId } from 'react';
import { Button } from '@fluentui/react-components';
import type { Task } from '#contracts/timesheet.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import { mediumDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import css from './EditRow.module.css';
import { hoursText } from './words.ts';

interface ConflictProps {
  /** The row as it is stored now; null = it was deleted. */
  readonly theirs: Task | null;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const Stored = ({ task }: { readonly task: Task }) => {
  const words = useWords();
  const { locale } = useReader();
  const facts = [
    task.meetingName ?? words('timesheet.noReport'),
    mediumDate(task.date, locale),
    hoursText(task.totalHours, locale, words),
  ];
  return (
    <div className={css.theirs}>
      <ClampedText text={task.task} />
      <p className={css.facts}>{facts.join(' · ')}</p>
    </div>
  );
};

/** The row was changed elsewhere while it was edited here: both are shown, and nothing is done before somebody chooses. */
export const Conflict = ({ theirs, onMine, onTheirs }: ConflictProps) => {
  const words = useWords();
  const titleId = useId();
  const isGone = theirs === null;
  return (
    <div role="alert" aria-labelledby={titleId} className={css.conflict}>
      <p id={titleId} className={css.conflictTitle}>
        {words(isGone ? 'timesheet.conflictGone' : 'timesheet.conflict')}
      </p>
      {!isGone && <Stored task={theirs} />}
      <div className={css.foot}>
        <Button appearance="primary" onClick={onMine}>
          {words(isGone ? 'timesheet.saveAsNew' : 'timesheet.saveMine')}
        </Button>
        <Button onClick={onTheirs}>{words(isGone ? 'timesheet.dropMine' : 'timesheet.keepTheirs')}</Button>
      </div>
    </div>
  );
};
