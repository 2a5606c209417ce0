import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { checkValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { settleGoals } from './planLinesAndGoals.ts';
import type { SentGoals } from './planLinesAndGoals.ts';
import { sortQuestions } from './sortQuestions.ts';

/** Stored values by question id. The format of a value depends on the question type. */
export type AnswerValues = Readonly<Record<QuestionId, string>>;

// `hasOwn` is needed, because a question id may equal the name of an inherited property, such as "constructor".
export const valueOf = (values: AnswerValues, question: Question): string =>
  Object.hasOwn(values, question.id) ? (values[question.id] ?? '').trim() : '';

/**
 * Returns the follow-up of a blocker question with options: a TEXT question directly after it, which asks for the
 * details. Undefined if there is none, and for a TEXT blocker question, whose answer already contains the details.
 */
export const followUpOf = (questions: readonly Question[], blocker: Question): Question | undefined => {
  if (blocker.type === 'TEXT') return undefined;
  const all = sortQuestions(questions);
  const next = all[all.findIndex((item) => item.id === blocker.id) + 1];
  return next?.type === 'TEXT' ? next : undefined;
};

/**
 * True if every member must answer the question. Two kinds of TEXT questions are optional: a blocker question, which
 * members without a blocker leave empty, and the follow-up of a blocker question.
 */
export const isRequired = (questions: readonly Question[], question: Question): boolean =>
  question.type !== 'TEXT' ||
  (!question.isBlocker && !questions.some((item) => item.isBlocker && followUpOf(questions, item)?.id === question.id));

/** Throws if the text is longer than the limit. The error contains the question, the length and the limit. */
const checkLength = (question: Question, value: string): void => {
  // A text has at most as many characters as UTF-16 units, so most texts need no count.
  if (value.length <= limits.answerLength) return;
  const length = Array.from(value).length;
  if (length <= limits.answerLength) return;
  const values = { question: question.text, length, max: limits.answerLength };
  throw new AppError('INVALID_INPUT', { message: 'answer.tooLong', values });
};

/** Returns the stored form of a value that is not empty. Throws if the question type does not allow the value. */
const accepted = (question: Question, value: string): string => {
  const checked = checkValue(question, value);
  if ('accepted' in checked) return checked.accepted;
  const values = { question: question.text, ...checked.values };
  throw new AppError('INVALID_INPUT', { message: checked.fault, values });
};

/**
 * Returns the values in their stored form, without empty values. Throws QUESTION_UNKNOWN, or INVALID_INPUT with the
 * text of the invalid question.
 */
export const checkAnswer = (questions: readonly Question[], values: AnswerValues): AnswerValues => {
  const known = new Set<string>(questions.map((item) => item.id));
  if (Object.keys(values).some((id) => !known.has(id))) throw new AppError('QUESTION_UNKNOWN');
  const kept: [string, string][] = [];
  for (const question of sortQuestions(questions)) {
    const value = valueOf(values, question);
    if (value !== '') {
      kept.push([question.id, accepted(question, value)]);
      checkLength(question, value);
    } else if (isRequired(questions, question)) {
      throw new AppError('INVALID_INPUT', { message: 'answer.required', values: { question: question.text } });
    }
  }
  // `fromEntries` defines own properties, so an id such as `__proto__` cannot change the prototype.
  return Object.fromEntries(kept);
};

/**
 * True if the member's value for this question reports a blocker. In a TEXT blocker question, every text reports a
 * blocker. In a blocker question with options of which none is marked as blocking, the value "Yes" reports a blocker;
 * imported questions have this form.
 */
export const isBlocking = (question: Question, value: string): boolean => {
  if (!question.isBlocker || value === '') return false;
  if (question.type === 'TEXT') return true;
  return question.blockingOptions.length > 0 ? question.blockingOptions.includes(value) : value.toLowerCase() === 'yes';
};

const blockedAt = (questions: readonly Question[], values: AnswerValues): Question[] =>
  sortQuestions(questions).filter((item) => isBlocking(item, valueOf(values, item)));

export const hasBlocker = (questions: readonly Question[], values: AnswerValues): boolean =>
  blockedAt(questions, values).length > 0;

/** Returns the member's text about the blocker, or the chosen option if there is no text; empty without a blocker. */
export const blockerText = (questions: readonly Question[], values: AnswerValues): string => {
  const blocked = blockedAt(questions, values);
  const lines = blocked.flatMap((item) => {
    const next = followUpOf(questions, item);
    return next === undefined ? [] : [valueOf(values, next)];
  });
  const chosen = blocked.map((item) => valueOf(values, item));
  return [...lines, ...chosen].find((text) => text !== '') ?? '';
};

export interface JudgedAnswer {
  readonly questions: readonly Question[];
  readonly values: AnswerValues;
  readonly offered: readonly Goal[];
  readonly settled: SentGoals;
  /** Instant of the first answer in epoch ms. An edit after the close does not make the answer late. */
  readonly answeredAt: number;
  readonly opensAt: number;
  readonly closesAt: number;
}

export type Verdict = Pick<Answer, 'goals' | 'hasBlocker' | 'isGoalAchieved' | 'isLate' | 'isAhead'>;

/** Computes the flags of an answer (goals achieved, late, ahead, blocked), and its goals with their ticks. */
export const judgeAnswer = (answer: JudgedAnswer): Verdict => {
  const goals = settleGoals(answer.offered, answer.settled);
  return {
    goals,
    hasBlocker: hasBlocker(answer.questions, answer.values),
    isGoalAchieved: goals.length > 0 && goals.every((goal) => goal.ticked),
    isLate: answer.answeredAt >= answer.closesAt,
    isAhead: answer.answeredAt < answer.opensAt,
  };
};
