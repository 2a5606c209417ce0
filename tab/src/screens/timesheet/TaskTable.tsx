import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { LocalDate } from '#contracts/ids.ts';
import type { Task } from '#contracts/timesheet.ts';
import type { MeetingName } from '../../api/queries.ts';
import table from '../../ui/Table.module.css';
import { longDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import { EditRow } from './EditRow.tsx';
import { mondayOf } from './presets.ts';
import { TaskRow } from './TaskRow.tsx';
import css from './TaskTable.module.css';
import type { Editing } from './useEditing.ts';
import type { Removal } from './useRemoval.ts';
import { hoursOf } from './weekGrid.ts';
import { hoursText, isWeekend, weekDates } from './words.ts';

export interface Sums {
  /** Minutes by date, of all rows that are looked at, on whichever page they stand. */
  readonly days: ReadonlyMap<string, number>;
  /** By Monday; left out where a single week is shown. */
  readonly weeks?: ReadonlyMap<string, number>;
}

export interface TableProps {
  /** Id of the heading it stands under. */
  readonly labelledBy: string;
  readonly items: readonly Task[];
  readonly sums: Sums;
  readonly editing: Editing;
  readonly removal: Removal;
  readonly meId: string | null;
  readonly meetings: readonly MeetingName[];
  readonly today: LocalDate;
}

const facts = ['task', 'user', 'date', 'time'] as const;
const factsAndActions = [...facts, 'actions'] as const;

interface ColumnsProps {
  /** Whether there is a column of actions: there is none where nothing may be done to any row. */
  readonly hasActions: boolean;
}

const Head = ({ hasActions }: ColumnsProps) => {
  const words = useWords();
  return (
    <thead>
      <tr role="row">
        {(hasActions ? factsAndActions : facts).map((one) => (
          <th key={one} scope="col" role="columnheader" className={one === 'time' ? table.number : undefined}>
            {words(`timesheet.${one}`)}
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
  const words = useWords();
  const { locale } = useReader();
  return (
    <tr role="row" className={className}>
      <th role="rowheader" scope="rowgroup" colSpan={3}>
        {label}
      </th>
      <td role="cell" className={[table.number, css.number].join(' ')}>
        {hoursText(hoursOf(minutes), locale, words)}
      </td>
      {hasActions && <td role="cell" className={css.blank} />}
    </tr>
  );
};

interface SumsAboveProps extends ColumnsProps {
  readonly task: Task;
  readonly before: Task | undefined;
  readonly sums: Sums;
}

/** The sums of a row's day and week, above the first row of each on the page. */
const SumsAbove = ({ task, before, sums, hasActions }: SumsAboveProps) => {
  const words = useWords();
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
          label={words('timesheet.weekOf', { dates: weekDates(monday, locale) })}
          minutes={week}
          hasActions={hasActions}
        />
      )}
      <SumRow
        className={[css.day, isWeekend(date) ? css.weekend : ''].join(' ')}
        label={longDate(date, locale)}
        minutes={sums.days.get(date) ?? 0}
        hasActions={hasActions}
      />
    </>
  );
};

/** Rows of time by day, with the sums of the days; one of them, or a new one, may be edited in its place. */
export const TaskTable = (props: TableProps) => {
  const { labelledBy, items, sums, editing, removal, meId, meetings, today } = props;
  const { edit } = editing;
  const hasActions = items.some(({ memberId }) => memberId === meId);
  const span = (hasActions ? factsAndActions : facts).length;
  const open =
    edit === null ? null : <EditRow edit={edit} editing={editing} meetings={meetings} today={today} span={span} />;
  const editedId = edit?.task?.id;
  // What is being edited stays on the page also when its row is not.
  const isInPlace = editedId !== undefined && items.some(({ id }) => id === editedId);
  const rowOf = (task: Task): ReactNode =>
    task.id === editedId ? (
      open
    ) : (
      <TaskRow
        task={task}
        isMine={task.memberId === meId}
        hasActions={hasActions}
        editing={editing}
        removal={removal}
      />
    );
  return (
    <div className={css.frame}>
      <table className={[table.table, css.table].join(' ')} role="table" aria-labelledby={labelledBy}>
        <Head hasActions={hasActions} />
        <tbody role="rowgroup">
          {!isInPlace && open}
          {items.map((task, at) => (
            <Fragment key={task.id}>
              <SumsAbove task={task} before={items[at - 1]} sums={sums} hasActions={hasActions} />
              {rowOf(task)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};
