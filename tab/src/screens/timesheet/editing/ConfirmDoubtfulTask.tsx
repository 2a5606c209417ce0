import { useEffect, useRef } from 'react';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { SaveConflictNote } from '../../../ui/forms/SaveConflictNote.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './EditTaskRow.module.css';
import type { Doubt } from './taskDraftFaultsAndDoubts.ts';
import { hoursOf } from '../week/weekSumsAndHourConversion.ts';
import { hoursNumber } from '../formatHoursAndWeekDates.ts';

interface DoubtsProps {
  readonly doubts: readonly Doubt[];
  readonly onSave: () => void;
  readonly onBack: () => void;
}

/** Asks for confirmation before a task is saved that probably contains a mistake (`doubtsOf`). */
export const ConfirmDoubtfulTask = ({ doubts, onSave, onBack }: DoubtsProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const place = useRef<HTMLDivElement>(null);
  // The button that had the focus has left the page, so the first button of this question takes the focus.
  useEffect(() => {
    place.current?.querySelector('button')?.focus();
  }, []);
  const sentences = doubts.map((doubt) =>
    t(doubt.key, {
      days: limits.usualTaskDays,
      hours: doubt.key === 'timesheet.askLongDay' ? hoursNumber(hoursOf(doubt.minutes), locale) : '',
    }),
  );
  return (
    <div ref={place} className={css.conflict}>
      <SaveConflictNote
        title={[...sentences, t('timesheet.askSave')].join(' ')}
        mine={t('timesheet.saveAnyway')}
        theirs={t('timesheet.changeIt')}
        onMine={onSave}
        onTheirs={onBack}
      />
    </div>
  );
};
