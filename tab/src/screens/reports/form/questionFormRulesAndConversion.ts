import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { QuestionDraft, QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionTypes } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { emptyQuestionForm } from './questionFormTypeAndDefault.ts';
import type { OptionForm, QuestionForm } from './questionFormTypeAndDefault.ts';

// The rules of each question type in the form. The fields that the form shows for each type are in
// `questions/fieldsByQuestionType.tsx`.

type DraftOf<T extends QuestionType> = Extract<QuestionDraft, { type: T }>;
type CommonFields = Pick<QuestionDraft, 'id' | 'sequence' | 'text'>;

export interface Placeholders {
  readonly question: (number: number) => string;
  readonly option: (number: number) => string;
  readonly lowLabel: string;
  readonly highLabel: string;
}

interface QuestionFormRules<T extends QuestionType> {
  /** Largest number of options; null = the type has no options. */
  readonly maxOptions: number | null;
  readonly fromStored: (question: DraftOf<T>) => Partial<QuestionForm>;
  /** Returns the question as input of the save call, with the fields of its type only. */
  readonly toInput: (question: QuestionForm, common: CommonFields) => DraftOf<T>;
  /**
   * Returns the values for the fields of this type when a question changes to it. Fields that the reader has filled
   * keep their values.
   */
  readonly begin: (question: QuestionForm, placeholders: Placeholders) => Partial<QuestionForm>;
  readonly complete: (question: QuestionForm, placeholders: Placeholders) => Partial<QuestionForm>;
}

/** Smallest number of options of a choice question. The server refuses fewer. */
const fewestOptions = 2;

const emptyOption: OptionForm = { text: '', isBlocking: false };

const nothing = (): Partial<QuestionForm> => ({});

const optionsOf = ({ options = [], blockingOptions = [] }: QuestionDraft): OptionForm[] =>
  options.map((text) => ({ text, isBlocking: blockingOptions.includes(text) }));

const textsOf = ({ options }: QuestionForm): string[] => options.map(({ text }) => text);

const beginOptions = ({ options }: QuestionForm): Partial<QuestionForm> =>
  options.length > 0 ? {} : { options: Array.from({ length: fewestOptions }, () => ({ ...emptyOption })) };

/**
 * Returns options for the preview: at least two, each with a different text. A placeholder replaces an empty or
 * repeated text.
 */
const completeOptions = ({ options }: QuestionForm, { option }: Placeholders): OptionForm[] => {
  const missing = Array.from({ length: Math.max(0, fewestOptions - options.length) }, () => emptyOption);
  const seen = new Set<string>();
  return [...options, ...missing].map((optionForm, index) => {
    const written = optionForm.text.trim();
    let text = written === '' ? option(index + 1) : written;
    if (seen.has(text.toLowerCase())) text = option(index + 1);
    while (seen.has(text.toLowerCase())) text += ' …';
    seen.add(text.toLowerCase());
    return { ...optionForm, text };
  });
};

/**
 * If no option is blocking, marks the last one as blocking, because a question about blockers needs a blocking option.
 */
const withBlocking = (options: OptionForm[]): OptionForm[] =>
  options.some((option) => option.isBlocking)
    ? options
    : options.map((option, index) => ({ ...option, isBlocking: index === options.length - 1 }));

const writtenOr = (text: string, placeholder: string): string => (text.trim() === '' ? placeholder : text);

const labels = ({ lowLabel, highLabel }: QuestionForm, placeholders: Placeholders): Partial<QuestionForm> => ({
  lowLabel: writtenOr(lowLabel, placeholders.lowLabel),
  highLabel: writtenOr(highLabel, placeholders.highLabel),
});

