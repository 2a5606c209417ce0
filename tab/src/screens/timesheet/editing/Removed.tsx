import { Button } from '@fluentui/react-components';
import { useWords } from '../../../ui/text/words.ts';
import { shortText } from './taskForm.ts';
import css from '../Timesheet.module.css';
import type { Removal } from './useRemoval.ts';

/** Reports the last deleted row and offers to undo it; stays until it is used or closed. */
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
