import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { ClampedText } from '../../../ui/text/ClampedText.tsx';
import { SaveConflictNote } from '../../../ui/forms/SaveConflictNote.tsx';
import { useDayText, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './EditTaskRow.module.css';
import { hoursText } from '../formatHoursAndWeekDates.ts';

interface ConflictProps {
  /** The stored row; null = the row was deleted. */
  readonly theirs: Task | null;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const Stored = ({ task }: { readonly task: Task }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const dayText = useDayText();
  const facts = [
    task.meetingName ?? t('timesheet.noReport'),
    dayText(task.date),
    hoursText(task.totalHours, locale, t),
  ];
  return (
    <>
      <ClampedText text={task.task} />
      <p className={css.facts}>{facts.join(' · ')}</p>
    </>
  );
};

/**
 * Lets the reader choose between their draft of a row and the stored row, which was changed or deleted elsewhere during
 * the edit.
 */
export const TaskConflict = ({ theirs, onMine, onTheirs }: ConflictProps) => {
  const t = useTranslate();
  const isGone = theirs === null;
  return (
    <div className={css.conflict}>
      <SaveConflictNote
        title={t(isGone ? 'timesheet.conflictGone' : 'timesheet.conflict')}
        mine={t(isGone ? 'timesheet.saveAsNew' : 'timesheet.saveMine')}
        theirs={t(isGone ? 'timesheet.dropMine' : 'timesheet.keepTheirs')}
        onMine={onMine}
        onTheirs={onTheirs}
      >
        {!isGone && <Stored task={theirs} />}
      </SaveConflictNote>
    </div>
  );
};
