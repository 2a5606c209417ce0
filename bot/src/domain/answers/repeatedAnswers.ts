import type { Question } from '#contracts/meetings/question.ts';
import type { AnswerValues } from './answerValidation.ts';

/** A text counts as repeated if it is the same in this answer and in so many earlier ones. */
export const earlierRepeats = 2;

/** Returns the text of a question that a member wrote; empty for another type, because few options repeat by nature. */
const textIn = (question: Question, values: AnswerValues): string =>
  question.type === 'TEXT' && Object.hasOwn(values, question.id) ? (values[question.id] ?? '').trim() : '';

/** Returns the questions whose texts are the same in both answers. */
export const sameTexts = (questions: readonly Question[], values: AnswerValues, earlier: AnswerValues): Question[] =>
  questions.filter((question) => {
    const text = textIn(question, values);
    return text !== '' && textIn(question, earlier) === text;
  });
