import type { Run } from '#contracts/runs/runSchema.ts';
import { isBeforeRestore, maxSends } from '../../domain/runs/lastSendInstants.ts';
import { summaryDueAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { OutgoingMessage, SentMessage } from '../../gateways/messengerPort.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { addressOfSent, noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { StoreError } from '../../store/tableStorePort.ts';
import type { Delivery } from '../../services/runs/readRunAndDayRows.ts';
import { admitSend, canBegin, possibleSends } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { UnrecordedError } from '../outboxRows/unrecordedMessageError.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import type { ClaimedMaintenance, NextCheck } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import { maintenanceOutcome } from '../delivery/handleSendFault.ts';
import { channelOfRun, isGone, postToChannel } from '../delivery/findChannelAndPost.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import type { RunContext } from '../delivery/readAndCacheRunContext.ts';
import { TooSoon } from '../delivery/rateLimitsPerTenantAndChat.ts';

interface Posting {
  readonly context: RunContext;
  readonly run: Run;
  readonly before: Stored<Delivery> | undefined;
  readonly digest: string;
  readonly message: OutgoingMessage;
}

const reposted = 'REPOSTED';

export const recordSummary = async (
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
export interface Shown {
  readonly nextCheck?: NextCheck;
  readonly sends?: number;
  readonly accepted?: null;
}

/**
 * True if the summary is not posted again in this round: it was sent three times without a reply, or its channel is
 * gone.
 */
export const isGivenUp = ({ state, reason }: Delivery): boolean =>
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

export const sendSummary = async (
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
