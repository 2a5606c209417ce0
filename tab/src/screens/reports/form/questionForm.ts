import type { QuestionType } from '#contracts/meetings/question.ts';

/** An option with its text as typed and its meaning. */
export interface OptionForm {
  readonly text: string;
  /** Choosing this option reports a blocker. */
  readonly isBlocking: boolean;
}

/** A question of the form. It has the fields of every type, so that a change of the type and back loses nothing. */
export interface QuestionForm {
  /** Empty until the server has assigned one. */
  readonly id: string;
  readonly text: string;
  readonly type: QuestionType;
  readonly options: OptionForm[];
  readonly isBlocker: boolean;
  readonly isTimesheetQuestion: boolean;
  /** Labels of the ends of a scale. */
  readonly lowLabel: string;
  readonly highLabel: string;
  /** Unit of a number. */
  readonly unit: string;
}

export const emptyQuestion: QuestionForm = {
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
