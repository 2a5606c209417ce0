import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import table from '../../ui/display/Table.module.css';
import { dayText, mondayOf } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { EditTaskRow } from './editing/EditTaskRow.tsx';
import { TaskRow } from './TaskRow.tsx';
import css from './TaskTable.module.css';
import { useRowActions } from './editing/useRowActions.ts';
import type { Editing } from './editing/useTaskEditing.ts';
import type { Removal } from './editing/useTaskRemoval.ts';
import { hoursOf } from './week/weekSumsAndHourConversion.ts';
import { hoursText, isWeekend, weekDates } from './formatHoursAndWeekDates.ts';

export interface Sums {
  /** Minutes by date, summed over all rows that pass the filter, on all pages. */
  readonly days: ReadonlyMap<string, number>;
  /** Minutes by week, by the date of its Monday; undefined in the week view. */
  readonly weeks?: ReadonlyMap<string, number>;
}

export interface TableProps {
  readonly labelledBy: string;
  readonly items: readonly Task[];
  readonly sums: Sums;
  readonly editing: Editing;
  readonly removal: Removal;
  readonly meId: string | null;
  readonly meetings: readonly MeetingName[];
  readonly today: LocalDate;
  /** Id of the row to scroll to and highlight; undefined = none. */
  readonly shownRow: string | undefined;
  /** Reason why the reader cannot change rows now; undefined = rows can be changed. */
  readonly whyReadOnly: string | undefined;
  /**
   * True if the table has a column for actions. It has the column on all pages or on none, so that the columns do not
   * move from page to page.
   */
  readonly hasActions: boolean;
  /**
   * Returns true if the filter leaves out rows of the week that begins on this Monday, so that the shown sum is not
   * that of the whole week.
   */
  readonly isPartOfWeek?: (monday: LocalDate) => boolean;
}

const facts = ['task', 'user', 'date', 'time'] as const;
const factsAndActions = [...facts, 'actions'] as const;

interface ColumnsProps {
  readonly hasActions: boolean;
}

const TimesheetHead = ({ hasActions }: ColumnsProps) => {
  const t = useTranslate();
  return (
    <thead>
      <tr role="row">
        {(hasActions ? factsAndActions : facts).map((item) => (
          <th key={item} scope="col" role="columnheader" className={item === 'time' ? table.number : undefined}>
            {t(`timesheet.${item}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
};

interface SumRowProps extends ColumnsProps {
  readonly className: string | undefined;
  readonly label: string;
  readonly minutes: number;
}

const SumRow = ({ className, label, minutes, hasActions }: SumRowProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <tr role="row" className={className}>
      <th role="rowheader" scope="rowgroup" colSpan={3}>
        {label}
      </th>
      <td role="cell" className={[table.number, css.number].join(' ')}>
        {hoursText(hoursOf(minutes), locale, t)}
      </td>
      {hasActions && <td role="cell" className={css.blank} />}
    </tr>
  );
};

interface SumsAboveProps extends ColumnsProps {
  readonly task: Task;
  readonly before: Task | undefined;
  readonly sums: Sums;
  readonly isPartOfWeek: TableProps['isPartOfWeek'];
  readonly today: LocalDate;
}

/** Shows the sum of a day above its first row on the page, and the sum of a week above the first row of that week. */
const SumsAbove = ({ task, before, sums, hasActions, isPartOfWeek, today }: SumsAboveProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { date } = task;
  const monday = mondayOf(date);
  const isNewWeek = before === undefined || mondayOf(before.date) !== monday;
  const week = sums.weeks?.get(monday);
  if (before?.date === date) return null;
  return (
    <>
      {isNewWeek && week !== undefined && (
        <SumRow
          className={css.week}
          label={t(isPartOfWeek?.(monday) === true ? 'timesheet.partOfWeek' : 'timesheet.weekOf', {
            dates: weekDates(monday, { locale, today }),
          })}
          minutes={week}
          hasActions={hasActions}
        />
      )}
      <SumRow
        className={[css.day, isWeekend(date) ? css.weekend : ''].join(' ')}
        label={dayText(date, { locale, today })}
        minutes={sums.days.get(date) ?? 0}
        hasActions={hasActions}
      />
    </>
  );
};

export const TaskTable = (props: TableProps) => {
  const {
    labelledBy,
    items,
    sums,
    editing,
    removal,
    meId,
    meetings,
    today,
    shownRow,
    whyReadOnly,
    hasActions,
    isPartOfWeek,
  } = props;
  const t = useTranslate();
  const actions = useRowActions(editing, removal);
  const { edit } = editing;
  const whyNot = whyReadOnly ?? (edit === null ? undefined : t('timesheet.busy'));
  const span = (hasActions ? factsAndActions : facts).length;
  const open =
    edit === null ? null : <EditTaskRow edit={edit} editing={editing} meetings={meetings} today={today} span={span} />;
  const editedId = edit?.task?.id;
  // True if the edited row is one of the shown rows. If not, the editor is shown outside the table, so that it does not
  // disappear.
  const isInPlace = editedId !== undefined && items.some(({ id }) => id === editedId);
  const rowOf = (task: Task): ReactNode =>
    task.id === editedId ? (
      open
    ) : (
      <TaskRow
        task={task}
        today={today}
        isMine={task.memberId === meId}
        isShown={task.id === shownRow}
        hasActions={hasActions}
        actions={actions}
        whyNot={whyNot}
        isRemoving={removal.isRunning}
      />
    );
  return (
    <div className={css.frame}>
      <table className={[table.table, css.table].join(' ')} role="table" aria-labelledby={labelledBy}>
        <TimesheetHead hasActions={hasActions} />
        <tbody role="rowgroup">
          {!isInPlace && open}
          {items.map((task, index) => (
            <Fragment key={task.id}>
              <SumsAbove task={task} before={items[index - 1]} {...{ sums, hasActions, isPartOfWeek, today }} />
              {rowOf(task)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};
