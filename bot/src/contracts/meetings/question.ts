import { z } from 'zod';
import { questionId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { text } from '../core/textField.ts';

export const questionTypes = ['TEXT', 'OPTIONS'] as const;

const option = text({
  max: limits.optionLength,
  required: 'question.optionMissing',
  tooLong: 'question.optionTooLong',
});

const questionFields = z.object({
  /** Kept when a meeting is edited, so that answers stay with their question; made by the server when left out. */
  id: questionId.optional(),
  /** 1-based, without gaps. */
  sequence: z.int('invalid.number').min(1, 'invalid.number').max(limits.questions, 'invalid.number'),
  text: text({ max: limits.questionLength, required: 'question.textMissing', tooLong: 'question.textTooLong' }),
  type: z.enum(questionTypes, 'question.typeMissing'),
  /** Only for OPTIONS: at least two, all different. */
  options: z.array(option, 'invalid.list').max(limits.options, 'question.optionsTooMany').default([]),
  isBlocker: z.boolean('invalid.flag').default(false),
  isTimesheetQuestion: z.boolean('invalid.flag').default(false),
  /** Choosing one of these reports a blocker. A subset of options, required when isBlocker. */
  blockingOptions: z.array(option, 'invalid.list').max(limits.options, 'question.optionsTooMany').default([]),
});

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A question as it is saved. Rules between its fields: docs/product-rules.md, Questions, goals and blockers. */
export const question = questionFields.superRefine((it, context) => {
  const refuse = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  if (it.type === 'TEXT') {
    if (it.options.length > 0) refuse('options', 'question.optionsOnText');
    if (it.isBlocker) refuse('isBlocker', 'question.blockerOnText');
    return;
  }
  if (it.options.length < 2) refuse('options', 'question.optionsMissing');
  // An empty option has a message of its own.
  if (it.options.some((item, at) => item !== '' && it.options.findIndex((other) => sameText(item, other)) !== at))
    refuse('options', 'question.optionsSame');
  if (it.isTimesheetQuestion) refuse('isTimesheetQuestion', 'question.timesheetOnOptions');
  if (it.isBlocker && it.blockingOptions.length === 0) refuse('blockingOptions', 'question.blockingMissing');
  if (it.blockingOptions.some((blockingOption) => !it.options.includes(blockingOption)))
    refuse('blockingOptions', 'question.blockingUnknown');
});

export const storedQuestion = questionFields.extend({ id: questionId });
export type QuestionDraft = z.input<typeof question>;
export type Question = z.output<typeof storedQuestion>;
