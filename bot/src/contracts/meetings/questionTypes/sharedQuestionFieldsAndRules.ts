import { z } from 'zod';
import { questionId } from '../../core/idDateAndZoneSchemas.ts';
import { limits } from '../../core/limitsAndProductConstants.ts';
import { text } from '../../core/textAndEmailSchemas.ts';
import type { MessageKey } from '../../text/translateAndMessageKeyTypes.ts';

// The fields that all question types have, and the rules that several types share.

export const option = text({
  max: limits.optionLength,
  required: 'question.optionMissing',
  tooLong: 'question.optionTooLong',
});

const baseFields = {
  /** Position of the question: 1, 2, 3 and so on, without gaps. */
  sequence: z.int('invalid.number').min(1, 'invalid.number').max(limits.questions, 'invalid.number'),
  text: text({ max: limits.questionLength, required: 'question.textMissing', tooLong: 'question.textTooLong' }),
};

export const optionList = z.array(option, 'invalid.list').max(limits.options, 'question.optionsTooMany').default([]);
const flag = z.boolean('invalid.flag').default(false);

/**
 * Returns the fields of a question as a client sends it. A client may send every field for every type, but fields that
 * the type does not use must be empty.
 */
export const draftFields = <T extends string>(type: T) => ({
  /**
   * Id of the question. The id stays the same when the meeting is edited, so that earlier answers still belong to the
   * question. Left out = the server creates an id.
   */
  id: questionId.optional(),
  ...baseFields,
  type: z.literal(type),
  /** The options of OPTIONS and MULTIPLE: at least two, all different. Empty for the other types. */
  options: optionList,
  /** True if an answer to the question can report a blocker; only for OPTIONS and TEXT. */
  isBlocker: flag,
  /** True if the lines of the answer become tasks of the timesheet; only for TEXT. */
  isTimesheetQuestion: flag,
  /** The options that report a blocker: a subset of `options`, not empty if `isBlocker` is true. Only for OPTIONS. */
  blockingOptions: optionList,
});

/**
 * Values of fields that a question type does not use. Every stored question contains every field, so that a client can
 * read a field without checking the type.
 */
export const noOptions = z.array(z.string()).max(0).default([]);
export const off = z.literal(false).default(false);

/**
 * Returns the fields of a stored question that has no options and reports neither blockers nor tasks. Stored rows keep
 * the order of these fields.
 */
export const storedFields = <T extends string>(type: T) => ({
  id: questionId,
  ...baseFields,
  type: z.literal(type),
  options: noOptions,
  isBlocker: off,
  isTimesheetQuestion: off,
  blockingOptions: noOptions,
});

export type Refuse = (field: string, message: MessageKey) => void;

export const refuseWith =
  (context: z.core.$RefinementCtx): Refuse =>
  (field, message) => {
    context.addIssue({ code: 'custom', path: [field], message });
  };

interface Roles {
  readonly options: readonly string[];
  readonly isBlocker: boolean;
  readonly isTimesheetQuestion: boolean;
}

export const refuseOptions = ({ options }: Pick<Roles, 'options'>, refuse: Refuse): void => {
  if (options.length > 0) refuse('options', 'question.optionsOnText');
};
export const refuseBlocker = ({ isBlocker }: Pick<Roles, 'isBlocker'>, refuse: Refuse): void => {
  if (isBlocker) refuse('isBlocker', 'question.blockerOnText');
};
export const refuseTimesheet = ({ isTimesheetQuestion }: Pick<Roles, 'isTimesheetQuestion'>, refuse: Refuse): void => {
  if (isTimesheetQuestion) refuse('isTimesheetQuestion', 'question.timesheetOnOptions');
};

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const requireOptions = ({ options }: Pick<Roles, 'options'>, refuse: Refuse): void => {
  if (options.length < 2) refuse('options', 'question.optionsMissing');
  // This check ignores empty options, because the schema of an option reports them.
  if (options.some((item, index) => item !== '' && options.findIndex((other) => sameText(item, other)) !== index))
    refuse('options', 'question.optionsSame');
};

/** Checks a question whose type has no options and can report neither blockers nor tasks. */
export const refuseRoles = (question: Roles, context: z.core.$RefinementCtx): void => {
  const refuse = refuseWith(context);
  refuseOptions(question, refuse);
  refuseBlocker(question, refuse);
  refuseTimesheet(question, refuse);
};
