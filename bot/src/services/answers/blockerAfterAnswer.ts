import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { NeededChoice, OpenBlockerAnswer } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { blockerText } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { blockerMoments, nextBlocker } from '../../domain/answers/blockerStateFromAnswers.ts';
import { changeBlocker, lifeAfterAnswer, sinceOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { BlockerChange, ChangeBy, TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { pastAfter } from '../../domain/blockers/keepPastBlockerDates.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { changeFact, requireNeeded } from '../blockers/changeBlocker.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { AnswerTarget } from './answerTargetAndAcceptance.ts';

// Computes how an answer changes the member's blocker: the answer may open, continue or end a blocker, and may name the
// member who is needed.

type BlockerValue = ValueOf<typeof blocker>;
type BlockerRow = Stored<BlockerValue> | undefined;

interface BlockingAnswer {
  readonly target: AnswerTarget;
  readonly openBlocker: OpenBlockerAnswer | undefined;
  readonly needed: NeededChoice | undefined;
}

/**
 * Returns the blocker to which the answer is applied. If the member marked the open blocker as resolved, the function
 * resolves it first, so that a blocking answer opens a new blocker.
 */
const blockerBefore = (
  { openBlocker, target: { memberId } }: BlockingAnswer,
  row: BlockerRow,
  at: Answer['answeredAt'],
): TrackedBlocker | undefined => {
  const tracked = row?.value;
  if (tracked === undefined || openBlocker?.is !== 'RESOLVED' || openBlocker.since !== sinceOf(tracked)) return tracked;
  const result = changeBlocker(tracked, { action: 'RESOLVE' }, { memberId, at });
  return result.is === 'CHANGED' ? result.next : tracked;
};

type NeedChange = Extract<BlockerChange, { action: 'NEED' }>;

/**
 * Returns the change of the needed member; undefined if there is none. If the member did not touch the choice in the
 * form, it applies only to a blocker that this answer begins: another person may meanwhile have changed the needed
 * member of an existing blocker.
 */
const needChange = (choice: NeededChoice | undefined, isNew: boolean): NeedChange | undefined => {
  if (choice === undefined || (choice.id === choice.shown && !isNew)) return undefined;
  return isNew && choice.id === null ? undefined : { action: 'NEED', neededId: choice.id };
};

export interface AnsweredBlocker {
  /** The blocker row after the answer; undefined if the answer does not change it. */
  readonly value: BlockerValue | undefined;
  /**
   * The member whom the answer names as needed; null if it removes the needed member; undefined if it does not change
   * the needed member.
   */
  readonly named: MemberId | null | undefined;
}

const unchanged: AnsweredBlocker = { value: undefined, named: undefined };

const named = (value: BlockerValue, change: NeedChange | undefined, by: ChangeBy): AnsweredBlocker => {
  if (change === undefined) return { value, named: undefined };
  const result = changeBlocker(value, change, by);
  return result.is === 'CHANGED'
    ? { value: { ...value, ...result.next }, named: change.neededId }
    : { value, named: undefined };
};

const asksAbout = (questions: readonly Question[]): boolean => questions.some((question) => question.isBlocker);

/** Refuses a newly chosen needed member if there is no blocker, because ignoring the choice would lose it silently. */
const refuseNeedWithoutBlocker = ({ needed, target }: BlockingAnswer): void => {
  if (needed == null || needed.id === null || needed.id === needed.shown || !asksAbout(target.questions)) return;
  throw new AppError('INVALID_INPUT', { message: 'blocker.needsWithoutBlocker', path: ['needed', 'id'] });
};

/**
 * Returns the blocker after the answer. If the member has already answered a later date, the answer changes the blocker
 * only if it resolves the blocker.
 */
export const blockerAfterAnswer = (
  given: BlockingAnswer,
  answer: Pick<Answer, 'values' | 'hasBlocker'>,
  row: BlockerRow,
  at: Answer['answeredAt'],
): AnsweredBlocker => {
  const { target, needed } = given;
  if (!answer.hasBlocker) refuseNeedWithoutBlocker(given);
  if (!asksAbout(target.questions)) return unchanged;
  const previous = blockerBefore(given, row, at);
  const next = nextBlocker(previous, {
    date: target.date,
    hasBlocker: answer.hasBlocker,
    text: blockerText(target.questions, answer.values),
  });
  if (next === row?.value) return unchanged;
  const by = { memberId: target.memberId, at };
  const value = {
    memberId: target.memberId,
    ...next,
    ...blockerMoments(previous, next.isOpen, at),
    life: lifeAfterAnswer(previous, next, by),
    numbers: row?.value.numbers ?? null,
    past: pastAfter(previous, next),
  };
  return named(value, next.isOpen ? needChange(needed, previous?.isOpen !== true) : undefined, by);
};

/**
 * Checks the member whom the answer names as needed, and returns the log entry about this change; undefined if the
 * answer does not change the needed member. Throws an AppError if the person cannot be needed.
 */
export const checkNamed = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { named: neededId }: AnsweredBlocker,
  owner: string,
): Promise<ActivityFact | undefined> => {
  if (neededId === undefined) return undefined;
  const member = await requireNeeded(records, target, neededId, ['needed', 'id']);
  return changeFact({ action: 'NEED', neededId }, { owner, needed: member?.name ?? '' }, '');
};

interface LoggedNeed {
  readonly fact: ActivityFact | undefined;
  readonly actor: string;
  readonly newId: () => string;
  readonly atMs: number;
}

export const blockerSteps = (
  records: Records<OrgId>,
  target: AnswerTarget,
  { after, before }: { readonly after: AnsweredBlocker; readonly before: BlockerRow },
  { fact, newId, ...event }: LoggedNeed,
): RecordStep[] => {
  const { value } = after;
  if (value === undefined) return [];
  const { teamId, meetingId: objectId } = target;
  return [
    before === undefined
      ? records.insertStep(blocker, target, value)
      : records.replaceStep(blocker, target, value, before.etag),
    ...(fact === undefined ? [] : [activityStep(records, { teamId, objectId, eventKey: newId(), ...event, ...fact })]),
  ];
};