export const questionFormRules: { readonly [T in QuestionType]: QuestionFormRules<T> } = {
  TEXT: {
    maxOptions: null,
    fromStored: ({ isTimesheetQuestion = false, isBlocker = false }) => ({ isTimesheetQuestion, isBlocker }),
    // A question that fills the timesheet cannot ask about blockers, so `isBlocker` is ignored if both are set.
    toInput: ({ isTimesheetQuestion, isBlocker }, common) => ({
      ...common,
      type: 'TEXT',
      isTimesheetQuestion,
      ...(isBlocker && !isTimesheetQuestion ? { isBlocker } : {}),
    }),
    begin: nothing,
    complete: nothing,
  },
  OPTIONS: {
    maxOptions: limits.options,
    fromStored: (question) => ({ options: optionsOf(question), isBlocker: question.isBlocker ?? false }),
    toInput: (question, common) => ({
      ...common,
      type: 'OPTIONS',
      options: textsOf(question),
      isBlocker: question.isBlocker,
      // Leaves out options without a text, because the schema already reports them as faults of `options`.
      blockingOptions: question.isBlocker
        ? question.options.flatMap(({ text, isBlocking }) => (isBlocking && text.trim() !== '' ? [text] : []))
        : [],
    }),
    begin: beginOptions,
    complete: (question, placeholders) => {
      const options = completeOptions(question, placeholders);
      return { options: question.isBlocker ? withBlocking(options) : options };
    },
  },
  SCALE: {
    maxOptions: null,
    fromStored: ({ lowLabel, highLabel }) => ({ lowLabel, highLabel }),
    toInput: ({ lowLabel, highLabel }, common) => ({ ...common, type: 'SCALE', lowLabel, highLabel }),
    begin: labels,
    complete: labels,
  },
  NUMBER: {
    maxOptions: null,
    fromStored: ({ unit = '' }) => ({ unit }),
    toInput: ({ unit }, common) => ({ ...common, type: 'NUMBER', unit }),
    begin: nothing,
    complete: nothing,
  },
  MULTIPLE: {
    maxOptions: limits.multipleOptions,
    fromStored: (question) => ({ options: optionsOf(question) }),
    toInput: (question, common) => ({ ...common, type: 'MULTIPLE', options: textsOf(question) }),
    begin: beginOptions,
    complete: (question, placeholders) => ({
      options: completeOptions(question, placeholders).slice(0, limits.multipleOptions),
    }),
  },
  DATE: {
    maxOptions: null,
    fromStored: nothing,
    toInput: (_question, common) => ({ ...common, type: 'DATE' }),
    begin: nothing,
    complete: nothing,
  },
};

export const questionForm = (question: QuestionDraft): QuestionForm => {
  // TypeScript cannot infer that the rules at this index belong to the type of this question, so a cast is needed.
  const fromStored = questionFormRules[question.type].fromStored as (stored: never) => Partial<QuestionForm>;
  const { id = '', text, type } = question;
  return { ...emptyQuestionForm, id, text, type, ...fromStored(question as never) };
};

/**
 * Returns the question as input of the save call. The form keeps the fields of other types, in case the type changes
 * back; they are left out here.
 */
export const questionInput = (question: QuestionForm, index: number): QuestionDraft => {
  const { id, text, type } = question;
  return questionFormRules[type].toInput(question, { ...(id === '' ? {} : { id }), sequence: index + 1, text });
};

/**
 * Returns the question type with this name. Undefined for an unknown name, for example in a draft that another version
 * of the app stored.
 */
export const questionTypeOf = (name: unknown): QuestionType | undefined => questionTypes.find((type) => type === name);

/**
 * A question of a stored draft. Another version of the app may have stored it, so fields may be missing and the type
 * may be unknown.
 */
export type KeptQuestion = Pick<QuestionForm, 'id' | 'text' | 'options' | 'isBlocker' | 'isTimesheetQuestion'> &
  Partial<Readonly<Record<'type' | 'lowLabel' | 'highLabel' | 'unit', unknown>>>;

const keptText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Completes a question of a stored draft. An unknown type becomes the default type, so that the rest of the draft stays
 * usable.
 */
export const restoredQuestion = (kept: KeptQuestion): QuestionForm => ({
  ...kept,
  type: questionTypeOf(kept.type) ?? emptyQuestionForm.type,
  lowLabel: keptText(kept.lowLabel),
  highLabel: keptText(kept.highLabel),
  unit: keptText(kept.unit),
});
