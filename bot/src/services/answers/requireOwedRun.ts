import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { acceptedAs, findTarget, isLateNow, requireAccepting } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget } from './answerTargetAndAcceptance.ts';
import type { AnswerDeps, Answering } from './saveAnswerAndShowCard.ts';

/** A run that still waits for a member's answer. The close that applies to the member is still ahead. */
export interface OwedRun extends AnswerTarget {
  readonly run: Run;
}

/** Returns the run if it still waits for the member's answer; otherwise throws an AppError with the reason. */
export const findOwedRun = async (deps: AnswerDeps, { memberRun }: Pick<Answering, 'memberRun'>): Promise<OwedRun> => {
  const records = inOrg(deps.store, memberRun.orgId);
  const now = deps.clock.now();
  const target = await findTarget(deps, records, memberRun, now);
  requireAccepting(target, now);
  const { run, member } = target;
  if (run === undefined) throw new AppError('RUN_NOT_OPEN');
  if (member === undefined || !isAsked(member)) throw new AppError('NOT_ASKED');
  if (isLateNow(target, now)) throw new AppError('RUN_CLOSED', { message: 'run.skipAfterClose' });
  const answer = (await records.get(answerKind, target))?.value;
  if (answer !== undefined && acceptedAs(target, answer) !== undefined) throw new AppError('RUN_ANSWERED');
  return { ...target, run };
};
