import { z } from 'zod';
import { questionId } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import { text } from '../../core/textField.ts';
import type { MessageKey } from '../../text/catalogueKeys.ts';

// The fields that the question types have in common, and the rules that several of them share.

export const option = text({
  max: limits.optionLength,
  required: 'question.optionMissing',
  tooLong: 'question.optionTooLong',
});

/** Fields of every question, whatever its type. */
const baseFields = {
  /** 1-based, without gaps. */
  sequence: z.int('invalid.number').min(1, 'invalid.number').max(limits.questions, 'invalid.number'),
  text: text({ max: limits.questionLength, required: 'question.textMissing', tooLong: 'question.textTooLong' }),
};

export const optionList = z.array(option, 'invalid.list').max(limits.options, 'question.optionsTooMany').default([]);
const flag = z.boolean('invalid.flag').default(false);

/**
 * A question as a client sends it. A client may send every field with every type; a type that has no use for a field accepts its
 * empty value only.
 */
export const draftFields = <T extends string>(type: T) => ({
  /** Kept when a meeting is edited, so that answers stay with their question; made by the server when left out. */
  id: questionId.optional(),
  ...baseFields,
  type: z.literal(type),
  /** Only for OPTIONS and MULTIPLE: at least two, all different. */
  options: optionList,
  /** Only for OPTIONS. */
  isBlocker: flag,
  /** Only for TEXT. */
  isTimesheetQuestion: flag,
  /** Only for OPTIONS. Choosing one of these reports a blocker. A subset of options, required when isBlocker. */
  blockingOptions: optionList,
});

/** Each field is present in the stored form of every type, so that a client reads them without asking for the type. */
export const noOptions = z
  .array(z.string())
  .max(0)
  .catch(() => []);
export const off = z.literal(false).catch(false);

/** The fields of a stored question that has neither options nor a role. Rows keep the order of the fields. */
export const storedFields = <T extends string>(type: T) => ({
  id: questionId,
  ...baseFields,
  type: z.literal(type),
  options: noOptions,
  isBlocker: off,
  isTimesheetQuestion: off,
  blockingOptions: noOptions,
});

/** Adds the fault of one field. */
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

/** At least two options, all different. */
export const requireOptions = ({ options }: Pick<Roles, 'options'>, refuse: Refuse): void => {
  if (options.length < 2) refuse('options', 'question.optionsMissing');
  // An empty option has a message of its own.
  if (options.some((item, index) => item !== '' && options.findIndex((other) => sameText(item, other)) !== index))
    refuse('options', 'question.optionsSame');
};

/** The rule of a type that has neither options nor a role. */
export const refuseRoles = (question: Roles, context: z.core.$RefinementCtx): void => {
  const refuse = refuseWith(context);
  refuseOptions(question, refuse);
  refuseBlocker(question, refuse);
  refuseTimesheet(question, refuse);
};
