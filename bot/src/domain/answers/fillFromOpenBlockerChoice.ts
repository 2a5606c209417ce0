import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OpenBlockerChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { followUpOf, hasBlocker, isBlocking, valueOf } from './validateAnswersAndFindBlockers.ts';
import { sortQuestions } from './sortQuestions.ts';
import type { AnswerValues } from './validateAnswersAndFindBlockers.ts';

// The form first asks about the member's open blocker: still blocked, resolved or changed. The choice fills the blocker
// question, so that one tap is enough. After that, only the filled answer decides if the member is blocked, not the
// choice.

/**
 * Returns the only option of the question that blocks (`blocks` true) or that does not block (`blocks` false).
 * Undefined if there is no such option or more than one.
 */
const onlyOption = (question: Question, blocks: boolean): string | undefined => {
  const options = question.options.filter((option) => isBlocking(question, option) === blocks);
  return options.length === 1 ? options[0] : undefined;
};

const withValue = (values: AnswerValues, question: Question, value: string): AnswerValues =>
  valueOf(values, question) === '' ? { ...values, [question.id]: value } : values;

const refuse = (message: 'answer.blockerContradicts' | 'answer.blockerNotChanged', question: Question): never => {
  throw new AppError('INVALID_INPUT', { message, values: { question: question.text } });
};

const stillBlocked = (
  questions: readonly Question[],
  values: AnswerValues,
  { question, text }: { readonly question: Question; readonly text: string },
): AnswerValues => {
  if (valueOf(values, question) !== '') return refuse('answer.blockerContradicts', question);
  if (question.type === 'TEXT') return withValue(values, question, text);
  const option = onlyOption(question, true);
  if (option === undefined) return values;
  const followUp = followUpOf(questions, question);
  const chosen = withValue(values, question, option);
  // Without a follow-up question, the chosen option is the text of the blocker.
  return followUp === undefined ? chosen : withValue(chosen, followUp, text);
};

/**
 * Returns the values with the blocker question filled from the choice. A value that the member entered stays. `text`:
 * text of the open blocker. Throws INVALID_INPUT if the choice contradicts the values.
 */
export const fillFromOpenBlockerChoice = (
  questions: readonly Question[],
  values: AnswerValues,
  { is, text }: { readonly is: OpenBlockerChoice; readonly text: string },
): AnswerValues => {
  const question = sortQuestions(questions).find((item) => item.isBlocker);
  if (question === undefined) return values;
  const isBlocked = hasBlocker(questions, values);
  switch (is) {
    case 'STILL':
      return isBlocked ? values : stillBlocked(questions, values, { question, text });
    case 'CHANGED':
      return isBlocked ? values : refuse('answer.blockerNotChanged', question);
    case 'RESOLVED': {
      const option = question.type === 'TEXT' ? undefined : onlyOption(question, false);
      return option === undefined ? values : withValue(values, question, option);
    }
  }
};
