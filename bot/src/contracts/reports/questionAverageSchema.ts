import { z } from 'zod';
import { questionId } from '../core/idDateAndZoneSchemas.ts';
import { answerFormat } from '../meetings/questionAndAnswerFormatSchemas.ts';

/** The answers to one question of a run, for a question type that has an average: SCALE or NUMBER. */
export const questionAverage = z.object({
  questionId,
  question: z.string(),
  format: answerFormat,
  /** Number of answers; at least one. */
  answers: z.int(),
  average: z.number(),
  /** Number of answers for each value, from the lowest to the highest. Empty for NUMBER. */
  counts: z.array(z.object({ value: z.string(), count: z.int() })),
});
export type QuestionAverage = z.output<typeof questionAverage>;
