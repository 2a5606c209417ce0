import type { Run } from '#contracts/runs/runSchema.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { isBeforeRestore, lastSummaryInstant } from '../../domain/runs/lastSendInstants.ts';
import { summaryDueAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { reportLink } from '../../services/core/webLinks.ts';
import { readCounts } from '../../services/runs/state/runCountsAndLogSteps.ts';
import { settleRunRow } from '../../services/runs/state/settleRunRow.ts';
import { observerMessages } from '../../services/runs/observerMessages.ts';
import { summaryMails } from '../../services/runs/buildRunMessages.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import { writeOutbox } from '../../services/runs/writeOutboxAndDueRows.ts';
import { deliveryKey } from '../../services/runs/readRunAndDayRows.ts';
import type { Delivery } from '../../services/runs/readRunAndDayRows.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import { contentDigest } from '../outboxRows/contentDigest.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { maintenanceRetryMs } from '../core/retryPausesAndParkLimits.ts';
import { earliest, rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import { observeSettling } from '../delivery/deliveryMetrics.ts';
import type { ClaimedMaintenance } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { readContext } from '../delivery/readAndCacheRunContext.ts';
import { buildRunSummaryModel } from '../delivery/buildRunSummaryModel.ts';
import { isGivenUp, recordSummary, sendSummary } from './sendRunSummary.ts';
import type { Shown } from './sendRunSummary.ts';
import { refreshRunCards } from './refreshRunCards.ts';
import type { SettledRun } from './refreshRunCards.ts';

// Handles the `summary` row of a run: updates the counts, completes the run, queues the summary emails, posts one
// summary card to the channel, and updates the summary card and the members' cards when their content changes.

/**
 * Updates the counts of the run, completes the run if it is over, and returns the run with its rows. Undefined if the
 * run does not exist, or if the row belongs to an earlier round.
 */
const settle = async (deps: JobDeps, { row }: Claimed): Promise<SettledRun | undefined> => {
  const records = inOrg(deps.store, row.orgId);
  for (;;) {
    const counts = await readCounts(records, row);
    const context = await readContext(deps, runRefOf(row), { withPlans: false });
    const { rows, meeting, members } = context;
    const stored = rows.run;
    if (stored?.value.opensAt !== row.at) return undefined;
    const people = [...members.values()].map((member) => member.value);
    const named = { members: stored.value.members.map((member) => member.memberId), observers: null, ...meeting };
    const read = { stored, rows, counts, people, meeting: { ...named, id: row.meetingId, teamId: row.teamId } };
    const run = await settleRunRow(deps, records, read);
    // Undefined means a conflict: another writer has changed the run or its counts, so they are read again.
    if (run === undefined) continue;
    observeSettling(deps, stored.value, run);
    return { context, run };
  }
};

/**
 * True if the run must have a summary in the channel: it asked at least one member, and it either completed for another
 * reason than a day off, or is still open after the instant at which its summary is due.
 */
const isDue = (run: Run, now: number): boolean => {
  if (!run.members.some(isAsked)) return false;
  switch (run.state) {
    case 'COMPLETED':
      return run.reason !== 'HOLIDAY' && run.reason !== 'AWAY';
    case 'OPEN':
      return now >= summaryDueAt(run);
    case 'MISSED':
    case 'CANCELLED':
      return false;
  }
};

/**
 * True if the channel still shows a summary although the run was cancelled. This is possible if the run has several
 * zones and was cancelled after its first close.
 */
const isOutdated = (run: Run, posted: Delivery | undefined): boolean =>
  run.state === 'CANCELLED' && posted?.round === run.round && posted.state === 'SENT';
const notInChannel = { ...noSentIds, state: 'SKIPPED', reason: 'NOT_IN_CHANNEL', digest: null } as const;

/**
 * Posts the summary, or updates it if its content has changed. An update comes at least ten seconds after the post or
 * the previous update.
 */
const show = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
  { context, run }: SettledRun,
): Promise<Shown> => {
  const now = deps.clock.now();
  const { meeting, rows, team } = context;
  const before = rows.deliveries.get(deliveryKey('channel', 'summary'));
  if (meeting === undefined || !(isDue(run, now) || isOutdated(run, before?.value))) return {};
  const isRecorded = before?.value.round === run.round;
  // The summary of a run that opened before a restore may already have been posted and mailed. Only a summary with a
  // record is therefore updated.
  if (isBeforeRestore(msOf(run.opensAt), deps.restoredAt) && !isRecorded) return {};
  // Emails and messages to observers are written only before the first record. A person or an address that is added
  // after it gets none.
  if (!isRecorded)
    await writeOutbox(deps.store, [
      ...summaryMails(context.runRef, run, rows, meeting),
      ...observerMessages(context.runRef, run, context, now),
    ]);
  if (!run.isReportSummaryInChat) {
    // This record shows, as the record of a post would, that the messages to the observers of the run were written.
    if (!isRecorded) await recordSummary(deps, { context, before }, { ...notInChannel, round: run.round }, false);
    return {};
  }
  if (now > lastSummaryInstant(run, isRecorded)) return {};
  if (now < state.stoppedUntil) return { nextCheck: state.stoppedUntil };
  if (team?.state !== 'CONNECTED') return { nextCheck: now + minuteMs };
  if (isRecorded && isGivenUp(before.value)) return {};
  const earliestUpdate = isRecorded ? msOf(before.value.at) + maintenanceRetryMs : now;
  if (now < earliestUpdate) return { nextCheck: earliestUpdate };
  const model = await buildRunSummaryModel(deps, context, run);
  const reader = { locale: teamLanguage(team), timezone: run.timezone };
  const url = reportLink(deps.publicUrl, run.meetingId, run.date);
  const message = deps.presenter.summary(model, reader, url);
  const digest = contentDigest(deps, message);
  if (isRecorded && before.value.digest === digest) return {};
  return sendSummary(deps, state, claimed, { context, run, before, digest, message });
};

export const postRunSummary = async (deps: JobDeps, state: SenderState, claimed: ClaimedMaintenance): Promise<void> => {
  const settled = await settle(deps, claimed);
  // The summary is handled before the members' cards, because all members read the summary, and updating the cards of a
  // large team is slow and may fail.
  if (settled === undefined) return rescheduleOrDelete(deps, claimed, {});
  const { nextCheck, ...sends } = await show(deps, state, claimed, settled);
  const checks = [nextCheck, await refreshRunCards(deps, state, claimed, settled)];
  return rescheduleOrDelete(deps, claimed, { ...sends, nextCheck: earliest(checks) });
};
