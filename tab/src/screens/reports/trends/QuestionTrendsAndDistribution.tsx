import { Suspense, lazy, useId } from 'react';
import { averageBounds, nameOfValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { averageText } from '#contracts/meetings/questionTypes/formatAnswerValues.ts';
import { csvOf } from '#contracts/core/csvText.ts';
import { trendSentence } from '#contracts/reports/trendSentencesAndDurations.ts';
import type { TrendQuestion, Trends } from '#contracts/reports/getTrends.ts';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { CsvButton } from './CsvButton.tsx';
import { daysOf, fileNumber } from './trendPointsTotalsAndCsv.ts';
import type { TrendPoint } from './trendPointsTotalsAndCsv.ts';
import { claimedFigure, drawnText, drawnValue, questionNote, questionTotal } from './questionTrendValuesAndTexts.ts';
import type { ChartReader } from './weeklyChartsAndCsv.ts';
import { PercentageBar } from './PercentageBar.tsx';
import css from './TrendsTab.module.css';

const TrendChart = lazy(() => import('./TrendChart.tsx').then((module) => ({ default: module.TrendChart })));

interface TrendsProps {
  readonly trends: Trends;
  /** Name of the report, with which the names of the downloaded files begin. */
  readonly name: string;
}

interface QuestionProps {
  readonly question: TrendQuestion;
}

/**
 * Returns the lowest and the highest value of the chart's axis. For a scale, this is the whole scale; for numbers, a
 * range that contains all of them and zero.
 */
export const boundsOf = ({ format }: Pick<TrendQuestion, 'format'>, points: readonly TrendPoint[]) => {
  const bounds = averageBounds(format);
  if (bounds !== null) return bounds;
  const values = points.map(({ value }) => value);
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  return { min, max: min === max ? min + 1 : max };
};

const ValueLine = ({ question }: QuestionProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const points = question.runs.flatMap((run) => {
    const value = drawnValue(run);
    return value === null ? [] : [{ date: run.date, value }];
  });
  if (points.length === 0) return null;
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <Suspense fallback={<div className={css.chart} />}>
      <TrendChart
        title={question.question}
        lines={[{ title: question.question, points }]}
        format={(value) => drawnText(question, value, { t, locale })}
        tick={(value) => compact.format(value)}
        {...boundsOf(question, points)}
        color="var(--colorCompoundBrandStroke)"
      />
    </Suspense>
  );
};

interface DistributionProps {
  readonly question: Pick<TrendQuestion, 'counts' | 'answers' | 'format'>;
}

