import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { formatOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { hasBlocker } from './validateAnswersAndFindBlockers.ts';
import type { AnswerValues } from './validateAnswersAndFindBlockers.ts';
import { instantsFor } from '../runs/memberInstantsAndOwedAnswers.ts';
import { msOf } from '../core/zonedTimeAndCalendarDates.ts';

// Rules for answers that members give before a run opens (docs/product-rules.md, Answers): how the opened run takes
// them over, and whether its questions have changed since.

/**
 * True if the answer has a value for at least one of these questions. Also true for an erased answer, which has no
 * values left.
 */
export const asksAnyQuestionOf = (questions: readonly Pick<Question, 'id'>[], values: AnswerValues): boolean => {
  const ids = Object.keys(values);
  return ids.length === 0 || questions.some((question) => Object.hasOwn(values, question.id));
};

/**
 * Recomputes, from the opened run, the flags of an answer that was given before the opening, because the meeting may
 * have changed since the member answered. Undefined if the run asks none of the answered questions.
 */
export const answerAdoptedByRun = <T extends Answer>(
  run: Pick<Run, 'questions' | 'members' | 'instants' | 'opensAt' | 'closesAt'>,
  answer: T,
): T | undefined => {
  if (!asksAnyQuestionOf(run.questions, answer.values)) return undefined;
  const member = run.members.find((item) => item.memberId === answer.memberId);
  const ownInstants: Pick<Instants, 'opensAt' | 'closesAt'> =
    (member === undefined ? undefined : instantsFor(run, member)) ?? run;
  const at = msOf(answer.answeredAt);
  const isErased = Object.keys(answer.values).length === 0;
  return {
    ...answer,
    // An erased answer has no values left, so `hasBlocker` cannot be recomputed.
    hasBlocker: isErased ? answer.hasBlocker : hasBlocker(run.questions, answer.values),
    isLate: at >= msOf(ownInstants.closesAt),
    isAhead: at < msOf(ownInstants.opensAt),
  };
};

const asked = (question: Question): unknown[] => [
  question.id,
  question.text,
  question.options,
  question.blockingOptions,
  // The format contains the type, the unit of a number and the labels of a scale, so a change of any of them counts as
  // a difference.
  formatOf(question),
];

/** True if the questions differ in a way that members notice. The order of the questions does not count. */
export const haveChanged = (before: readonly Question[], after: readonly Question[]): boolean => {
  const inOrder = (questions: readonly Question[]): string =>
    JSON.stringify(questions.map(asked).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));
  return inOrder(before) !== inOrder(after);
};
