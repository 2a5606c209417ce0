import { z } from 'zod';
import { draftFields, refuseOptions, refuseWith, storedFields } from './sharedQuestionFieldsAndRules.ts';

/**
 * Schemas of a question whose answer is free text. The lines of the answer can become tasks of the timesheet. If the
 * question asks for blockers, every answer to it reports a blocker with the answer as its text.
 */
export const textSchema = {
  draft: z.object({ ...draftFields('TEXT') }).superRefine((question, context) => {
    const refuse = refuseWith(context);
    refuseOptions(question, refuse);
    if (question.isBlocker && question.isTimesheetQuestion) refuse('isBlocker', 'blocker.fillsTimesheet');
  }),
  stored: z.object({
    ...storedFields('TEXT'),
    isBlocker: z.boolean().default(false),
    isTimesheetQuestion: z.boolean().default(false),
  }),
  format: z.object({ type: z.literal('TEXT') }),
};
