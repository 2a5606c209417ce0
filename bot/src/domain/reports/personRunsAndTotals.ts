import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { PersonRun, PersonTotals } from '#contracts/reports/personReport.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { isAnswered, isCountedAsAsked, isCountedAsSkipped, isCountedRun } from './countedRunsAndMembers.ts';
import { answersTo, reportMembers } from './reportMembers.ts';

// Builds the entries for a person's runs in the report about a person.

/**
 * The fields of an answer that its history row repeats. They are used if the history row exists but the answer row is
 * gone. An answer removed by the erasure of a person is not of this form: it stays as an answer without values.
 */
type Erased = Pick<Answer, 'hasBlocker' | 'goals'>;

type StoredReply = { readonly answer: Answer } | { readonly erased: Erased };
/** A person's reply to a run: an answer, the fields in its history row, or a skip with its reason. */
type Reply = StoredReply | { readonly skipReason: string };

const isErased = (answer: StoredReply | undefined): boolean =>
  answer !== undefined && ('erased' in answer || Object.keys(answer.answer.values).length === 0);

const goalsOf = (answer: StoredReply | undefined): PersonRun['goals'] =>
  answer === undefined
    ? []
    : ('erased' in answer ? answer.erased : answer.answer).goals.map(({ text, ticked }) => ({ text, ticked }));

const stateOfAnswer = (answer: StoredReply): PersonRun['state'] => {
  const { hasBlocker: isBlocked, goals } = 'erased' in answer ? answer.erased : answer.answer;
  if (isBlocked) return 'BLOCKED';
  return goals.length > 0 && goals.every((goal) => goal.ticked) ? 'GOAL_ACHIEVED' : 'ANSWERED';
};

const given = (answer: StoredReply | undefined): Pick<PersonRun, 'answeredAt' | 'editedAt' | 'isLate' | 'isAhead'> => {
  if (answer === undefined || 'erased' in answer)
    return { answeredAt: null, editedAt: null, isLate: false, isAhead: false };
  const { answeredAt, editedAt, isLate, isAhead } = answer.answer;
  return { answeredAt, editedAt, isLate, isAhead };
};

/**
 * Returns a person's entry for an existing run. Undefined if the person did not answer and is not in the run's
 * snapshot, or is marked there as dropped.
 */
export const personRun = (
  run: Run,
  memberId: MemberId,
  reply: Reply | undefined,
  now: number,
): PersonRun | undefined => {
  const skipReason = reply !== undefined && 'skipReason' in reply ? reply.skipReason : undefined;
  const answer = reply === undefined || 'skipReason' in reply ? undefined : reply;
  const alone = { ...run, members: run.members.filter((member) => member.memberId === memberId) };
  const answers = answer !== undefined && 'answer' in answer ? [answer.answer] : [];
  const skips = skipReason === undefined ? undefined : new Map([[memberId, skipReason]]);
  const [part] = reportMembers({ run: alone, answers, skips, blockers: new Map(), facts: new Map(), now });
  if (part === undefined && answer === undefined) return undefined;
  const isOver = run.state === 'MISSED' || run.state === 'CANCELLED';
  const unansweredState = isOver && part?.state === 'OPEN' ? 'NOT_DUE' : (part?.state ?? 'NOT_DUE');
  return {
    meetingId: run.meetingId,
    meetingName: run.meetingName,
    date: run.date,
    state: answer === undefined ? unansweredState : stateOfAnswer(answer),
    run: run.state,
    reason: run.reason,
    answers: part?.answers ?? [],
    goals: goalsOf(answer),
    ...given(answer),
    isErased: isErased(answer),
    ...(part?.skipReason === undefined ? {} : { skipReason: part.skipReason }),
  };
};

/**
 * Returns the entry of an answer that was given before the opening of a run that does not exist: the run is still
 * planned (`isPlanned`), or the meeting did not run on that date.
 */
export const personRunAhead = (
  answer: Answer,
  to: { readonly meetingName: string; readonly questions: readonly Question[] },
  isPlanned: boolean,
): PersonRun => ({
  meetingId: answer.meetingId,
  meetingName: to.meetingName,
  date: answer.date,
  state: stateOfAnswer({ answer }),
  run: isPlanned ? 'PLANNED' : 'NOT_RUN',
  reason: null,
  answers: answersTo(to.questions, answer),
  goals: goalsOf({ answer }),
  ...given({ answer }),
  isErased: isErased({ answer }),
});

/** Returns the totals of these runs. Runs that `isCountedRun` excludes are listed in the report but not counted. */
export const personTotals = (personRuns: readonly PersonRun[]): PersonTotals => {
  const runs = personRuns.filter((item) => isCountedRun(item.run));
  const count = (is: (run: PersonRun) => boolean): number => runs.filter(is).length;
  const goals = runs.flatMap((item) => item.goals);
  return {
    asked: count(isCountedAsAsked),
    answered: count(isAnswered),
    late: count((item) => item.isLate),
    blocked: count((item) => item.state === 'BLOCKED'),
    away: count((item) => item.state === 'AWAY'),
    skipped: count(isCountedAsSkipped),
    goalsTicked: goals.filter((goal) => goal.ticked).length,
    goalsOffered: goals.length,
  };
};
