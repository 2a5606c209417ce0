import { z } from 'zod';
import { draftFields, refuseBlocker, refuseOptions, refuseWith, storedFields } from './questionFields.ts';

/** A free text. Its answer may fill the timesheet. */
export const textSchema = {
  draft: z.object({ ...draftFields('TEXT') }).superRefine((question, context) => {
    const refuse = refuseWith(context);
    refuseOptions(question, refuse);
    refuseBlocker(question, refuse);
  }),
  stored: z.object({ ...storedFields('TEXT'), isTimesheetQuestion: z.boolean().default(false) }),
  format: z.object({ type: z.literal('TEXT') }),
};
