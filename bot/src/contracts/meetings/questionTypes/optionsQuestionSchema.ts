import { z } from 'zod';
import {
  draftFields,
  optionList,
  refuseTimesheet,
  refuseWith,
  requireOptions,
  storedFields,
} from './sharedQuestionFieldsAndRules.ts';

/** Schemas of a question with options, of which a member chooses one. Options can be marked as reporting a blocker. */
export const optionsSchema = {
  draft: z.object({ ...draftFields('OPTIONS') }).superRefine((question, context) => {
    const refuse = refuseWith(context);
    requireOptions(question, refuse);
    refuseTimesheet(question, refuse);
    if (question.isBlocker && question.blockingOptions.length === 0)
      refuse('blockingOptions', 'question.blockingMissing');
    if (question.blockingOptions.some((blockingOption) => !question.options.includes(blockingOption)))
      refuse('blockingOptions', 'question.blockingUnknown');
  }),
  stored: z.object({
    ...storedFields('OPTIONS'),
    options: optionList,
    isBlocker: z.boolean().default(false),
    blockingOptions: optionList,
  }),
  format: z.object({ type: z.literal('OPTIONS') }),
};
