import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import type { Task } from '#contracts/timesheet.ts';
import { useTimesheet } from '../../api/timesheet.ts';
import type { SheetFilter, SheetPage } from '../../api/timesheet.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useNotices } from '../../ui/notices.ts';
import { useReader, useToday } from '../../ui/reader.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../ui/words.ts';
import type { SheetAddress } from './address.ts';
import { CopyDay } from './CopyDay.tsx';
import { DownloadButton, DownloadProgress } from './Download.tsx';
import { useDownload } from './downloading.ts';
import { Failed } from './Failed.tsx';
import { FilterBar } from './FilterBar.tsx';
import { Head } from './Head.tsx';
import { Paging } from './Paging.tsx';
import { Removed } from './Removed.tsx';
import { TaskTable } from './TaskTable.tsx';
import css from './Timesheet.module.css';
import { Totals } from './Totals.tsx';
import { useEditing } from './useEditing.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { useRemoval } from './useRemoval.ts';
import type { SheetProps } from './sheet.ts';
import { weekSums } from './weekGrid.ts';

const filterOf = (teamId: string, { range, users, meetingIds }: SheetAddress): SheetFilter => ({
  ...(range === undefined ? {} : { startDate: range.from, endDate: range.to }),
  ...{ teamId, users: [...users], meetingIds: [...meetingIds] },
});

const shows = ({ startDate, endDate }: SheetPage, { users, meetingIds }: SheetAddress, task: Task): boolean =>
  task.date >= startDate &&
  task.date <= endDate &&
  (users.length === 0 || users.includes(task.memberId)) &&
  (meetingIds.length === 0 || (task.meetingId !== null && meetingIds.includes(task.meetingId)));

/** Pages are found by the last row of the one before, so that none is shown twice or left out; another filter begins anew. */
const usePages = (filter: SheetFilter) => {
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState<{ readonly key: string; readonly trail: readonly string[] }>({ key, trail: [] });
  const trail = kept.key === key ? kept.trail : [];
  const query = useTimesheet(filter, trail.at(-1));
  const go = (next: readonly string[]): void => {
    setKept({ key, trail: next });
  };
  const { data, isPlaceholderData } = query;
  // Its rows went while it was shown: the page before is the last one now.
  const isBehindLast = trail.length > 0 && !isPlaceholderData && data?.items.length === 0;
  if (isBehindLast) go(trail.slice(0, -1));
  return {
    query,
    toNext: (next: string): void => {
      go([...trail, next]);
    },
    toPrevious:
      trail.length === 0
        ? undefined
        : () => {
            go(trail.slice(0, -1));
          },
  };
};

/** All rows of a filter, a page at a time, newest day first. */
export const ListView = ({ teamId, address, meetings, meId, waiting }: SheetProps) => {
  const words = useWords();
  const notices = useNotices();
  const { locale } = useReader();
  const place = useRef<HTMLDivElement>(null);
  const browserToday = useToday();
  const filter = filterOf(teamId, address);
  const { query, toNext, toPrevious } = usePages(filter);
  const { data, error, refetch, isPlaceholderData } = query;
  const today = data?.today ?? browserToday;
  const downloading = useDownload(filter);
  const removal = useRemoval(
    teamId,
    meetings.map(({ id }) => id),
  );
  const onSaved = (task: Task): void => {
    const isShown = data === undefined || shows(data, address, task);
    notices.push('success', words(isShown ? 'timesheet.saved' : 'timesheet.savedElsewhere'));
  };
  const editing = useEditing({ teamId, today, onSaved });
  useFocusReturn(place, editing.edit, removal.removed);
  const add = (): void => {
    const [only, ...others] = meetings.filter(({ isEnabled }) => isEnabled);
    const [wanted, ...more] = address.meetingIds;
    const usual = wanted !== undefined && more.length === 0 ? wanted : others.length === 0 ? only?.id : undefined;
    editing.add({ date: today, meetingId: usual ?? '' });
  };
  const rows = (page: SheetPage) =>
    page.items.length === 0 && editing.edit === null ? (
      <EmptyState text={words('timesheet.none')}>
        {address.range !== undefined || address.users.length + address.meetingIds.length > 0 ? (
          <Button onClick={address.clear}>{words('timesheet.clear')}</Button>
        ) : null}
      </EmptyState>
    ) : (
      <>
        <TaskTable
          labelledBy="timesheet-title"
          items={page.items}
          sums={{
            days: new Map(page.totals.byDay.map(({ date, minutes }) => [date, minutes])),
            weeks: weekSums(page.totals.byDay),
          }}
          {...{ editing, removal, meId, meetings, today }}
        />
        <Paging page={page} toNext={toNext} toPrevious={toPrevious} />
      </>
    );
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <Head address={address} today={today}>
        <DownloadButton downloading={downloading} />
        {meId !== null && (
          <>
            <CopyDay teamId={teamId} date={today} locale={locale} />
            <Button
              appearance="primary"
              icon={<Add20Regular />}
              data-adds
              disabledFocusable={editing.edit !== null}
              title={editing.edit === null ? undefined : words('timesheet.busy')}
              onClick={add}
            >
              {words('timesheet.add')}
            </Button>
          </>
        )}
      </Head>
      <DownloadProgress downloading={downloading} />
      {waiting}
      <FilterBar teamId={teamId} address={address} meetings={meetings} totals={data?.totals} today={today} />
      <Removed removal={removal} />
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} address={address} />}
      {data === undefined && error === null && <Skeleton shape="rows" />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? css.former : undefined}>
          <Totals totals={data.totals} />
          {rows(data)}
        </div>
      )}
    </div>
  );
};
