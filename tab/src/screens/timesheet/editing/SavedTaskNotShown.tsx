import { Button } from '@fluentui/react-components';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from '../Timesheet.module.css';

interface SavedElsewhereProps {
  /** The saved row that the page does not show, for example because of its filter; null = none. */
  readonly task: Task | null;
  readonly onShow: (task: Task) => void;
  readonly onClose: () => void;
}

export const SavedTaskNotShown = ({ task, onShow, onClose }: SavedElsewhereProps) => {
  const t = useTranslate();
  if (task === null) return null;
  return (
    <div className={css.notice} role="status">
      <span className={css.said}>{t('timesheet.savedElsewhere')}</span>
      <Button
        size="small"
        onClick={() => {
          onShow(task);
          onClose();
        }}
      >
        {t('timesheet.showIt')}
      </Button>
      <Button size="small" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
};
