import { z } from 'zod';
import { limits } from '../../core/limitsAndProductConstants.ts';
import { text } from '../../core/textAndEmailSchemas.ts';
import { draftFields, refuseRoles, storedFields } from './sharedQuestionFieldsAndRules.ts';

const label = text({
  max: limits.scaleLabelLength,
  required: 'question.labelMissing',
  tooLong: 'question.labelTooLong',
});

/** Labels of the lowest value, 1, and of the highest value, 5. */
const ends = { lowLabel: label, highLabel: label };

/** Schemas of a question whose answer is a whole number from 1 to 5. */
export const scaleSchema = {
  draft: z.object({ ...draftFields('SCALE'), ...ends }).superRefine(refuseRoles),
  stored: z.object({ ...storedFields('SCALE'), ...ends }),
  format: z.object({ type: z.literal('SCALE'), lowLabel: z.string(), highLabel: z.string() }),
};
