import { z } from 'zod';
import { draftFields, refuseOptions, refuseWith, storedFields } from './questionFields.ts';

/**
 * Schemas of a question whose answer is free text. The answer may fill the timesheet. If the question asks about blockers, a
 * member who writes anything is blocked, and the text is the blocker.
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
