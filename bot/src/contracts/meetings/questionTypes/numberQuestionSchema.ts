import { z } from 'zod';
import { limits } from '../../core/limitsAndProductConstants.ts';
import { text } from '../../core/textAndEmailSchemas.ts';
import { draftFields, refuseRoles, storedFields } from './sharedQuestionFieldsAndRules.ts';

/** Unit shown with the number; empty = no unit. */
const unit = text({ max: limits.unitLength, tooLong: 'question.unitTooLong' }).default('');

export const numberSchema = {
  draft: z.object({ ...draftFields('NUMBER'), unit }).superRefine(refuseRoles),
  stored: z.object({ ...storedFields('NUMBER'), unit }),
  format: z.object({ type: z.literal('NUMBER'), unit: z.string() }),
};
