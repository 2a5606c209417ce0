import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { AnswerValues } from '../../domain/answers/validateAnswersAndFindBlockers.ts';

const sameValues = (old: AnswerValues, next: AnswerValues): boolean => {
  const ids = Object.keys(old) as QuestionId[];
  return ids.length === Object.keys(next).length && ids.every((id) => Object.hasOwn(next, id) && old[id] === next[id]);
};

const sameGoals = (old: readonly Goal[], next: readonly Goal[]): boolean =>
  old.length === next.length &&
  old.every(
    (item, index) =>
      item.id === next[index]?.id &&
      item.text === next[index].text &&
      item.ticked === next[index].ticked &&
      item.state === next[index].state,
  );

export const isSameAnswer = (old: Answer, next: Answer): boolean =>
  sameValues(old.values, next.values) && sameGoals(old.goals, next.goals);
