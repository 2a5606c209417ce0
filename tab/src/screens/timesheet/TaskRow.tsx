import { Button } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { Edit20Regular } from '@fluentui/react-icons/svg/edit';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import type { Task } from '#contracts/timesheet.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import table from '../../ui/Table.module.css';
import { shortDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { shortText } from './taskForm.ts';
import css from './TaskTable.module.css';
import type { Editing } from './useEditing.ts';
import type { Removal } from './useRemoval.ts';
import { hoursText, isWeekend } from './words.ts';

interface ActionsProps {
  readonly task: Task;
  readonly editing: Editing;
  readonly removal: Removal;
}

interface TaskRowProps extends ActionsProps {
  readonly isMine: boolean;
  /** Whether the table has a column of actions. */
  readonly hasActions: boolean;
}

const Actions = ({ task, editing, removal }: ActionsProps) => {
  const words = useWords();
  if (!task.canEdit)
    return (
      <span className={css.locked}>
        <LockClosed20Regular aria-hidden="true" />
        {words('timesheet.locked')}
      </span>
    );
  const named = { task: shortText(task.task) };
  const isBusy = editing.edit !== null;
  const why = isBusy ? { title: words('timesheet.busy') } : {};
  return (
    <div className={css.buttons}>
      <Button
        {...why}
        appearance="subtle"
        icon={<Edit20Regular />}
        disabledFocusable={isBusy}
        data-edits={task.id}
        aria-label={words('timesheet.edit', named)}
        onClick={() => {
          editing.begin(task);
        }}
      />
      <Button
        {...why}
        appearance="subtle"
        icon={<Delete20Regular />}
        disabledFocusable={isBusy || removal.isRunning}
        aria-label={words('timesheet.delete', named)}
        onClick={() => {
          if (!isBusy) removal.remove(task);
        }}
      />
    </div>
  );
};

export const TaskRow = ({ isMine, hasActions, ...props }: TaskRowProps) => {
  const words = useWords();
  const { locale } = useReader();
  const { task } = props;
  return (
    <tr role="row" className={isWeekend(task.date) ? css.weekend : undefined}>
      <td role="cell" className={css.task}>
        <ClampedText text={task.task} />
        {(task.meetingName !== null || task.meetingId !== null) && (
          <div className={css.detail}>{task.meetingName ?? words('timesheet.deletedReport')}</div>
        )}
      </td>
      <td role="cell" className={css.user}>
        {task.user === '' ? words('timesheet.formerMember') : task.user}
      </td>
      <td role="cell" className={css.date}>
        <time dateTime={task.date}>{shortDate(task.date, locale)}</time>
      </td>
      <td role="cell" className={[table.number, css.number].join(' ')}>
        {hoursText(task.totalHours, locale, words)}
      </td>
      {hasActions && (
        <td role="cell" className={css.actions}>
          {isMine && <Actions {...props} />}
        </td>
      )}
    </tr>
  );
};
