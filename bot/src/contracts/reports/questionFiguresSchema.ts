import { z } from 'zod';
import { questionId } from '../core/idDateAndZoneSchemas.ts';

export const questionFigures = z.object({
  questionId,
  answers: z.int(),
  /** Sum of the numbers; null for a type without an average. */
  sum: z.number().nullable(),
  /** Number of answers for each value, in the order of `choicesOf` for the question. */
  counts: z.array(z.int()),
  /**
   * Days from the run to each answered date, in ascending order; negative for a date before the run. Missing for types
   * other than DATE.
   */
  days: z.array(z.int()).optional(),
  /**
   * Hash of the question's type and possible values (`questionForm`). Only figures of the same form can be combined.
   * Rows of earlier versions lack it.
   */
  form: z.string().optional(),
});
export type QuestionFigures = z.output<typeof questionFigures>;
