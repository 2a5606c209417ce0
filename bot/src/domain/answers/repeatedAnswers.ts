import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { AnswerValues } from './validateAnswersAndFindBlockers.ts';

/** A text counts as repeated if the member's answer and this number of the member's previous answers contain it. */
export const earlierRepeats = 2;

/**
 * Returns the text that a member wrote as the answer to a question. Empty for other question types, because choices
 * among a few options repeat naturally.
 */
const textIn = (question: Question, values: AnswerValues): string =>
  question.type === 'TEXT' && Object.hasOwn(values, question.id) ? (values[question.id] ?? '').trim() : '';

export const sameTexts = (questions: readonly Question[], values: AnswerValues, earlier: AnswerValues): Question[] =>
  questions.filter((question) => {
    const text = textIn(question, values);
    return text !== '' && textIn(question, earlier) === text;
  });
