import type { Run } from '#contracts/runs/runSchema.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { isBeforeRestore, lastSummaryInstant, maxSends } from '../../domain/runs/lastSendInstants.ts';
import { summaryDueAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { addressOfSent, noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { StoreError } from '../../store/tableStorePort.ts';
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
import { admitSend, canBegin, possibleSends } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { maintenanceRetryMs } from '../core/retryPausesAndParkLimits.ts';
import { earliest, rescheduleOrDelete } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import { UnrecordedError } from '../outboxRows/unrecordedMessageError.ts';
import { observeParked, observeSettling } from '../delivery/deliveryMetrics.ts';
import type { ClaimedMaintenance, NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { maintenanceOutcome } from '../delivery/handleSendFault.ts';
import { channelOfRun, isGone, postToChannel } from '../delivery/findChannelAndPost.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { readContext } from '../delivery/readAndCacheRunContext.ts';
import type { RunContext } from '../delivery/readAndCacheRunContext.ts';
import { buildRunSummaryModel } from '../delivery/buildRunSummaryModel.ts';
import { TooSoon } from '../delivery/rateLimitsPerTenantAndChat.ts';
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

interface Posting {
  readonly context: RunContext;
  readonly run: Run;
  readonly before: Stored<Delivery> | undefined;
  readonly digest: string;
  readonly message: OutgoingMessage;
}

const reposted = 'REPOSTED';
const notInChannel = { ...noSentIds, state: 'SKIPPED', reason: 'NOT_IN_CHANNEL', digest: null } as const;

const recordSummary = async (
  deps: JobDeps,
  { context, before }: Pick<Posting, 'context' | 'before'>,
  value: Omit<Delivery, 'at' | 'isLate'>,
  isLate: boolean,
) => {
  const { records, runRef } = context;
  const key = { ...runRef, who: 'channel', kind: 'summary' } as const;
  const row = { ...value, isLate, at: toInstant(deps.clock.now()) };
  if (before === undefined) await records.insert(delivery, key, row);
  else await records.replace(delivery, key, row, before.etag);
};

/**
 * Result of posting or updating the summary. `nextCheck`: epoch ms of the next check. `sends`: number of posts that the
 * chat service may have accepted. `accepted: null` removes the ids of a post that is now recorded.
 */
interface Shown {
  readonly nextCheck?: NextCheck;
  readonly sends?: number;
  readonly accepted?: null;
}

/**
 * True if the summary is not posted again in this round: it was sent three times without a reply, or its channel is
 * gone.
 */
const isGivenUp = ({ state, reason }: Delivery): boolean =>
  state === 'FAILED' && (reason === 'UNCONFIRMED' || reason === 'GONE');

const giveUp = async (deps: JobDeps, posting: Posting, reason: string): Promise<Shown> => {
  const { before, run, digest } = posting;
  if (reason === 'UNCONFIRMED') observeParked(deps, 'summary', reason);
  const kept = { conversationId: before?.value.conversationId ?? null, activityId: before?.value.activityId ?? null };
  await recordSummary(deps, posting, { ...kept, round: run.round, state: 'FAILED', reason, digest }, false);
  // After three unknown results the count is kept, so that a new answer of a member does not post the summary a fourth
  // time.
  return { sends: reason === 'UNCONFIRMED' ? maxSends : 0, accepted: null };
};

const afterPostFault = async (
  deps: JobDeps,
  state: SenderState,
  { row, posting }: { readonly row: ClaimedMaintenance['row']; readonly posting: Posting },
  error: unknown,
): Promise<Shown> => {
  const { orgId, teamId, meetingId, date, failures } = row;
  if (!(error instanceof TooSoon)) deps.log.error('summary.failed', error, { orgId, teamId, meetingId, date });
  // Only a new post is counted, because repeating an update shows the same card.
  const isPost = placeOf(posting) === undefined;
  const sends = isPost ? possibleSends(row) : 0;
  const outcome = maintenanceOutcome(deps, state, error, { orgId, failures, sends });
  if (outcome.is === 'OVER') return giveUp(deps, posting, outcome.reason);
  const nextCheck = outcome.notBefore;
  return outcome.mayHaveArrived && isPost ? { nextCheck, sends: sends + 1 } : { nextCheck };
};

type Posted = SentMessage & Pick<Delivery, 'postedTo'>;

interface Post {
  readonly sent: Posted;
  readonly isLate: boolean;
}

/** Writes the record of a post. Throws UnrecordedError if the write fails, so that only the record is retried. */
const recordPost = async (deps: JobDeps, posting: Posting, { sent, isLate }: Post): Promise<Shown> => {
  const { run, before, digest } = posting;
  const reason = before?.value.round === run.round && before.value.reason === reposted ? reposted : null;
  try {
    await recordSummary(deps, posting, { ...sent, round: run.round, state: 'SENT', reason, digest }, isLate);
  } catch (error) {
    throw new UnrecordedError(sent, isLate, error);
  }
  return { sends: 0, accepted: null };
};

/**
 * Updates the posted summary. If the post was deleted, the next check posts the summary again. This happens at most
 * once in a round, and counts as a send like every post.
 */
const update = async (deps: JobDeps, state: SenderState, posting: Posting, { sent, isLate }: Post): Promise<Shown> => {
  const { context, run, before, digest, message } = posting;
  const address = context.team === undefined ? null : addressOfSent(context.team, sent);
  if (address === null) return giveUp(deps, posting, 'NO_ADDRESS');
  const reason = before?.value.reason ?? null;
  const record = (
    value: Pick<Delivery, 'conversationId' | 'activityId' | 'postedTo' | 'state' | 'reason' | 'digest'>,
  ) => recordSummary(deps, posting, { ...value, round: run.round }, isLate);
  try {
    await state.buckets.takeConversation(deps.messenger.limits.conversationOf(address));
    await deps.messenger.update(address, message, deadlineOf(deps));
  } catch (error) {
    const isOld = isBeforeRestore(msOf(run.opensAt), deps.restoredAt);
    if (!isGone(error) || reason === reposted || isOld) throw error;
    await record({ ...noSentIds, postedTo: null, state: 'FAILED', reason: reposted, digest: '' });
    return { nextCheck: deps.clock.now() };
  }
  await record({ ...sent, state: 'SENT', reason, digest });
  return {};
};

const post = async (deps: JobDeps, state: SenderState, posting: Posting, isLate: boolean): Promise<Shown> => {
  const channel = await channelOfRun(posting.context);
  if (channel === undefined) return giveUp(deps, posting, 'NO_ADDRESS');
  const sent = await postToChannel(deps, state.buckets, channel, posting.message);
  return recordPost(deps, posting, { sent, isLate });
};

/**
 * Handles a summary that must not be posted now: it was posted but its record is missing, it may have been posted three
 * times, or another instance has claimed the row. Returns undefined if the summary must be posted.
 */
const withoutPost = async (
  deps: JobDeps,
  claimed: ClaimedMaintenance,
  posting: Posting,
  isLate: boolean,
): Promise<Shown | undefined> => {
  const { accepted } = claimed.row;
  if (accepted != null) {
    // The card lacks the answers that arrived after the post. The empty digest causes an update at the next check.
    const shown = await recordPost(deps, { ...posting, digest: '' }, { sent: accepted, isLate });
    return { ...shown, nextCheck: deps.clock.now() };
  }
  switch (await admitSend(deps, claimed)) {
    case 'PARK':
      return giveUp(deps, posting, 'UNCONFIRMED');
    case 'LOST':
      return {};
    case 'SEND':
      return undefined;
  }
};

const placeOf = ({ before, run }: Posting): Posted | undefined => {
  const { round, conversationId, activityId, postedTo } = before?.value ?? {};
  if (round !== run.round || conversationId == null || activityId == null) return undefined;
  return { conversationId, activityId, postedTo };
};

const send = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedMaintenance,
  posting: Posting,
): Promise<Shown> => {
  const { run } = posting;
  const { orgId } = claimed.row;
  // If the run was completed late, for example after a downtime, the planned instant of the summary decides, so the
  // summary counts as late.
  const dueAt = Math.min(msOf(run.completedAt ?? run.closesAt), summaryDueAt(run));
  const isLate = deps.clock.now() - dueAt > minuteMs;
  const sent = placeOf(posting);
  const done = sent === undefined ? await withoutPost(deps, claimed, posting, isLate) : undefined;
  if (done !== undefined) return done;
  return state.limits.run(
    orgId,
    1,
    () => state.buckets.ready(orgId, 1),
    async () => {
      if (!canBegin(deps, claimed.lease)) return { nextCheck: deps.clock.now() };
      try {
        return await state.buckets.spend(orgId, 1, () =>
          sent === undefined ? post(deps, state, posting, isLate) : update(deps, state, posting, { sent, isLate }),
        );
      } catch (error) {
        if (error instanceof UnrecordedError || error instanceof StoreError) throw error;
        return afterPostFault(deps, state, { row: claimed.row, posting }, error);
      }
    },
  );
};

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
  return send(deps, state, claimed, { context, run, before, digest, message });
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
