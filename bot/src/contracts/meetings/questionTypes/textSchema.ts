import { z } from 'zod';
import { draftFields, refuseBlocker, refuseOptions, refuseWith, storedFields } from './questionFields.ts';

/** Schemas of a question whose answer is free text. The answer may fill the timesheet. */
export const textSchema = {
  draft: z.object({ ...draftFields('TEXT') }).superRefine((question, context) => {
    const refuse = refuseWith(context);
    refuseOptions(question, refuse);
    refuseBlocker(question, refuse);
  }),
  stored: z.object({ ...storedFields('TEXT'), isTimesheetQuestion: z.boolean().default(false) }),
  format: z.object({ type: z.literal('TEXT') }),
};
