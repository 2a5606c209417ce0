import { summaryOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { dateSpanText, summaryValueText } from '#contracts/reports/answerSummaryTexts.ts';
import type { SummaryKind } from '#contracts/meetings/questionTypes/questionDefinitionTypes.ts';
import type { TrendFigure } from '#contracts/reports/trendSentencesAndDurations.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { mediumDate } from '../../../ui/text/calculateAndFormatDates.ts';
import type { ChartReader } from './weeklyChartsAndCsv.ts';

// Texts about the answers to a question that both kinds of trends show, by run and by week.

type Question = Pick<TrendQuestion, 'answers' | 'average' | 'dates' | 'format'>;

/** Returns the value that the chart draws: the average, or for dates the median of the days; null without such a value. */
export const drawnValue = ({ average, dates }: Pick<Question, 'average' | 'dates'>): number | null =>
  dates?.median ?? average;

/** Names of the drawn value, by the summary of the question. Without a summary, no chart is drawn. */
export const drawnValueNames = {
  AVERAGE: 'trends.average',
  DATES: 'trends.medianDays',
  NONE: 'trends.average',
} as const satisfies Record<SummaryKind, MessageKey>;

export const drawnText = ({ format }: Pick<Question, 'format'>, value: number, reader: ChartReader): string =>
  summaryValueText(format, value, reader);

/** Returns the text of the drawn value over all runs, or the number of answers to a question without such a value. */
export const questionTotal = (question: Question, reader: ChartReader): string => {
  const value = drawnValue(question);
  return value === null ? reader.t('value.answers', { count: question.answers }) : drawnText(question, value, reader);
};

/** Returns the explanation of the total; empty if the total is already the number of answers. */
export const questionNote = ({ answers, average, dates }: Question, { t, locale }: ChartReader): string => {
  const count = t('value.answers', { count: answers });
  if (dates === undefined) return average === null ? '' : `${t('trends.average')} · ${count}`;
  const ends = dateSpanText(dates, (date) => mediumDate(date, locale));
  return `${t('trends.datesNote')} · ${count} · ${ends}`;
};

/** Returns the figure that the sentence describes. `value`: text of the value that the claim is about; null = there is none. */
export const claimedFigure = ({ format }: Pick<Question, 'format'>, value: string | null): TrendFigure => {
  if (value !== null) return { is: 'choice', value };
  switch (summaryOf(format)) {
    case 'DATES':
      return { is: 'dates' };
    case 'AVERAGE':
    case 'NONE':
      return { is: 'average', format };
  }
};
