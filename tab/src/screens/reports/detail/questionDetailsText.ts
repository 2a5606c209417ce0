import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionDefinitions } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import type { QuestionForm } from '../form/questionFormTypeAndDefault.ts';

// The texts for a question's details, which only the dialog of an edit conflict shows after the text of the question.
// They load together with this dialog.

const named = (type: QuestionType, details: readonly string[], t: WebTranslate): string => {
  const name = ` – ${t(questionDefinitions[type].name)}`;
  return details.length === 0 ? name : `${name} (${details.join(' / ')})`;
};

const scaleEnds = ({ lowLabel, highLabel }: QuestionForm, t: WebTranslate): string[] =>
  [
    { value: limits.scaleMin, label: lowLabel },
    { value: limits.scaleMax, label: highLabel },
  ].map((end) => t('value.scaleEnd', end));

const markedOptions = ({ options, isBlocker }: QuestionForm, t: WebTranslate): string[] =>
  options.map(({ text, isBlocking }) => (isBlocker && isBlocking ? t('conflict.blocking', { option: text }) : text));

const detailsByType: Readonly<Record<QuestionType, (question: QuestionForm, t: WebTranslate) => string>> = {
  TEXT: ({ isTimesheetQuestion }, t) => (isTimesheetQuestion ? ` – ${t('form.isTimesheet')}` : ''),
  OPTIONS: (question, t) => ` (${markedOptions(question, t).join(' / ')})`,
  SCALE: (question, t) => named('SCALE', scaleEnds(question, t), t),
  NUMBER: ({ unit }, t) => named('NUMBER', unit === '' ? [] : [unit], t),
  MULTIPLE: ({ options }, t) => {
    const texts = options.map(({ text }) => text);
    return named('MULTIPLE', texts, t);
  },
  DATE: (_question, t) => named('DATE', [], t),
};

/**
 * Returns the details of a question, such as its options or its unit. Empty for a text question that does not fill the
 * timesheet.
 */
export const questionDetailsText = (question: QuestionForm, t: WebTranslate): string =>
  detailsByType[question.type](question, t);
