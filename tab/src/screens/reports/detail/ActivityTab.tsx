import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { Activity } from '#contracts/activity.ts';
import type { LocalDate } from '#contracts/ids.ts';
import { errorText } from '../../../api/errorText.ts';
import { useActivities } from '../../../api/reports.ts';
import { DateRange } from '../../../parts/DateRange.tsx';
import { useRange } from '../../../parts/dateRange.ts';
import type { Range } from '../../../parts/dateRange.ts';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { dateIn, longDate, mediumDate, timeOf } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useReader } from '../../../ui/reader.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../ui/words.ts';
import css from './ActivityTab.module.css';

// Ten years: a log is never too long to be asked for, only to be shown at once.
const mostDays = 3660;

interface DayOfEntries {
  readonly date: LocalDate;
  readonly entries: readonly Activity[];
}

/** Entries by the reader's day, in the order they came. */
export const byDay = (entries: readonly Activity[], zone: string): readonly DayOfEntries[] => {
  const days: { date: LocalDate; entries: Activity[] }[] = [];
  for (const entry of entries) {
    const date = dateIn(Date.parse(entry.createdOn), zone);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
};

/** The words that were replaced, and those that replaced them. */
const Change = ({ entry: { before, after } }: { readonly entry: Activity }) => {
  const words = useWords();
  if (before === null && after === null) return null;
  const lines = [
    [words('history.before'), before],
    [words('history.after'), after],
  ] as const;
  return (
    <dl className={css.change}>
      {lines.map(([label, text]) =>
        text === null ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text === '' ? words('history.nothing') : <ClampedText text={text} />}</dd>
          </div>
        ),
      )}
    </dl>
  );
};

const Entry = ({ entry }: { readonly entry: Activity }) => {
  const words = useWords();
  const { zone, locale } = useReader();
  const at = Date.parse(entry.createdOn);
  const when = { date: mediumDate(dateIn(at, zone), locale), time: timeOf(at, zone, locale) };
  return (
    <li className={css.entry}>
      <div>{entry.text}</div>
      <Change entry={entry} />
      <div className={css.by}>{words('history.by', { name: entry.username, ...when })}</div>
    </li>
  );
};

interface EntriesProps {
  readonly meetingId: string;
  readonly range: Range;
}

const Entries = ({ meetingId, range }: EntriesProps): ReactNode => {
  const words = useWords();
  const { zone, locale } = useReader();
  const [pages, setPages] = useState(1);
  const asked = useMemo(
    () => Array.from({ length: pages }, (_, at) => ({ meetingId, ...range, zone, page: at + 1 })),
    [meetingId, range, zone, pages],
  );
  const answers = useActivities(asked);
  const loaded = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = answers.find((one) => one.isError);
  const failure =
    failed === undefined ? null : (
      <EmptyState role="alert" text={errorText(failed.error, words)}>
        <Button onClick={() => void failed.refetch()}>{words('common.retry')}</Button>
      </EmptyState>
    );
  const last = loaded.at(-1);
  if (last === undefined)
    return failure ?? <div role="status" aria-label={words('common.loading')} className={css.loading} />;
  const entries = loaded.flatMap(({ items }) => items);
  if (entries.length === 0) return <EmptyState text={words('history.none')} />;
  const isWaiting = loaded.length < pages && failed === undefined;
  return (
    <>
      {byDay(entries, zone).map((day) => (
        <section key={day.date} aria-label={longDate(day.date, locale)}>
          <h2 className={css.day}>{longDate(day.date, locale)}</h2>
          <ul className={css.entries}>
            {day.entries.map((entry, at) => (
              <Entry key={`${entry.createdOn} ${String(at)}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {failure}
      {isWaiting && <Skeleton shape="rows" />}
      {failed === undefined && !isWaiting && last.pageCount * last.pageNumber < last.totalItems && (
        <div className={css.more}>
          <Button
            onClick={() => {
              setPages(pages + 1);
            }}
          >
            {words('history.more')}
          </Button>
          <span>{words('history.shown', { shown: entries.length, total: last.totalItems })}</span>
        </div>
      )}
    </>
  );
};

/** Who did what to the report, newest first. */
export const ActivityTab = ({ meetingId }: { readonly meetingId: string }) => {
  const { range, setRange } = useRange(mostDays);
  const key = `${range.from} ${range.to}`;
  return (
    <>
      <DateRange key={key} range={range} mostDays={mostDays} onSearch={setRange} />
      <Entries key={`entries ${key}`} meetingId={meetingId} range={range} />
    </>
  );
};
