import type { Answer } from '#contracts/answer.ts';
import type { Instants, Occurrence } from '#contracts/occurrence.ts';
import type { Question } from '#contracts/question.ts';
import { hasBlocker } from './answering.ts';
import type { AnswerValues } from './answering.ts';
import { instantsFor } from './owing.ts';
import { msOf } from './time.ts';

// An answer given before its run opened, and what becomes of it when the run comes to be (decisions.md D4).

/** Whether something of an answer is about one of these questions. What was erased has no words left and still counts. */
export const livesOn = (questions: readonly Pick<Question, 'id'>[], values: AnswerValues): boolean => {
  const ids = Object.keys(values);
  return ids.length === 0 || questions.some((one) => Object.hasOwn(values, one.id));
};

/** What the run itself decides about an answer, whatever the meeting looked like when it was given. */
export const adoptedBy = <T extends Answer>(
  occurrence: Pick<Occurrence, 'questions' | 'members' | 'instants' | 'opensAt' | 'closesAt'>,
  answer: T,
): T | undefined => {
  if (!livesOn(occurrence.questions, answer.values)) return undefined;
  const member = occurrence.members.find((one) => one.memberId === answer.memberId);
  const own: Pick<Instants, 'opensAt' | 'closesAt'> =
    (member === undefined ? undefined : instantsFor(occurrence, member)) ?? occurrence;
  const at = msOf(answer.answeredAt);
  const isErased = Object.keys(answer.values).length === 0;
  return {
    ...answer,
    // Of what was erased only its counts are left.
    hasBlocker: isErased ? answer.hasBlocker : hasBlocker(occurrence.questions, answer.values),
    isLate: at >= msOf(own.closesAt),
    isAhead: at < msOf(own.opensAt),
  };
};

const asked = ({ id, text, type, options, blockingOptions }: Question): unknown[] => [
  id,
  text,
  type,
  options,
  blockingOptions,
];

/** Whether who answered the first questions would see others now; their order does not matter. */
export const haveChanged = (before: readonly Question[], after: readonly Question[]): boolean => {
  const inOrder = (questions: readonly Question[]): string =>
    JSON.stringify(questions.map(asked).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));
  return inOrder(before) !== inOrder(after);
};
