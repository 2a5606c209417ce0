import { z } from 'zod';
import { limits } from '../../core/limitsAndProductConstants.ts';
import {
  draftFields,
  option,
  refuseBlocker,
  refuseTimesheet,
  refuseWith,
  requireOptions,
  storedFields,
} from './sharedQuestionFieldsAndRules.ts';

const options = z.array(option, 'invalid.list').max(limits.multipleOptions, 'question.multipleTooMany').default([]);

/** Schemas of a question with up to ten options, of which a member can choose several. */
export const multipleSchema = {
  draft: z.object({ ...draftFields('MULTIPLE'), options }).superRefine((question, context) => {
    const refuse = refuseWith(context);
    requireOptions(question, refuse);
    refuseBlocker(question, refuse);
    refuseTimesheet(question, refuse);
  }),
  stored: z.object({ ...storedFields('MULTIPLE'), options }),
  format: z.object({ type: z.literal('MULTIPLE') }),
};
