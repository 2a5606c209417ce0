import { useRef, useState } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { useWeek } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { FullWeek, SheetFilter } from '../../../api/timesheets/timesheetQueriesAndMutations.ts';
import { addDays, mondayOf } from '../../../ui/text/calculateAndFormatDates.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Copied, CopyDay } from '../editing/CopyLastDay.tsx';
import { DownloadButton, DownloadProgress } from '../TimesheetDownloadButtonAndProgress.tsx';
import { useRefetchAtMidnight } from '../useRefetchAtMidnight.ts';
import { useTimesheetDownload } from '../useTimesheetDownload.ts';
import { TimesheetLoadFailed } from '../TimesheetLoadFailed.tsx';
import { TimesheetHead } from '../TimesheetTitleAndViewSwitch.tsx';
import { RemovedTaskNotice } from '../editing/RemovedTaskNotice.tsx';
import { SavedTaskNotShown } from '../editing/SavedTaskNotShown.tsx';
import type { SheetProps } from '../timesheetViewProps.ts';
import { TaskTable } from '../TaskTable.tsx';
import css from '../Timesheet.module.css';
import { useCopyLastDayWithPreview } from '../editing/useCopyLastDayWithPreview.ts';
import { useTaskEditing } from '../editing/useTaskEditing.ts';
import { useFocusReturn } from '../editing/useFocusAfterTaskEdit.ts';
import { useTaskRemoval } from '../editing/useTaskRemoval.ts';
import { AddTaskButton } from '../AddTaskButton.tsx';
import { WeekHoursTable } from './WeekHoursTable.tsx';
import { WeekNavigation } from './WeekNavigation.tsx';
import { WeekApprovalState } from './WeekApprovalState.tsx';

interface WeekViewProps extends SheetProps {
  readonly memberId: string;
  readonly monday: LocalDate;
}

/** Returns the date that a new row has at first: the latest day of this week that is not in the future. */
const usualDay = (monday: LocalDate, today: LocalDate): LocalDate => {
  const sunday = addDays(monday, 6);
  return today > sunday ? sunday : today;
};

interface TasksProps extends WeekViewProps {
  readonly week: FullWeek;
  readonly editing: ReturnType<typeof useTaskEditing>;
  readonly removal: ReturnType<typeof useTaskRemoval>;
}

const Tasks = ({ week, editing, removal, meId, meetings, address, whyReadOnly }: TasksProps) => {
  const t = useTranslate();
  const isEmpty = week.items.length === 0;
  const undo = <RemovedTaskNotice removal={removal} />;
  if (isEmpty && editing.edit === null)
    return (
      <>
        {undo}
        <EmptyState text={t('timesheet.noneInWeek')} />
      </>
    );
  return (
    <>
      {!isEmpty && (
        <div className={css.part}>
          <WeekHoursTable week={week} labelledBy="timesheet-week" />
        </div>
      )}
      {undo}
      <TaskTable
        labelledBy="timesheet-week"
        items={week.items}
        sums={{ days: new Map(week.days.map(({ date, minutes }) => [date, minutes])) }}
        today={week.today}
        shownRow={address.row}
        whyReadOnly={whyReadOnly}
        hasActions={week.memberId === meId}
        {...{ editing, removal, meId, meetings }}
      />
    </>
  );
};

type WeekBodyProps = Parameters<typeof Tasks>[0] & {
  readonly isOwn: boolean;
  /** A row that was saved but belongs to another week; null = none. */
  readonly hidden: Task | null;
  readonly onHidden: (task: Task | null) => void;
};

const WeekBody = ({ isOwn, hidden, onHidden, ...props }: WeekBodyProps) => (
  <>
    <WeekApprovalState week={props.week} isOwn={isOwn} />
    <SavedTaskNotShown
      task={hidden}
      onShow={({ id, date }) => {
        props.address.openWeek(mondayOf(date), undefined, id);
      }}
      onClose={() => {
        onHidden(null);
      }}
    />
    <Tasks {...props} />
  </>
);

export const WeekView = (props: WeekViewProps) => {
  const { teamId, address, meetings, meId, memberId, monday, whyReadOnly, waiting } = props;
  const t = useTranslate();
  const notices = useNotices();
  const place = useRef<HTMLDivElement>(null);
  const { data: week, error, refetch } = useWeek({ teamId, memberId, monday });
  const browserToday = useRefetchAtMidnight(refetch);
  const isOwn = memberId === meId;
  // A new row gets today's date by the clock of the week's owner, which the server reports. In weeks of other members
  // the reader cannot write, so the browser's date is enough.
  const today = week !== undefined && isOwn ? week.today : browserToday;
  const filter: SheetFilter = { teamId, startDate: monday, endDate: addDays(monday, 6), users: [memberId] };
  const downloading = useTimesheetDownload(filter);
  const [hidden, setHidden] = useState<Task | null>(null);
  const copying = useCopyLastDayWithPreview(teamId, meId);
  const removal = useTaskRemoval(
    teamId,
    meetings.map(({ id }) => id),
  );
  const editing = useTaskEditing({
    teamId,
    meId,
    today,
    onSaved: (task) => {
      const isShown = task.date >= monday && task.date <= addDays(monday, 6);
      setHidden(isShown ? null : task);
      if (!isShown) return;
      notices.push('success', t('timesheet.saved'));
      address.showRow(task.id);
    },
  });
  const whyNotAdd = whyReadOnly ?? (editing.edit === null ? undefined : t('timesheet.busy'));
  useFocusReturn(place, editing.edit, removal.removed);
  const mayAdd = isOwn && week?.can.edit === true && monday <= today;
  const isThisWeek = today >= monday && today <= addDays(monday, 6);
  const add = (): void => {
    const usual = meetings.filter(({ isEnabled }) => isEnabled);
    editing.add({ date: usualDay(monday, today), meetingId: usual.length === 1 ? (usual[0]?.id ?? '') : '' });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <TimesheetHead address={address} today={today}>
        <DownloadButton downloading={downloading} />
        {mayAdd && isThisWeek && <CopyDay copying={copying} date={today} whyNot={whyReadOnly} />}
        {mayAdd && <AddTaskButton whyNot={whyNotAdd} onAdd={add} />}
      </TimesheetHead>
      <DownloadProgress downloading={downloading} />
      <Copied copying={copying} />
      {waiting}
      <WeekNavigation {...props} today={today} user={week?.user} />
      {week === undefined && error !== null && (
        <TimesheetLoadFailed error={error} retry={() => void refetch()} address={address} />
      )}
      {week === undefined && error === null && <LoadingSkeleton shape="rows" />}
      {week !== undefined && (
        <WeekBody {...props} {...{ week, editing, removal, hidden, isOwn }} onHidden={setHidden} />
      )}
    </div>
  );
};
