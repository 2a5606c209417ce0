import type { Answer } from '#contracts/meetings/answer.ts';
import type { MemberId } from '#contracts/core/ids.ts';
import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import type { PersonRun, PersonTotals } from '#contracts/reports/personReport.ts';
import type { Question } from '#contracts/meetings/question.ts';
import { isAnswered, isCountedAsAsked, isCountedRun } from './figures.ts';
import { answersTo, reportMembers } from './reportMembers.ts';

// One person's part in runs: the source of the report by person.

/** The part of an answer that remains after its erasure. */
type Erased = Pick<Answer, 'hasBlocker' | 'goals'>;

type Said = { readonly answer: Answer } | { readonly erased: Erased };

const isErased = (said: Said | undefined): boolean =>
  said !== undefined && ('erased' in said || Object.keys(said.answer.values).length === 0);

const goalsOf = (said: Said | undefined): PersonRun['goals'] =>
  said === undefined
    ? []
    : ('erased' in said ? said.erased : said.answer).goals.map(({ text, ticked }) => ({ text, ticked }));

const stateOfSaid = (said: Said): PersonRun['state'] => {
  const { hasBlocker: isBlocked, goals } = 'erased' in said ? said.erased : said.answer;
  if (isBlocked) return 'BLOCKED';
  return goals.length > 0 && goals.every((goal) => goal.ticked) ? 'GOAL_ACHIEVED' : 'ANSWERED';
};

const given = (said: Said | undefined): Pick<PersonRun, 'answeredAt' | 'editedAt' | 'isLate' | 'isAhead'> => {
  if (said === undefined || 'erased' in said)
    return { answeredAt: null, editedAt: null, isLate: false, isAhead: false };
  const { answeredAt, editedAt, isLate, isAhead } = said.answer;
  return { answeredAt, editedAt, isLate, isAhead };
};

/** A person's part in a run that came to be; undefined when it neither asked them nor was answered by them. */
export const personRun = (
  occurrence: Occurrence,
  memberId: MemberId,
  said: Said | undefined,
  now: number,
): PersonRun | undefined => {
  const alone = { ...occurrence, members: occurrence.members.filter((member) => member.memberId === memberId) };
  const answers = said !== undefined && 'answer' in said ? [said.answer] : [];
  const [part] = reportMembers({ occurrence: alone, answers, blockers: new Map(), facts: new Map(), now });
  if (part === undefined && said === undefined) return undefined;
  const isOver = occurrence.state === 'MISSED' || occurrence.state === 'CANCELLED';
  const unsaid = isOver && part?.state === 'OPEN' ? 'NOT_DUE' : (part?.state ?? 'NOT_DUE');
  return {
    meetingId: occurrence.meetingId,
    meetingName: occurrence.meetingName,
    date: occurrence.date,
    state: said === undefined ? unsaid : stateOfSaid(said),
    run: occurrence.state,
    reason: occurrence.reason,
    answers: part?.answers ?? [],
    goals: goalsOf(said),
    ...given(said),
    isErased: isErased(said),
  };
};

/** An answer ahead of a run that is not there: it is still planned, or its date is one no more. */
export const personRunAhead = (
  answer: Answer,
  to: { readonly meetingName: string; readonly questions: readonly Question[] },
  isPlanned: boolean,
): PersonRun => ({
  meetingId: answer.meetingId,
  meetingName: to.meetingName,
  date: answer.date,
  state: stateOfSaid({ answer }),
  run: isPlanned ? 'PLANNED' : 'NOT_RUN',
  reason: null,
  answers: answersTo(to.questions, answer),
  goals: goalsOf({ answer }),
  ...given({ answer }),
  isErased: isErased({ answer }),
});

/** The figures of these runs; runs that figures leave out stay in the list. */
export const personTotals = (all: readonly PersonRun[]): PersonTotals => {
  const runs = all.filter((item) => isCountedRun(item.run));
  const count = (is: (run: PersonRun) => boolean): number => runs.filter(is).length;
  const goals = runs.flatMap((item) => item.goals);
  return {
    asked: count(isCountedAsAsked),
    answered: count(isAnswered),
    late: count((item) => item.isLate),
    blocked: count((item) => item.state === 'BLOCKED'),
    away: count((item) => item.state === 'AWAY'),
    goalsTicked: goals.filter((goal) => goal.ticked).length,
    goalsOffered: goals.length,
  };
};
