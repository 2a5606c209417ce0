import { Button } from '@fluentui/react-components';
import { useTranslate } from '../../../ui/text/translate.ts';
import { shortText } from './taskDraftFaultsAndDoubts.ts';
import css from '../Timesheet.module.css';
import type { Removal } from './useTaskRemoval.ts';

/**
 * Reports the row that was deleted last, and offers to restore it. The notice stays until the reader uses or closes it.
 */
export const RemovedTaskNotice = ({
  removal: { removed, isRunning, undo, dismiss },
}: {
  readonly removal: Removal;
}) => {
  const t = useTranslate();
  if (removed === null) return null;
  return (
    <div className={css.notice} role="status">
      <span className={css.said}>{t('timesheet.deleted', { task: shortText(removed.task) })}</span>
      <Button size="small" data-undo disabledFocusable={isRunning} onClick={undo}>
        {t('timesheet.undo')}
      </Button>
      <Button size="small" onClick={dismiss}>
        {t('common.close')}
      </Button>
    </div>
  );
};
