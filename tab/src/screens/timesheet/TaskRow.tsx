import { memo, useEffect, useRef } from 'react';
import { Button } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { Edit20Regular } from '@fluentui/react-icons/svg/edit';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { ClampedAnswerText } from '../../parts/answerDisplay/ClampedAnswerText.tsx';
import table from '../../ui/display/Table.module.css';
import { dayText } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { shortText } from './editing/taskDraftFaultsAndDoubts.ts';
import css from './TaskTable.module.css';
import type { RowActions } from './editing/useRowActions.ts';
import { hoursText, isWeekend } from './formatHoursAndWeekDates.ts';

interface ActionsProps {
  readonly task: Task;
  readonly actions: RowActions;
  /** Reason why the reader cannot change rows now; undefined = rows can be changed. */
  readonly whyNot: string | undefined;
  readonly isRemoving: boolean;
}

interface TaskRowProps extends ActionsProps {
  readonly today: LocalDate;
  readonly isMine: boolean;
  /** True if the page scrolls to this row and highlights it, for example after a save or for a link to the row. */
  readonly isShown: boolean;
  readonly hasActions: boolean;
}

const Actions = ({ task, actions, whyNot, isRemoving }: ActionsProps) => {
  const t = useTranslate();
  if (!task.canEdit)
    return (
      <span className={css.locked}>
        <LockClosed20Regular aria-hidden="true" />
        {t('timesheet.locked')}
      </span>
    );
  const named = { task: shortText(task.task) };
  const isBusy = whyNot !== undefined;
  const why = isBusy ? { title: whyNot } : {};
  return (
    <div className={css.buttons}>
      <Button
        {...why}
        appearance="subtle"
        icon={<Edit20Regular />}
        disabledFocusable={isBusy}
        data-edits={task.id}
        aria-label={t('timesheet.edit', named)}
        onClick={() => {
          if (!isBusy) actions.edit(task);
        }}
      />
      <Button
        {...why}
        appearance="subtle"
        icon={<Delete20Regular />}
        disabledFocusable={isBusy || isRemoving}
        aria-label={t('timesheet.delete', named)}
        onClick={() => {
          if (!isBusy) actions.remove(task);
        }}
      />
    </div>
  );
};

/**
 * Each press on the screen renders all rows of the page again. With `memo`, React skips the rows that have not changed.
 */
export const TaskRow = memo(({ today, isMine, isShown, hasActions, ...props }: TaskRowProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { task } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const className = [isWeekend(task.date) ? css.weekend : '', isShown ? css.shown : ''].join(' ');
  return (
    <tr ref={row} role="row" className={className} aria-current={isShown ? 'true' : undefined}>
      <td role="cell" className={css.task}>
        <ClampedAnswerText text={task.task} />
        {(task.meetingName !== null || task.meetingId !== null) && (
          <div className={css.detail}>{task.meetingName ?? t('timesheet.deletedReport')}</div>
        )}
      </td>
      <td role="cell" className={css.user}>
        {task.user === '' ? t('timesheet.formerMember') : task.user}
      </td>
      <td role="cell" className={css.date}>
        <time dateTime={task.date}>{dayText(task.date, { locale, today })}</time>
      </td>
      <td role="cell" className={[table.number, css.number].join(' ')}>
        {hoursText(task.totalHours, locale, t)}
      </td>
      {hasActions && (
        <td role="cell" className={css.actions}>
          {isMine && <Actions {...props} />}
        </td>
      )}
    </tr>
  );
});
TaskRow.displayName = 'TaskRow';
