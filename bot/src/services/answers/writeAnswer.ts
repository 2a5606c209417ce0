import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { checkAnswer } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { inSequentialOrder, inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { blockerIntents } from '../blockers/requestBlockerMessageChecks.ts';
import type { Deps } from '../core/deps.ts';
import { summaryIntentStep, touchSummaryRow } from '../runs/summaryIntent.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';
import { usageIntentSteps } from '../billing/activeMemberIntents.ts';
import { weekIntents } from '../timesheets/requestWeekCardUpdates.ts';
import { answerSteps, answerLogStep, planSteps } from './answerAndPlanSteps.ts';
import { buildStoredAnswer, filledValues, plannedLines, readBefore, sheetDayOf } from './buildStoredAnswer.ts';
import type { GivenAnswer } from './buildStoredAnswer.ts';
import { isSameAnswer } from './isSameAnswer.ts';
import { answerSheetSteps, readSheet } from './answerToTimesheet.ts';
import type { SheetChange } from './answerToTimesheet.ts';
import { blockerAfterAnswer, blockerSteps, checkNamed } from './blockerAfterAnswer.ts';
import type { DraftRow } from './answerDrafts.ts';
import { findRepeatedAnswers } from './formFromAnswersAndDraft.ts';
import type { StoredAnswer, AnswerTarget } from './answerTargetAndAcceptance.ts';

// Writes an answer and its effects in one call to the store: first the intents (outbox rows that request later
// effects), then one transaction in the partition of the team.

export interface SavedAnswer extends Pick<SheetChange, 'logged' | 'hoursRefused'> {
  readonly answer: StoredAnswer;
  /** The member's draft of the run as it was before the answer; undefined if there was none. */
  readonly draft: DraftRow | undefined;
  /**
   * Texts of the questions that the member answered with the same text on this run and on the two runs answered before
   * it.
   */
  readonly repeated: readonly string[];
}

type WriteDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & { readonly runs: RunCache };

/**
 * Returns the intents: outbox rows that request a new summary and, for a first answer, the count for billing. They are
 * written before the answer, so that no answer misses these effects. An intent without an answer does no harm.
 */
const intentsOf = async (
  deps: WriteDeps,
  target: AnswerTarget,
  isFirst: boolean,
  now: number,
): Promise<RecordStep[]> => [
  summaryIntentStep(deps.store, target, target.opensAt, now),
  ...(isFirst ? await usageIntentSteps(deps, target, now) : []),
];

/**
 * Creates or updates the summary row of the opened run, so that the summary includes an answer ahead. The intent is not
 * enough: its key contains the planned opening, which may differ from the actual opening.
 */
const requestSummaryOfRun = async (
  deps: WriteDeps,
  records: Records<OrgId>,
  target: AnswerTarget,
  now: number,
): Promise<void> => {
  const opened = await deps.runs.run(records, target);
  if (opened !== undefined) await touchSummaryRow(deps.store, target, opened.value.opensAt, now);
};

/**
 * Returns the repeated texts to hint at. An edit has no hint, because the card of the first answer has already shown
 * it.
 */
const repeatedIn = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  answer: StoredAnswer,
): Promise<readonly string[]> => (answer.editedAt === null ? findRepeatedAnswers(records, target, answer) : []);

/**
 * Stores or replaces the answer; throws an AppError for invalid values. If two calls write at the same time, the later
 * call becomes an edit of the same row. Sending the same answer again changes nothing, unless it now stores hours that
 * were refused before.
 */
export const writeAnswer = async (deps: WriteDeps, sent: GivenAnswer): Promise<SavedAnswer> => {
  const { target } = sent;
  const records = inOrg(deps.store, target.orgId);
  return retryOnConflict(async (conflicts) => {
    const now = deps.clock.now();
    const before = conflicts === 0 ? sent.before : await readBefore(records, target);
    const checkedAnswer = { ...sent, values: checkAnswer(target.questions, filledValues(sent, before)) };
    const answer = buildStoredAnswer(checkedAnswer, before, now);
    const after = blockerAfterAnswer(sent, answer, before.blocker, answer.editedAt ?? answer.answeredAt);
    const lines = plannedLines(target, answer);
    const old = before.taken;
    const same = old !== undefined && isSameAnswer(old, answer) ? old : undefined;
    const [fact, sheet, intents, messages, repeated] = await Promise.all([
      checkNamed(records, target, after, sent.memberName),
      readSheet(records, {
        target,
        date: sheetDayOf(target, checkedAnswer.zone, answer),
        lines,
        newId: deps.newId,
      }),
      intentsOf(deps, target, old === undefined, now),
      blockerIntents(
        records,
        target,
        { before: before.blocker?.value, isNamed: after.named !== undefined, hasBlocker: answer.hasBlocker },
        now,
      ),
      repeatedIn(records, target, same ?? answer),
    ]);
    const { logged, hoursRefused } = sheet;
    // The same answer is written again only to store its hours: they were refused while the week was approved, and the
    // week was reopened since.
    const bringsHours = sheet.isChanged && !hoursRefused;
    if (same !== undefined && !bringsHours && fact === undefined) {
      if (same.givenTo !== null) await requestSummaryOfRun(deps, records, target, now);
      return { answer: same, draft: before.draft, logged, hoursRefused, repeated };
    }

    await inSequentialOrder(deps.store, [
      [...intents, ...(bringsHours ? weekIntents(records, target, [sheet.week], now) : []), ...messages],
      [
        ...answerSteps(records, target, answer, { before, conflicts }),
        ...planSteps(records, target, { planned: lines, goals: answer.goals }, before),
        ...blockerSteps(
          records,
          target,
          { after, before: before.blocker },
          { fact, actor: sent.memberName, newId: deps.newId, atMs: now },
        ),
        ...answerSheetSteps(records, sheet, now),
        answerLogStep(records, checkedAnswer, answer, { eventKey: deps.newId(), atMs: now }),
      ],
    ]);
    if (answer.givenTo !== null) await requestSummaryOfRun(deps, records, target, now);
    return { answer, draft: before.draft, logged, hoursRefused, repeated };
  });
};
