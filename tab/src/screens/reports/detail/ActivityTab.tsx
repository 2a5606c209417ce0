import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import type { Activity } from '#contracts/reports/getActivities.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useActivities } from '../../../api/reports/activityAndPersonReportQueries.ts';
import { DateRangeForm } from '../../../parts/DateRangeForm.tsx';
import { useRange } from '../../../parts/dateRangeInUrl.ts';
import type { Range } from '../../../parts/dateRangeInUrl.ts';
import { ClampedText } from '../../../ui/text/ClampedText.tsx';
import { dateIn, dayText, timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import type { DateReader } from '../../../ui/text/calculateAndFormatDates.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useDateReader, useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { LoadingSkeleton } from '../../../ui/display/LoadingSkeleton.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './ActivityTab.module.css';

// Number of past days that the log covers: ten years, so that readers can reach every entry. The page loads the entries
// page by page.
const maxDays = 3660;

interface DayOfEntries {
  readonly date: LocalDate;
  readonly entries: readonly Activity[];
}

/** Groups the entries by their date in the reader's zone, and keeps their order. */
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

const Change = ({ entry: { before, after } }: { readonly entry: Activity }) => {
  const t = useTranslate();
  if (before === null && after === null) return null;
  const lines = [
    [t('history.before'), before],
    [t('history.after'), after],
  ] as const;
  return (
    <dl className={css.change}>
      {lines.map(([label, text]) =>
        text === null ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text === '' ? t('history.nothing') : <ClampedText text={text} />}</dd>
          </div>
        ),
      )}
    </dl>
  );
};

interface EntryProps {
  readonly entry: Activity;
  readonly reader: DateReader;
}

const Entry = ({ entry, reader }: EntryProps) => {
  const t = useTranslate();
  const { zone } = useReader();
  const at = Date.parse(entry.createdOn);
  const when = { date: dayText(dateIn(at, zone), reader), time: timeOf(at, zone, reader.locale) };
  return (
    <li className={css.entry}>
      <div>{entry.text}</div>
      <Change entry={entry} />
      <div className={css.by}>{t('history.by', { name: entry.username, ...when })}</div>
    </li>
  );
};

interface EntriesProps {
  readonly meetingId: string;
  readonly range: Range;
}

const Entries = ({ meetingId, range }: EntriesProps): ReactNode => {
  const t = useTranslate();
  const { zone } = useReader();
  const reader = useDateReader();
  const [pages, setPages] = useState(1);
  const request = useMemo(
    () => Array.from({ length: pages }, (_, index) => ({ meetingId, ...range, zone, page: index + 1 })),
    [meetingId, range, zone, pages],
  );
  const answers = useActivities(request);
  const loaded = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = answers.find((answer) => answer.isError);
  const failure =
    failed === undefined ? null : (
      <EmptyState role="alert" text={errorText(failed.error, t)}>
        <Button onClick={() => void failed.refetch()}>{t('common.retry')}</Button>
      </EmptyState>
    );
  const last = loaded.at(-1);
  if (last === undefined)
    return failure ?? <div role="status" aria-label={t('common.loading')} className={css.loading} />;
  const entries = loaded.flatMap(({ items }) => items);
  if (entries.length === 0) return <EmptyState text={t('history.none')} />;
  const isWaiting = loaded.length < pages && failed === undefined;
  return (
    <>
      {byDay(entries, zone).map((day) => (
        <section key={day.date} aria-label={dayText(day.date, reader)}>
          <h2 className={css.day}>{dayText(day.date, reader)}</h2>
          <ul className={css.entries}>
            {day.entries.map((entry, index) => (
              <Entry key={`${entry.createdOn} ${String(index)}`} entry={entry} reader={reader} />
            ))}
          </ul>
        </section>
      ))}
      {failure}
      {isWaiting && <LoadingSkeleton shape="rows" />}
      {failed === undefined && !isWaiting && last.pageCount * last.pageNumber < last.totalItems && (
        <div className={css.more}>
          <Button
            onClick={() => {
              setPages(pages + 1);
            }}
          >
            {t('history.more')}
          </Button>
          <span>{t('history.shown', { shown: entries.length, total: last.totalItems })}</span>
        </div>
      )}
    </>
  );
};

export const ActivityTab = ({ meetingId }: { readonly meetingId: string }) => {
  const { range, setRange } = useRange(maxDays);
  const key = `${range.from} ${range.to}`;
  return (
    <>
      <DateRangeForm key={key} range={range} mostDays={maxDays} onSearch={setRange} />
      <Entries key={`entries ${key}`} meetingId={meetingId} range={range} />
    </>
  );
};
