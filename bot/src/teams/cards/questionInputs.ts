import { cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Question, QuestionOf, QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { canonicalNumber } from '#contracts/meetings/questionTypes/canonicalNumber.ts';
import { cardChoice, readOptions } from '#contracts/meetings/questionTypes/joinAndReadChosenOptions.ts';
import { scaleValues } from '#contracts/meetings/questionTypes/scaleDefinition.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { Element } from './cardElementsActionsAndSize.ts';
import { plainTitle } from './markdownSafeTitle.ts';

/** Maximum number of options that are all shown at once; more options become a drop-down list. */
const openChoices = 4;

interface Filling {
  readonly t: Translate;
  /** The value that the input shows: the stored value, or a value that a client has sent; empty if there is neither. */
  readonly value: string;
  readonly isRequired: boolean;
}

type DrawInput<T extends QuestionType> = (question: QuestionOf<T>, filling: Filling) => Element;

const named = (question: Question, label = question.text): Element => ({
  id: `${cardInput.question}${question.id}`,
  label: plainTitle(label),
});

const hint = (question: QuestionOf<'TEXT'>, { t, isRequired }: Filling): Element => {
  if (question.isTimesheetQuestion) return { placeholder: t('card.planHint') };
  return isRequired ? {} : { placeholder: t('card.optional') };
};

// The input has no maxLength, because clients would silently cut a pasted text. The service rejects a longer text and
// names the question.
const textInput: DrawInput<'TEXT'> = (question, filling) => ({
  type: 'Input.Text',
  ...named(question),
  isMultiline: true,
  ...hint(question, filling),
  ...(filling.value === '' ? {} : { value: filling.value }),
  ...(filling.isRequired ? { isRequired: true, errorMessage: filling.t('card.answerMissing') } : {}),
});

const optionsInput: DrawInput<'OPTIONS'> = (question, { t, value, isRequired }) => ({
  type: 'Input.ChoiceSet',
  ...named(question),
  style: question.options.length > openChoices ? 'compact' : 'expanded',
  wrap: true,
  choices: question.options.map((option) => ({ title: plainTitle(option), value: option })),
  ...(question.options.length > openChoices ? { placeholder: t('card.choose') } : {}),
  ...(question.options.includes(value) ? { value } : {}),
  ...(isRequired ? { isRequired: true, errorMessage: t('card.choiceMissing') } : {}),
});

const scaleInput: DrawInput<'SCALE'> = (question, { t, value }) => {
  const ends = new Map([
    [scaleValues.at(0), question.lowLabel],
    [scaleValues.at(-1), question.highLabel],
  ]);
  return {
    type: 'Input.ChoiceSet',
    ...named(question),
    style: 'expanded',
    wrap: true,
    choices: scaleValues.map((step) => {
      const label = ends.get(step);
      const title = label === undefined ? step : t('value.scaleEnd', { value: step, label });
      return { title: plainTitle(title), value: step };
    }),
    ...(scaleValues.includes(value) ? { value } : {}),
    isRequired: true,
    errorMessage: t('card.choiceMissing'),
  };
};

const largest = 10 ** limits.numberDigits - 1;

/**
 * Returns the value of the input as a number, which the schema of cards requires. A double represents fifteen digits
 * exactly.
 */
const numberValue = (value: string): Element => {
  const read = canonicalNumber(value);
  return 'number' in read ? { value: Number(read.number) } : {};
};

const numberInput: DrawInput<'NUMBER'> = (question, { t, value }) => ({
  type: 'Input.Number',
  ...named(
    question,
    question.unit === '' ? question.text : t('card.questionUnit', { question: question.text, unit: question.unit }),
  ),
  min: -largest,
  max: largest,
  ...numberValue(value),
  isRequired: true,
  errorMessage: t('card.numberMissing'),
});

const multipleInput: DrawInput<'MULTIPLE'> = (question, { t, value }) => {
  const chosen = value === '' ? undefined : readOptions(question.options, value);
  return {
    type: 'Input.ChoiceSet',
    ...named(question),
    style: 'expanded',
    isMultiSelect: true,
    wrap: true,
    choices: question.options.map((option) => ({ title: plainTitle(option), value: cardChoice(option) })),
    ...(chosen === undefined ? {} : { value: chosen.map(cardChoice).join(',') }),
    isRequired: true,
    errorMessage: t('card.multipleMissing'),
  };
};

const dateInput: DrawInput<'DATE'> = (question, { t, value }) => ({
  type: 'Input.Date',
  ...named(question),
  min: `${limits.answerYearMin}-01-01`,
  max: `${limits.answerYearMax}-12-31`,
  ...(/^\d{4}-\d{2}-\d{2}$/.test(value) ? { value } : {}),
  isRequired: true,
  errorMessage: t('card.dateMissing'),
});

const inputs: { readonly [T in QuestionType]: DrawInput<T> } = {
  TEXT: textInput,
  OPTIONS: optionsInput,
  SCALE: scaleInput,
  NUMBER: numberInput,
  MULTIPLE: multipleInput,
  DATE: dateInput,
};

export const questionInput = (question: Question, filling: Filling): Element =>
  // The question's type selects its own function, but TypeScript cannot connect the two types through an index.
  (inputs[question.type] as unknown as DrawInput<never>)(question as never, filling);
