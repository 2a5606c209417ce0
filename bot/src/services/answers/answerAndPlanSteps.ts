import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { nextPlan, plannedGoals } from '../../domain/answers/planLinesAndGoals.ts';
import type { PlanLine } from '../../domain/answers/planLinesAndGoals.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { planQuestion } from './buildStoredAnswer.ts';
import type { RowsBefore, GivenAnswer } from './buildStoredAnswer.ts';
import type { AnswerTarget, StoredAnswer } from './answerTargetAndAcceptance.ts';

/**
 * Returns the steps that store the answer and its history row. A first answer inserts both, because the embedded store
 * executes all inserts with one statement. If a history row exists without its answer, the insert conflicts, and the
 * next attempt overwrites that row.
 */
export const answerSteps = (
  records: Records<OrgId>,
  target: AnswerTarget,
  answer: StoredAnswer,
  { before, conflicts }: { readonly before: RowsBefore; readonly conflicts: number },
): RecordStep[] => {
  const { meetingId, date } = target;
  const { hasBlocker, goals } = answer;
  const entry = { meetingId, date, hasBlocker, goals: [...goals] };
  if (before.answer !== undefined)
    return [
      records.replaceStep(answerKind, target, answer, before.answer.etag),
      records.touchStep(history, target, entry),
    ];
  return [
    records.insertStep(answerKind, target, answer),
    conflicts === 0 ? records.insertStep(history, target, entry) : records.touchStep(history, target, entry),
  ];
};

/**
 * Returns the step that stores the member's last plan; none if the run does not ask for a plan or a plan of a later
 * date is stored.
 */
export const planSteps = (
  records: Records<OrgId>,
  target: AnswerTarget,
  { planned, goals }: { readonly planned: readonly PlanLine[]; readonly goals: readonly Goal[] },
  before: RowsBefore,
): RecordStep[] => {
  if (planQuestion(target) === undefined) return [];
  const lines = plannedGoals(goals, planned);
  const value = nextPlan(before.plan?.value, { date: target.date, lines });
  if (value === undefined) return [];
  return before.plan === undefined
    ? [records.insertStep(plan, target, value)]
    : [records.replaceStep(plan, target, value, before.plan.etag)];
};

const wordsOf = (answer: Answer): MessageKey => {
  if (answer.editedAt !== null) return 'activity.answerEdited';
  if (answer.isAhead) return 'activity.answeredAhead';
  return answer.isLate ? 'activity.answeredLate' : 'activity.answered';
};

export const answerLogStep = (
  records: Records<OrgId>,
  { target, memberName }: GivenAnswer,
  answer: Answer,
  event: { readonly eventKey: string; readonly atMs: number },
): RecordStep =>
  activityStep(records, {
    teamId: target.teamId,
    objectId: target.meetingId,
    actor: memberName,
    eventKey: event.eventKey,
    atMs: event.atMs,
    message: wordsOf(answer),
    values: { date: target.date },
  });
