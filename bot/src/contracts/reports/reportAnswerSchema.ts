import { z } from 'zod';
import { questionId } from '../core/idDateAndZoneSchemas.ts';
import { answerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';

/**
 * One answer in a report. `answer` is the stored value; `displayValue` uses `format` to turn it into text for a reader.
 */
export const reportAnswer = z.object({
  questionId,
  question: z.string(),
  answer: z.string(),
  isBlocking: z.boolean(),
  /** Type of the question, with the unit of a number and the labels of a scale. */
  format: answerFormat,
});
