import { useEffect, useRef } from 'react';
import { limits } from '#contracts/core/limits.ts';
import { ConflictNote } from '../../../ui/forms/ConflictNote.tsx';
import { useReader } from '../../../ui/text/reader.ts';
import { useWords } from '../../../ui/text/words.ts';
import css from './EditRow.module.css';
import type { Doubt } from './taskForm.ts';
import { hoursOf } from '../week/weekGrid.ts';
import { hoursNumber } from '../sheetText.ts';

interface DoubtsProps {
  readonly doubts: readonly Doubt[];
  readonly onSave: () => void;
  readonly onBack: () => void;
}

/** Asks for confirmation before a task is saved that is probably a slip. */
export const Doubts = ({ doubts, onSave, onBack }: DoubtsProps) => {
  const words = useWords();
  const { locale } = useReader();
  const place = useRef<HTMLDivElement>(null);
  // The focused button has left the page, so the first answer takes the focus.
  useEffect(() => {
    place.current?.querySelector('button')?.focus();
  }, []);
  const sentences = doubts.map((doubt) =>
    words(doubt.key, {
      days: limits.usualTaskDays,
      hours: doubt.key === 'timesheet.askLongDay' ? hoursNumber(hoursOf(doubt.minutes), locale) : '',
    }),
  );
  return (
    <div ref={place} className={css.conflict}>
      <ConflictNote
        title={[...sentences, words('timesheet.askSave')].join(' ')}
        mine={words('timesheet.saveAnyway')}
        theirs={words('timesheet.changeIt')}
        onMine={onSave}
        onTheirs={onBack}
      />
    </div>
  );
};
