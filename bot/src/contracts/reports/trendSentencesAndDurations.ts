import type { AnswerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';
import { displayAverage, displayAverageChange } from '../meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { averageText } from '../meetings/questionTypes/formatAnswerValues.ts';
import type { MessageKey, MessageValues } from '../text/translateAndMessageKeyTypes.ts';
import { percentText } from '../text/percentText.ts';
import { dateDaysText } from './answerSummaryTexts.ts';
import type { TrendClaim } from './getWeeklyTrends.ts';

// Turns claims of trends into sentences for all pages and files, so that every trend is described in the same way.

type SentenceKey = Extract<MessageKey, `trends.${string}` | `value.${string}` | `duration.${string}`>;

export interface SentenceReader {
  readonly t: (key: SentenceKey, values?: MessageValues) => string;
  /** Language tag for numbers, as `formatLocale` returns it. */
  readonly locale: string;
}

/** Length of the range whose two halves are compared. */
export type TrendRange = { readonly weeks: number } | { readonly days: number };

/**
 * A figure that a sentence describes. `goalMembers`: members who reached all their goals. `blocked`: members who were blocked. `average`, `dates`
 * and `choice` belong to a question; `dates`: median of the days from the run to the answered date.
 */
export type TrendFigure =
  | { readonly is: 'participation' | 'waits' | 'goals' | 'blockers' | 'daysOpen' | 'hours' | 'goalMembers' | 'blocked' }
  | { readonly is: 'dates' }
  | { readonly is: 'average'; readonly format: AnswerFormat }
  | { readonly is: 'choice'; readonly value: string };

/** Returns minutes as text, such as "35 min" or "1 h 5 min". */
export const minutesText = (total: number, { t }: Pick<SentenceReader, 't'>): string => {
  const whole = Math.round(total);
  const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return t('duration.minutes', { minutes });
  return minutes === 0 ? t('duration.hours', { hours }) : t('duration.hoursMinutes', { hours, minutes });
};

/** Returns hours with at most one decimal, such as "31.5 h". */
export const hoursText = (hours: number, { t, locale }: SentenceReader): string =>
  t('duration.hours', { hours: averageText(hours, locale) });

/** Returns a value of the figure as text, such as "80%" or "35 min". */
const valueText = (figure: TrendFigure, value: number, reader: SentenceReader): string => {
  const { t, locale } = reader;
  switch (figure.is) {
    case 'participation':
    case 'goals':
    case 'goalMembers':
    case 'choice':
      return percentText(value, locale);
    case 'waits':
      return minutesText(value, reader);
    case 'blockers':
    case 'blocked':
      return averageText(value, locale);
    case 'daysOpen':
      return t('trends.workingDays', { count: value });
    case 'hours':
      return hoursText(value, reader);
    case 'dates':
      return dateDaysText(value, reader);
    case 'average':
      return displayAverage(figure.format, value, reader);
  }
};

/** Returns the size of a change as text. A change of a percentage is in percentage points. */
const changeText = (figure: TrendFigure, change: number, reader: SentenceReader): string => {
  const { t } = reader;
  switch (figure.is) {
    case 'participation':
    case 'goals':
    case 'goalMembers':
    case 'choice':
      return t('trends.points', { count: change });
    case 'average':
      return displayAverageChange(figure.format, change, reader);
    case 'waits':
    case 'blockers':
    case 'blocked':
    case 'daysOpen':
    case 'hours':
    case 'dates':
      return valueText(figure, change, reader);
  }
};

/**
 * Returns a value with its unit and, if needed, its reference such as "for each 100 answers". A sentence that does not
 * name the figure uses this text.
 */
const fullText = (figure: TrendFigure, value: number, reader: SentenceReader): string => {
  const text = valueText(figure, value, reader);
  if (figure.is === 'blockers' || figure.is === 'blocked') return reader.t('trends.per100', { value: text });
  return figure.is === 'hours' ? reader.t('trends.perWeek', { value: text }) : text;
};

/**
 * Returns the sentence about a figure. The sentence states the change and its size, or that there was no clear change,
 * or that the sample is too small for a comparison.
 */
export const trendSentence = (
  figure: TrendFigure,
  claim: TrendClaim,
  range: TrendRange,
  reader: SentenceReader,
): string => {
  const { t } = reader;
  if (claim.is === 'TOO_FEW') return t(`trends.few${claim.unit}`, { have: claim.have, needed: claim.needed });
  const period =
    'weeks' in range
      ? t('trends.period', { weeks: range.weeks / 2 })
      : t('trends.periodDays', { days: range.days / 2 });
  const { before, after } = claim;
  if (claim.is === 'STEADY') {
    if (figure.is === 'choice') return t('trends.choiceSteady', { period });
    return t('trends.steady', {
      before: fullText(figure, before, reader),
      after: fullText(figure, after, reader),
      period,
    });
  }
  // Rounds the difference again, because the difference of two rounded floating-point numbers can have more decimals.
  const change = Number(Math.abs(after - before).toFixed(1));
  return t(`trends.${figure.is}${after > before ? 'Up' : 'Down'}`, {
    ...{ before: valueText(figure, before, reader), after: valueText(figure, after, reader) },
    ...{ by: changeText(figure, change, reader), period },
    ...(figure.is === 'choice' ? { value: figure.value } : {}),
  });
};
