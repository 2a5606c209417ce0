import { AppError } from '#contracts/core/errors.ts';
import type { OpenBlockerChoice } from '#contracts/meetings/answer.ts';
import type { Question } from '#contracts/meetings/question.ts';
import { followUpOf, hasBlocker, inOrder, isBlocking, valueOf } from './answerValidation.ts';
import type { AnswerValues } from './answerValidation.ts';

// The form asks about the member's open blocker first: still blocked, resolved or changed. The choice fills the blocker question,
// so that one tap is enough, and the answer alone decides whether the member is blocked.

/** Returns the only option of the question that blocks, or that does not block; undefined if there are none or several. */
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
  // Without a follow-up question, the text of the blocker is the option itself.
  return followUp === undefined ? chosen : withValue(chosen, followUp, text);
};

/**
 * Returns the values with the blocker question filled by the choice; a value that the member gave stays. `text`: text of the open
 * blocker. Throws INVALID_INPUT if the choice and the values contradict each other.
 */
export const fillFromChoice = (
  questions: readonly Question[],
  values: AnswerValues,
  { is, text }: { readonly is: OpenBlockerChoice; readonly text: string },
): AnswerValues => {
  const question = inOrder(questions).find((item) => item.isBlocker);
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