export const Distribution = ({ question: { counts, answers, format } }: DistributionProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  if (counts.length === 0) return null;
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className={css.caption}>{t('trends.distribution')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trends.choice')}</th>
            <th scope="col" className={css.number}>
              {t('trends.answerCount')}
            </th>
            <th scope="col">{t('trends.share')}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ value, count }) => (
            <tr key={value}>
              <th scope="row" className={css.value} data-own-words>
                {nameOfValue(format, value, { t, locale })}
              </th>
              <td className={css.number}>{count}</td>
              <td>
                <PercentageBar part={count} whole={answers} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const dateHeads = ['trends.medianDays', 'trends.earliestDate', 'trends.latestDate'] as const;

const DateHeads = () => {
  const t = useTranslate();
  return dateHeads.map((head) => (
    <th key={head} scope="col" className={css.number}>
      {t(head)}
    </th>
  ));
};

const DateCells = ({ dates }: Pick<TrendQuestion, 'dates'>) => {
  const { locale } = useReader();
  const texts =
    dates === undefined
      ? dateHeads.map(() => '–')
      : [averageText(dates.median, locale), mediumDate(dates.earliest, locale), mediumDate(dates.latest, locale)];
  return dateHeads.map((head, index) => (
    <td key={head} className={css.number}>
      {texts[index]}
    </td>
  ));
};

/** Repeats the values of the chart in a table, newest run first, because screen readers cannot read the chart. */
const Runs = ({
  question: { runs, average, counts, dates, format },
  labelId,
}: QuestionProps & { readonly labelId: string }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const cellText = (value: number | null): string => (value === null ? '–' : averageText(value, locale));
  return (
    <details className={css.numbers}>
      <summary className={css.summary}>{t('trends.asTable')}</summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-labelledby={labelId}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('trends.date')}</th>
              <th scope="col" className={css.number}>
                {t('trends.answerCount')}
              </th>
              {average !== null && (
                <th scope="col" className={css.number}>
                  {t('trends.average')}
                </th>
              )}
              {dates !== undefined && <DateHeads />}
              {counts.map(({ value }) => (
                <th key={value} scope="col" className={css.number} data-own-words>
                  {nameOfValue(format, value, { t, locale })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.toReversed().map((run) => (
              <tr key={run.date}>
                <th scope="row">{mediumDate(run.date, locale)}</th>
                <td className={css.number}>{run.answers}</td>
                {average !== null && <td className={css.number}>{cellText(run.average)}</td>}
                {dates !== undefined && <DateCells dates={run.dates} />}
                {run.counts.map(({ value, count }) => (
                  <td key={value} className={css.number}>
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};

const dateCells = ({ dates }: TrendQuestion['runs'][number]): (number | string)[] => [
  fileNumber(dates?.median ?? null),
  ...[dates?.earliest ?? '', dates?.latest ?? ''],
];

/** Returns the values of the chart as the content of a CSV file, oldest run first. */
const questionCsv = ({ runs, average, counts, dates, format }: TrendQuestion, { t, locale }: ChartReader): string =>
  csvOf([
    [
      ...[t('trends.date'), t('trends.answerCount')],
      ...(average === null ? [] : [t('trends.average')]),
      ...(dates === undefined ? [] : dateHeads.map((head) => t(head))),
      ...counts.map(({ value }) => nameOfValue(format, value, { t, locale })),
    ],
    ...runs.map((run) => [
      ...[run.date, run.answers],
      ...(average === null ? [] : [fileNumber(run.average)]),
      ...(dates === undefined ? [] : dateCells(run)),
      ...run.counts.map(({ count }) => count),
    ]),
  ]);

/**
 * Shows in a sentence how the answers changed within the range. Renders nothing without `claim`, the comparison of the
 * two halves of the range, which an earlier version of the server does not send.
 */
const Sentence = ({ question, trends }: QuestionProps & TrendsProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { format, claim, claimValue = null } = question;
  if (claim === undefined) return null;
  const figure = claimedFigure(question, claimValue === null ? null : nameOfValue(format, claimValue, { t, locale }));
  return <p className={css.sentence}>{trendSentence(figure, claim, { days: daysOf(trends) }, { t, locale })}</p>;
};

const Question = ({ question, trends, name }: QuestionProps & TrendsProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const id = useId();
  const { question: title } = question;
  const note = questionNote(question, { t, locale });
  return (
    <figure className={css.card} aria-labelledby={id}>
      <h4 id={id} className={[css.title, css.question].join(' ')} data-own-words>
        {question.question}
      </h4>
      <p className={css.total}>
        {questionTotal(question, { t, locale })}
        {note !== '' && <span className={css.note}>{note}</span>}
      </p>
      <Sentence {...{ question, trends, name }} />
      <ValueLine question={question} />
      <Distribution question={question} />
      <Runs question={question} labelId={id} />
      <CsvButton
        name={`${name} ${title} ${trends.from} ${trends.to}`}
        label={title}
        content={() => questionCsv(question, { t, locale })}
      />
    </figure>
  );
};

export const TrendQuestions = ({ trends, name }: TrendsProps) => {
  const t = useTranslate();
  return (
    <>
      <h3 className={css.section}>{t('trends.questions')}</h3>
      <div className={css.charts}>
        {trends.questions.map((question) => (
          <Question key={question.questionId} {...{ question, trends, name }} />
        ))}
      </div>
    </>
  );
};
