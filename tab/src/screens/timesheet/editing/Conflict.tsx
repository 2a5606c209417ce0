import type { Task } from '#contracts/timesheets/timesheet.ts';
import { ClampedText } from '../../../ui/text/ClampedText.tsx';
import { ConflictNote } from '../../../ui/forms/ConflictNote.tsx';
import { useDayText, useReader } from '../../../ui/text/reader.ts';
import { useWords } from '../../../ui/text/words.ts';
import css from './EditRow.module.css';
import { hoursText } from '../sheetText.ts';

interface ConflictProps {
  /** The stored row; null = it was deleted. */
  readonly theirs: Task | null;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const Stored = ({ task }: { readonly task: Task }) => {
  const words = useWords();
  const { locale } = useReader();
  const dayText = useDayText();
  const facts = [
    task.meetingName ?? words('timesheet.noReport'),
    dayText(task.date),
    hoursText(task.totalHours, locale, words),
  ];
  return (
    <>
      <ClampedText text={task.task} />
      <p className={css.facts}>{facts.join(' · ')}</p>
    </>
  );
};

/** Shown when the row was changed elsewhere during an edit here. */
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
