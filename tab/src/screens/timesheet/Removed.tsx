import { Button } from '@fluentui/react-components';
import { useWords } from '../../ui/words.ts';
import { shortText } from './taskForm.ts';
import css from './Timesheet.module.css';
import type { Removal } from './useRemoval.ts';

/** What was deleted last, and the way back; it stays until it is used or put away. */
export const Removed = ({ removal: { removed, isRunning, undo, dismiss } }: { readonly removal: Removal }) => {
  const words = useWords();
  if (removed === null) return null;
  return (
    <div className={css.notice} role="status">
      <span className={css.said}>{words('timesheet.deleted', { task: shortText(removed.task) })}</span>
      <Button size="small" data-undo disabledFocusable={isRunning} onClick={undo}>
        {words('timesheet.undo')}
      </Button>
      <Button size="small" onClick={dismiss}>
        {words('common.close')}
      </Button>
    </div>
  );
};
