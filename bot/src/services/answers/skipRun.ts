import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { skipRun as skipRunCall } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg, inSequentialOrder } from '../../store/recordKindsAndAccess.ts';
import { skip as skipKind } from '../../store/kinds/answers/skipAndSnooze.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { RefusedText } from '../core/cardPresenterPort.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { summaryIntentStep } from '../runs/summaryIntent.ts';
import type { Skip } from '../runs/readRunAndDayRows.ts';
import { skippedCard } from './buildMemberRunCards.ts';
import { findOwedRun } from './requireOwedRun.ts';
import type { OwedRun } from './requireOwedRun.ts';
import { answeringOf, readerOf } from './saveAnswerAndShowCard.ts';
import type { AnswerDeps, Answering } from './saveAnswerAndShowCard.ts';

// Stores that a member skips a run. The member then owes no answer, gets no reminder and is not missing in the report.

/**
 * Writes the skip. If the member already skips the run, `reason` replaces the stored reason; undefined keeps the stored
 * reason.
 */
const writeSkip = async (
  deps: AnswerDeps,
  { member, sentFrom }: Answering,
  target: OwedRun,
  reason: string | undefined,
): Promise<Skip> => {
  const { orgId, teamId, meetingId, memberId, date } = target;
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const stored = await records.get(skipKind, target);
    const kept = stored?.value.reason ?? '';
    if (stored !== undefined && (reason === undefined || reason === kept)) return stored.value;
    const skippedAt = stored?.value.skippedAt ?? toInstant(now);
    const value: Skip = { meetingId, memberId, date, skippedAt, reason: reason ?? kept, sentFrom };
    const about = { teamId, objectId: meetingId, actor: member.name, values: { date } };
    const entry = { ...about, eventKey: deps.newId(), atMs: now, message: 'activity.skipped' } as const;
    await inSequentialOrder(deps.store, [
      [summaryIntentStep(deps.store, target, target.opensAt, now)],
      stored === undefined
        ? [records.insertStep(skipKind, target, value), activityStep(records, entry)]
        : [records.replaceStep(skipKind, target, value, stored.etag)],
    ]);
    return value;
  });
};

const requireSkippable = async (deps: AnswerDeps, answering: Answering): Promise<OwedRun> => {
  const target = await findOwedRun(deps, answering);
  if (target.maySkip === false) throw new AppError('SKIP_OFF');
  return target;
};

/**
 * Returns the card of a stored skip with the new reason that was refused, so that the member can shorten it. Undefined
 * if the member has not skipped the run or the card would be too large; the typed reason then stays in the pressed
 * card.
 */
export const showRefusedReason = async (
  deps: AnswerDeps,
  answering: Answering,
  refused: RefusedText,
): Promise<OutgoingMessage | undefined> => {
  const target = await requireSkippable(deps, answering);
  const skip = (await inOrg(deps.store, target.orgId).get(skipKind, target))?.value;
  if (skip === undefined) return undefined;
  const message = skippedCard(deps, target, { reason: skip.reason, refused }, readerOf(target, answering));
  return deps.presenter.isWithinBudget(message) ? message : undefined;
};

/** Skips the run for the member, and returns the card that replaces the form. */
export const skipAs = async (
  deps: AnswerDeps,
  answering: Answering,
  reason: string | undefined,
): Promise<{ readonly message: OutgoingMessage; readonly reason: string }> => {
  const target = await requireSkippable(deps, answering);
  const skip = await writeSkip(deps, answering, target, reason);
  return { message: skippedCard(deps, target, skip, readerOf(target, answering)), reason: skip.reason };
};

export const skipRun = async (
  deps: AnswerDeps,
  actor: Actor,
  input: { readonly meetingId: MeetingId; readonly date: LocalDate; readonly reason?: string | undefined },
): Promise<OutputOf<typeof skipRunCall>> => {
  const { message, reason } = await skipAs(deps, await answeringOf(deps, actor, input), input.reason);
  return { card: deps.presenter.webCard(message), reason: reason === '' ? null : reason };
};
