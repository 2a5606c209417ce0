import { useMemo, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { SheetFilter, SheetPage } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import { addDays } from '../../ui/text/calculateAndFormatDates.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';
import { AddTaskButton } from './AddTaskButton.tsx';
import { Copied, CopyDay } from './editing/CopyLastDay.tsx';
import { DownloadButton, DownloadProgress } from './TimesheetDownloadButtonAndProgress.tsx';
import { useTimesheetDownload } from './useTimesheetDownload.ts';
import { TimesheetLoadFailed } from './TimesheetLoadFailed.tsx';
import { TimesheetFilterBar } from './TimesheetFilterBar.tsx';
import { TimesheetHead } from './TimesheetTitleAndViewSwitch.tsx';
import { TablePaging } from './TablePaging.tsx';
import { RemovedTaskNotice } from './editing/RemovedTaskNotice.tsx';
import { SavedTaskNotShown } from './editing/SavedTaskNotShown.tsx';
import { TaskTable } from './TaskTable.tsx';
import css from './Timesheet.module.css';
import { TimesheetTotals } from './TimesheetTotals.tsx';
import { useCopyLastDayWithPreview } from './editing/useCopyLastDayWithPreview.ts';
import { useTaskEditing } from './editing/useTaskEditing.ts';
import { useFocusReturn } from './editing/useFocusAfterTaskEdit.ts';
import { useRefetchAtMidnight } from './useRefetchAtMidnight.ts';
import { useTimesheetPages } from './useTimesheetPages.ts';
import { useTaskRemoval } from './editing/useTaskRemoval.ts';
import type { SheetProps } from './timesheetViewProps.ts';
import { weekSums } from './week/weekSumsAndHourConversion.ts';

const filterOf = (teamId: string, { range, users, meetingIds }: SheetAddress): SheetFilter => ({
  ...(range === undefined ? {} : { startDate: range.from, endDate: range.to }),
  ...{ teamId, users: [...users], meetingIds: [...meetingIds] },
});

/**
 * True if the filter leaves out members, reports, or past days of this week, so that the rows do not add up to the
 * whole week.
 */
const isPartOfWeek = (page: SheetPage, { users, meetingIds }: SheetAddress, monday: LocalDate): boolean => {
  const sunday = addDays(monday, 6);
  const last = sunday < page.today ? sunday : page.today;
  return users.length + meetingIds.length > 0 || page.startDate > monday || page.endDate < last;
};

const shows = ({ startDate, endDate }: SheetPage, { users, meetingIds }: SheetAddress, task: Task): boolean =>
  task.date >= startDate &&
  task.date <= endDate &&
  (users.length === 0 || users.includes(task.memberId)) &&
  (meetingIds.length === 0 || (task.meetingId !== null && meetingIds.includes(task.meetingId)));

/**
 * Returns the id of the report that a new row has at first: the only report of the filter, else the only enabled
 * report; undefined = none.
 */
const usualMeeting = (meetings: SheetProps['meetings'], { meetingIds }: SheetAddress): string | undefined => {
  const [only, ...others] = meetings.filter(({ isEnabled }) => isEnabled);
  const [wanted, ...more] = meetingIds;
  if (wanted !== undefined && more.length === 0) return wanted;
  return others.length === 0 ? only?.id : undefined;
};

interface RowsProps extends SheetProps {
  readonly page: SheetPage;
  readonly goTo: ReturnType<typeof useTimesheetPages>['goTo'];
  readonly editing: ReturnType<typeof useTaskEditing>;
  readonly removal: ReturnType<typeof useTaskRemoval>;
  readonly today: LocalDate;
}

const Rows = ({ page, goTo, editing, removal, today, address, meId, meetings, whyReadOnly }: RowsProps) => {
  const t = useTranslate();
  const sums = useMemo(
    () => ({
      days: new Map(page.totals.byDay.map(({ date, minutes }) => [date, minutes])),
      weeks: weekSums(page.totals.byDay),
    }),
    [page],
  );
  const isFiltered = address.range !== undefined || address.users.length + address.meetingIds.length > 0;
  if (page.items.length === 0 && editing.edit === null)
    return (
      <EmptyState text={t('timesheet.none')}>
        {isFiltered ? <Button onClick={address.clear}>{t('timesheet.clear')}</Button> : null}
      </EmptyState>
    );
  return (
    <>
      <TaskTable
        labelledBy="timesheet-title"
        items={page.items}
        shownRow={address.row}
        whyReadOnly={whyReadOnly}
        hasActions={meId !== null && (address.users.length === 0 || address.users.includes(meId))}
        isPartOfWeek={(monday) => isPartOfWeek(page, address, monday)}
        {...{ sums, editing, removal, meId, meetings, today }}
      />
      <TablePaging page={page} goTo={goTo} />
    </>
  );
};

/**
 * Shows the rows. `isFormer` = the shown rows belong to the previous filter, because those of the new filter are still
 * loading.
 */
const Found = ({ isFormer, ...props }: RowsProps & { readonly isFormer: boolean }) => (
  <div aria-busy={isFormer} className={isFormer ? css.former : undefined}>
    <TimesheetTotals totals={props.page.totals} />
    <Rows {...props} />
  </div>
);

const useAnnounceSaved = (address: SheetProps['address']): ((task: Task) => void) => {
  const t = useTranslate();
  const notices = useNotices();
  return (task) => {
    notices.push('success', t('timesheet.saved'));
    address.showRow(task.id);
  };
};

/** Shows all rows that pass the filter, page by page, newest day first. */
export const TaskListView = (props: SheetProps) => {
  const { teamId, address, meetings, meId, whyReadOnly, waiting } = props;
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const filter = filterOf(teamId, address);
  const { query, goTo } = useTimesheetPages(filter, address);
  const { data, error, refetch, isPlaceholderData } = query;
  const browserToday = useRefetchAtMidnight(refetch);
  const today = data?.today ?? browserToday;
  const downloading = useTimesheetDownload(filter);
  const copying = useCopyLastDayWithPreview(teamId, meId);
  const meetingIds = meetings.map(({ id }) => id);
  const removal = useTaskRemoval(teamId, meetingIds);
  const [hidden, setHidden] = useState<Task | null>(null);
  const announce = useAnnounceSaved(address);
  const onSaved = (task: Task): void => {
    const isShown = data === undefined || shows(data, address, task);
    setHidden(isShown ? null : task);
    if (isShown) announce(task);
  };
  const editing = useTaskEditing({ teamId, meId, today, onSaved });
  const whyNotAdd = whyReadOnly ?? (editing.edit === null ? undefined : t('timesheet.busy'));
  useFocusReturn(place, editing.edit, removal.removed);
  const add = (): void => {
    editing.add({ date: today, meetingId: usualMeeting(meetings, address) ?? '' });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <TimesheetHead address={address} today={today}>
        <DownloadButton downloading={downloading} />
        {meId !== null && (
          <>
            <CopyDay copying={copying} date={today} whyNot={whyReadOnly} />
            <AddTaskButton whyNot={whyNotAdd} onAdd={add} />
          </>
        )}
      </TimesheetHead>
      <DownloadProgress downloading={downloading} />
      <Copied copying={copying} />
      {waiting}
      <TimesheetFilterBar teamId={teamId} address={address} meetings={meetings} totals={data?.totals} today={today} />
      <RemovedTaskNotice removal={removal} />
      <SavedTaskNotShown
        task={hidden}
        onShow={address.showDayOf}
        onClose={() => {
          setHidden(null);
        }}
      />
      {data === undefined && error !== null && (
        <TimesheetLoadFailed error={error} retry={() => void refetch()} address={address} />
      )}
      {data === undefined && error === null && <LoadingSkeleton shape="rows" />}
      {data !== undefined && (
        <Found {...props} {...{ page: data, goTo, editing, removal, today }} isFormer={isPlaceholderData} />
      )}
    </div>
  );
};
