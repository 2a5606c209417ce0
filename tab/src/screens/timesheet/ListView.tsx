import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/ids.ts';
import type { Task } from '#contracts/timesheets/timesheet.ts';
import type { SheetFilter, SheetPage } from '../../api/timesheets/timesheet.ts';
import { addDays } from '../../ui/text/dates.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { useToday } from '../../ui/text/reader.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { SheetAddress } from './sheetAddress.ts';
import { AddButton } from './AddButton.tsx';
import { Copied, CopyDay } from './editing/CopyDay.tsx';
import { DownloadButton, DownloadProgress } from './Download.tsx';
import { useDownload } from './downloading.ts';
import { Failed } from './Failed.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Head } from './Head.tsx';
import { Paging } from './Paging.tsx';
import { Removed } from './editing/Removed.tsx';
import { SavedElsewhere } from './editing/SavedElsewhere.tsx';
import { TaskTable } from './TaskTable.tsx';
import css from './Timesheet.module.css';
import { Totals } from './Totals.tsx';
import { useCopying } from './editing/useCopying.ts';
import { useEditing } from './editing/useEditing.ts';
import { useFocusReturn } from './editing/useFocusReturn.ts';
import { usePages } from './usePages.ts';
import { useRemoval } from './editing/useRemoval.ts';
import type { SheetProps } from './sheet.ts';
import { weekSums } from './week/weekGrid.ts';

const filterOf = (teamId: string, { range, users, meetingIds }: SheetAddress): SheetFilter => ({
  ...(range === undefined ? {} : { startDate: range.from, endDate: range.to }),
  ...{ teamId, users: [...users], meetingIds: [...meetingIds] },
});

/** True if the filter leaves out members, reports or past days of the week. */
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

/** The report of a new row: the only filtered one, else the only one that is enabled. */
const usualMeeting = (meetings: SheetProps['meetings'], { meetingIds }: SheetAddress): string | undefined => {
  const [only, ...others] = meetings.filter(({ isEnabled }) => isEnabled);
  const [wanted, ...more] = meetingIds;
  if (wanted !== undefined && more.length === 0) return wanted;
  return others.length === 0 ? only?.id : undefined;
};

interface RowsProps extends SheetProps {
  readonly page: SheetPage;
  readonly goTo: ReturnType<typeof usePages>['goTo'];
  readonly editing: ReturnType<typeof useEditing>;
  readonly removal: ReturnType<typeof useRemoval>;
  readonly today: LocalDate;
}

const Rows = ({ page, goTo, editing, removal, today, address, meId, meetings, whyReadOnly }: RowsProps) => {
  const words = useWords();
  const isFiltered = address.range !== undefined || address.users.length + address.meetingIds.length > 0;
  if (page.items.length === 0 && editing.edit === null)
    return (
      <EmptyState text={words('timesheet.none')}>
        {isFiltered ? <Button onClick={address.clear}>{words('timesheet.clear')}</Button> : null}
      </EmptyState>
    );
  return (
    <>
      <TaskTable
        labelledBy="timesheet-title"
        items={page.items}
        sums={{
          days: new Map(page.totals.byDay.map(({ date, minutes }) => [date, minutes])),
          weeks: weekSums(page.totals.byDay),
        }}
        shownRow={address.row}
        whyReadOnly={whyReadOnly}
        hasActions={meId !== null && (address.users.length === 0 || address.users.includes(meId))}
        isPartOfWeek={(monday) => isPartOfWeek(page, address, monday)}
        {...{ editing, removal, meId, meetings, today }}
      />
      <Paging page={page} goTo={goTo} />
    </>
  );
};

/** `isFormer`: the page is still that of the filter before. */
const Found = ({ isFormer, ...props }: RowsProps & { readonly isFormer: boolean }) => (
  <div aria-busy={isFormer} className={isFormer ? css.former : undefined}>
    <Totals totals={props.page.totals} />
    <Rows {...props} />
  </div>
);

/** Returns the function that confirms a saved task and scrolls to its row. */
const useAnnounceSaved = (address: SheetProps['address']): ((task: Task) => void) => {
  const words = useWords();
  const notices = useNotices();
  return (task) => {
    notices.push('success', words('timesheet.saved'));
    address.showRow(task.id);
  };
};

/** All rows of a filter in pages, newest day first. */
export const ListView = (props: SheetProps) => {
  const { teamId, address, meetings, meId, whyReadOnly, waiting } = props;
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const browserToday = useToday();
  const filter = filterOf(teamId, address);
  const { query, goTo } = usePages(filter, address);
  const { data, error, refetch, isPlaceholderData } = query;
  const today = data?.today ?? browserToday;
  const downloading = useDownload(filter);
  const copying = useCopying(teamId, meId);
  const removal = useRemoval(
    teamId,
    meetings.map(({ id }) => id),
  );
  const [hidden, setHidden] = useState<Task | null>(null);
  const announce = useAnnounceSaved(address);
  const onSaved = (task: Task): void => {
    const isShown = data === undefined || shows(data, address, task);
    setHidden(isShown ? null : task);
    if (isShown) announce(task);
  };
  const editing = useEditing({ teamId, meId, today, onSaved });
  const whyNotAdd = whyReadOnly ?? (editing.edit === null ? undefined : words('timesheet.busy'));
  useFocusReturn(place, editing.edit, removal.removed);
  const add = (): void => {
    editing.add({ date: today, meetingId: usualMeeting(meetings, address) ?? '' });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <Head address={address} today={today}>
        <DownloadButton downloading={downloading} />
        {meId !== null && (
          <>
            <CopyDay copying={copying} date={today} whyNot={whyReadOnly} />
            <AddButton whyNot={whyNotAdd} onAdd={add} />
          </>
        )}
      </Head>
      <DownloadProgress downloading={downloading} />
      <Copied copying={copying} />
      {waiting}
      <FilterBar teamId={teamId} address={address} meetings={meetings} totals={data?.totals} today={today} />
      <Removed removal={removal} />
      <SavedElsewhere
        task={hidden}
        onShow={address.showDayOf}
        onClose={() => {
          setHidden(null);
        }}
      />
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} address={address} />}
      {data === undefined && error === null && <Skeleton shape="rows" />}
      {data !== undefined && (
        <Found {...props} {...{ page: data, goTo, editing, removal, today }} isFormer={isPlaceholderData} />
      )}
    </div>
  );
};
