import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { CsvButton } from './CsvButton.tsx';
import { weeksCsv } from './weeklyChartsAndCsv.ts';
import type { ChartLine, DateColumn, WeekColumn } from './weeklyChartsAndCsv.ts';
import css from './TrendsTab.module.css';

const TrendChart = lazy(() => import('./TrendChart.tsx').then((module) => ({ default: module.TrendChart })));

interface TableWeek {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly isRunning: boolean;
}

type Column = WeekColumn | DateColumn;

const cellText = (column: Column, index: number, locale: string): string => {
  if ('dates' in column) {
    const date = column.dates[index] ?? null;
    return date === null ? '–' : mediumDate(date, locale);
  }
  const value = column.values[index] ?? null;
  return value === null ? '–' : column.format(value);
};

interface WeekTableProps {
  readonly weeks: readonly TableWeek[];
  readonly columns: readonly Column[];
  readonly labelId: string;
}

/** Repeats the values of the chart in a table, newest week first, because screen readers cannot read the chart. */
const WeekTable = ({ weeks, columns, labelId }: WeekTableProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const rows = weeks.map((week, index) => ({ week, index }));
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-labelledby={labelId}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('trends.week')}</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className={css.number} data-own-words>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ week: { from, isRunning }, index }) => (
            <tr key={from}>
              <th scope="row">
                {mediumDate(from, locale)}
                {isRunning && <span className={css.note}>{t('trends.soFar')}</span>}
              </th>
              {columns.map((column) => (
                <td key={column.head} className={css.number}>
                  {cellText(column, index, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const dashes = [css.lineFirst, css.lineSecond];

/**
 * Explains the two lines of a chart. The lines also differ by their dashes, for readers who cannot distinguish colours.
 */
const Legend = ({ lines }: { readonly lines: readonly ChartLine[] }) => (
  <ul className={css.lines} aria-hidden="true">
    {lines.map(({ title }, index) => (
      <li key={title}>
        <span className={dashes[index]} />
        {title}
      </li>
    ))}
  </ul>
);

interface TrendFigureProps {
  readonly title: string;
  /**
   * True if a member wrote the title, for example if it is the text of a question. The title then has the text
   * direction of its own language.
   */
  readonly isOwnTitle?: boolean;
  readonly total: string;
  readonly note: string;
  readonly sentence: string;
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
  readonly tick?: (value: number) => string;
  readonly min?: number;
  readonly max: number;
  readonly color: string;
  readonly weeks: readonly TableWeek[];
  readonly columns: readonly Column[];
  /** Name of the downloaded file without its ending. */
  readonly file: string;
  readonly children?: ReactNode;
}

/**
 * Shows one figure by week: its total, a sentence about its change, the chart, the table, and the button that downloads
 * the values.
 */
export const TrendFigure = ({ title, isOwnTitle = false, file, children, ...shown }: TrendFigureProps) => {
  const t = useTranslate();
  const id = useId();
  const { total, note, sentence, lines, weeks, columns, color, ...axis } = shown;
  const hasPoints = lines.some(({ points }) => points.length > 0);
  return (
    <figure className={css.card} aria-labelledby={id}>
      <h3 id={id} className={[css.title, css.question].join(' ')} {...(isOwnTitle ? { 'data-own-words': true } : {})}>
        {title}
      </h3>
      <p className={css.total}>
        {total}
        {note !== '' && <span className={css.note}>{note}</span>}
      </p>
      <p className={css.sentence}>{sentence}</p>
      {hasPoints && (
        <>
          <Suspense fallback={<div className={css.chart} />}>
            <TrendChart title={title} lines={lines} color={color} {...axis} />
          </Suspense>
          {lines.length > 1 && <Legend lines={lines} />}
        </>
      )}
      {children}
      <details className={css.numbers}>
        <summary className={css.summary}>{t('trends.asTable')}</summary>
        <WeekTable weeks={weeks} columns={columns} labelId={id} />
      </details>
      <CsvButton name={file} label={title} content={() => weeksCsv(weeks, columns, t)} />
    </figure>
  );
};
