import type { LocalDate } from '../core/idDateAndZoneSchemas.ts';
import type { AnswerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';
import {
  displayAverage,
  nameOfValue,
  summaryOf,
} from '../meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { ValueReader } from '../meetings/questionTypes/questionDefinitionTypes.ts';
import type { TrendQuestion } from './getTrends.ts';

// Turns the summary of the answers to a question into texts, for trends, roll-ups and files.

type Summarised = Pick<TrendQuestion, 'answers' | 'average' | 'dates' | 'format'>;

/** A reader with the function that formats dates on the page or in the file. */
export interface SummaryReader extends ValueReader {
  readonly dateText: (date: LocalDate) => string;
}

/** Returns the days from a run to a date as text, such as "14 days" or "3 days before the run". */
export const dateDaysText = (days: number, { t }: Pick<ValueReader, 't'>): string =>
  days < 0 ? t('value.dateDaysBefore', { count: -days }) : t('value.dateDays', { count: days });

/** Returns the first and the last date, or one date if both are the same. */
export const dateSpanText = (
  { earliest, latest }: Pick<NonNullable<Summarised['dates']>, 'earliest' | 'latest'>,
  dateText: SummaryReader['dateText'],
): string => [...new Set([earliest, latest])].map(dateText).join(' – ');

/** Returns the value of a summary as text: an average with its unit, or the median of days. */
export const summaryValueText = (format: AnswerFormat, value: number, reader: ValueReader): string => {
  switch (summaryOf(format)) {
    case 'DATES':
      return dateDaysText(value, reader);
    case 'AVERAGE':
    case 'NONE':
      return displayAverage(format, value, reader);
  }
};

/** Returns the number of answers and their summary: the average, or the median, the first and the last date. */
export const answerSummaryTexts = (
  { answers, average, dates, format }: Summarised,
  reader: SummaryReader,
): string[] => {
  const { t, dateText } = reader;
  return [
    t('value.answers', { count: answers }),
    ...(average === null ? [] : [t('value.average', { average: displayAverage(format, average, reader) })]),
    ...(dates === undefined
      ? []
      : [t('value.medianDays', { days: dateDaysText(dates.median, reader) }), dateSpanText(dates, dateText)]),
  ];
};

/** Returns each value of the distribution with its name and its number of answers. */
export const namedCounts = (
  { counts, format }: Pick<TrendQuestion, 'counts' | 'format'>,
  reader: ValueReader,
): { readonly value: string; readonly name: string; readonly count: number }[] =>
  counts.map(({ value, count }) => ({ value, name: nameOfValue(format, value, reader), count }));
