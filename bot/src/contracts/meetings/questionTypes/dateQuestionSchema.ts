import { z } from 'zod';
import { draftFields, refuseRoles, storedFields } from './sharedQuestionFieldsAndRules.ts';

export const dateSchema = {
  draft: z.object({ ...draftFields('DATE') }).superRefine(refuseRoles),
  stored: z.object({ ...storedFields('DATE') }),
  format: z.object({ type: z.literal('DATE') }),
};
