import { displayAverage } from '../meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { ValueReader } from '../meetings/questionTypes/questionDefinitionTypes.ts';
import type { QuestionAverage } from './questionAverageSchema.ts';

// Texts about the answers to a question of a run. The day's report, the summary card and the summary email show them.

/** Returns the average and the number of answers: "Average: 3.8 of 5 · 8 answers". */
export const questionAverageText = (
  { format, average, answers }: Pick<QuestionAverage, 'format' | 'average' | 'answers'>,
  reader: ValueReader,
): string =>
  [
    reader.t('value.average', { average: displayAverage(format, average, reader) }),
    reader.t('value.answers', { count: answers }),
  ].join(' · ');
