import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';

export interface OptionForm {
  readonly text: string;
  /** True if a member who chooses this option reports a blocker. */
  readonly isBlocking: boolean;
}

/**
 * A question of the form. It has the fields of every type, so that changing the type and changing it back loses no
 * values.
 */
export interface QuestionForm {
  readonly id: string;
  readonly text: string;
  readonly type: QuestionType;
  readonly options: OptionForm[];
  readonly isBlocker: boolean;
  readonly isTimesheetQuestion: boolean;
  /** `lowLabel` and `highLabel`: labels of the lowest and the highest value of a scale. */
  readonly lowLabel: string;
  readonly highLabel: string;
  readonly unit: string;
}

export const emptyQuestionForm: QuestionForm = {
  id: '',
  text: '',
  type: 'TEXT',
  options: [],
  isBlocker: false,
  isTimesheetQuestion: false,
  lowLabel: '',
  highLabel: '',
  unit: '',
};
