import type { Task } from '#contracts/timesheet.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import { ConflictNote } from '../../ui/ConflictNote.tsx';
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
    <>
      <ClampedText text={task.task} />
      <p className={css.facts}>{facts.join(' · ')}</p>
    </>
  );
};

/** The row was changed elsewhere while it was edited here. */
export const Conflict = ({ theirs, onMine, onTheirs }: ConflictProps) => {
  const words = useWords();
  const isGone = theirs === null;
  return (
    <div className={css.conflict}>
      <ConflictNote
        title={words(isGone ? 'timesheet.conflictGone' : 'timesheet.conflict')}
        mine={words(isGone ? 'timesheet.saveAsNew' : 'timesheet.saveMine')}
        theirs={words(isGone ? 'timesheet.dropMine' : 'timesheet.keepTheirs')}
        onMine={onMine}
        onTheirs={onTheirs}
      >
        {!isGone && <Stored task={theirs} />}
      </ConflictNote>
    </div>
  );
};
