import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { AnswerValues } from './validateAnswersAndFindBlockers.ts';
import { sentGoalsOf, settleGoals } from './planLinesAndGoals.ts';
import type { SentGoals } from './planLinesAndGoals.ts';

// Fills the form of a run with values from several sources. Filling the form again from the same sources changes
// nothing.

const hasText = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/**
 * Returns the values of the form. For each question of the run, the first source that has a value is used; values of
 * other questions are left out.
 */
export const firstValues = (
  questions: readonly Pick<Question, 'id'>[],
  sources: readonly AnswerValues[],
): AnswerValues =>
  Object.fromEntries(
    questions.flatMap(({ id }): [string, string][] => {
      const values = sources.map((source) => (Object.hasOwn(source, id) ? source[id] : undefined));
      const value = values.find(hasText);
      return value === undefined ? [] : [[id, value]];
    }),
  );

/**
 * Returns the goals of the form with the states that a client sent. A goal for which the client sent neither a tick nor
 * a state stays as it is.
 */
export const mergeGoals = (form: readonly Goal[], sent: SentGoals): Goal[] => {
  const own = sentGoalsOf(form);
  return settleGoals(form, {
    goals: [...own.goals, ...sent.goals],
    goalStates: { ...own.goalStates, ...sent.goalStates },
  });
};
