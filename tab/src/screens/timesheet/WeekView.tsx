import { useRef } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import type { LocalDate } from '#contracts/ids.ts';
import { useWeek } from '../../api/timesheet.ts';
import type { FullWeek, SheetFilter } from '../../api/timesheet.ts';
import { addDays } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useNotices } from '../../ui/notices.ts';
import { useReader, useToday } from '../../ui/reader.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../ui/words.ts';
import { CopyDay } from './CopyDay.tsx';
import { DownloadButton, DownloadProgress } from './Download.tsx';
import { useDownload } from './downloading.ts';
import { Failed } from './Failed.tsx';
import { Head } from './Head.tsx';
import { Removed } from './Removed.tsx';
import type { SheetProps } from './sheet.ts';
import { TaskTable } from './TaskTable.tsx';
import css from './Timesheet.module.css';
import { useEditing } from './useEditing.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { useRemoval } from './useRemoval.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { WeekNav } from './WeekNav.tsx';
import { WeekState } from './WeekState.tsx';

interface WeekViewProps extends SheetProps {
  readonly memberId: string;
  readonly monday: LocalDate;
}

/** The day that a new row of this week is of, unless its writer says another: the last one that has come. */
const usualDay = (monday: LocalDate, today: LocalDate): LocalDate => {
  const sunday = addDays(monday, 6);
  return today > sunday ? sunday : today;
};

interface TasksProps extends WeekViewProps {
  readonly week: FullWeek;
  readonly editing: ReturnType<typeof useEditing>;
  readonly removal: ReturnType<typeof useRemoval>;
}

const Tasks = ({ week, editing, removal, meId, meetings }: TasksProps) => {
  const words = useWords();
  const isEmpty = week.items.length === 0;
  const undo = <Removed removal={removal} />;
  if (isEmpty && editing.edit === null)
    return (
      <>
        {undo}
        <EmptyState text={words('timesheet.noneInWeek')} />
      </>
    );
  return (
    <>
      {!isEmpty && (
        <div className={css.part}>
          <WeekGrid week={week} labelledBy="timesheet-week" />
        </div>
      )}
      {undo}
      <TaskTable
        labelledBy="timesheet-week"
        items={week.items}
        sums={{ days: new Map(week.days.map(({ date, minutes }) => [date, minutes])) }}
        today={week.today}
        {...{ editing, removal, meId, meetings }}
      />
    </>
  );
};

/** A week of one person: its hours at one look, its rows, and how it stands with its approval. */
export const WeekView = (props: WeekViewProps) => {
  const { teamId, address, meetings, meId, memberId, monday, waiting } = props;
  const words = useWords();
  const notices = useNotices();
  const { locale } = useReader();
  const place = useRef<HTMLDivElement>(null);
  const browserToday = useToday();
  const { data: week, error, refetch } = useWeek({ teamId, memberId, monday });
  const isOwn = memberId === meId;
  // The rows' own date is their owner's; of others' weeks nothing is written.
  const today = week !== undefined && isOwn ? week.today : browserToday;
  const filter: SheetFilter = { teamId, startDate: monday, endDate: addDays(monday, 6), users: [memberId] };
  const downloading = useDownload(filter);
  const removal = useRemoval(
    teamId,
    meetings.map(({ id }) => id),
  );
  const editing = useEditing({
    teamId,
    today,
    onSaved: ({ date }) => {
      const isShown = date >= monday && date <= addDays(monday, 6);
      notices.push('success', words(isShown ? 'timesheet.saved' : 'timesheet.savedElsewhere'));
    },
  });
  useFocusReturn(place, editing.edit, removal.removed);
  const mayAdd = isOwn && week?.can.edit === true && monday <= today;
  const isThisWeek = today >= monday && today <= addDays(monday, 6);
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <Head address={address} today={today}>
        <DownloadButton downloading={downloading} />
        {mayAdd && isThisWeek && <CopyDay teamId={teamId} date={today} locale={locale} />}
        {mayAdd && (
          <Button
            appearance="primary"
            icon={<Add20Regular />}
            data-adds
            disabledFocusable={editing.edit !== null}
            title={editing.edit === null ? undefined : words('timesheet.busy')}
            onClick={() => {
              const usual = meetings.filter(({ isEnabled }) => isEnabled);
              editing.add({ date: usualDay(monday, today), meetingId: usual.length === 1 ? (usual[0]?.id ?? '') : '' });
            }}
          >
            {words('timesheet.add')}
          </Button>
        )}
      </Head>
      <DownloadProgress downloading={downloading} />
      {waiting}
      <WeekNav {...props} today={today} user={week?.user} />
      {week === undefined && error !== null && <Failed error={error} retry={() => void refetch()} address={address} />}
      {week === undefined && error === null && <Skeleton shape="rows" />}
      {week !== undefined && (
        <>
          <WeekState week={week} isOwn={isOwn} />
          <Tasks {...props} {...{ week, editing, removal }} />
        </>
      )}
    </div>
  );
};
