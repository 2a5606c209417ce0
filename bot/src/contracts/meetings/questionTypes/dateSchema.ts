import { z } from 'zod';
import { draftFields, refuseRoles, storedFields } from './questionFields.ts';

/** A calendar date. */
export const dateSchema = {
  draft: z.object({ ...draftFields, type: z.literal('DATE') }).superRefine(refuseRoles),
  stored: z.object({ ...storedFields, type: z.literal('DATE') }),
  format: z.object({ type: z.literal('DATE') }),
};
