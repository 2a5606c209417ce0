import type { Occurrence } from '#contracts/occurrence.ts';
import { isAsked } from '../domain/owing.ts';
import { isBeforeRestore, lastSummaryMoment } from '../domain/sending.ts';
import { summaryDueAt } from '../domain/settling.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { OutgoingMessage, SentMessage } from '../gateways/messenger.ts';
import type { Stored } from '../store/kind.ts';
import { delivery } from '../store/kinds/run.ts';
import type { Etag } from '../store/port.ts';
import { reportLink } from '../services/links.ts';
import { settleRun } from '../services/occurrences.ts';
import { runRefOf, summaryMails, writeOutbox } from '../services/outboxRows.ts';
import { deliveryKey } from '../services/runRows.ts';
import type { Delivery } from '../services/runRows.ts';
import { languageIn } from '../services/teamLanguage.ts';
import { refreshCards } from './cardRefresh.ts';
import { mayBegin } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import { againMs, earliest, rest } from './keeping.ts';
import { observeSettling } from './observe.ts';
import type { LookAgain } from './keeping.ts';
import type { SenderState } from './lot.ts';
import { afterFault, stopMs } from './outcomes.ts';
import { deadlineOf, isGone, postToChannel, threadOf } from './posting.ts';
import { readContext } from './runContext.ts';
import type { RunContext } from './runContext.ts';
import { runSummary } from './runSummary.ts';
import { TooSoon } from './tokenBuckets.ts';

// The `sum` row of a run: counts, completion and the one summary card in the channel, kept right as answers come.

type ClaimedSum = Claimed & { readonly etag: Etag };

/** Settles the run; undefined when it is not there, or the row is one of an earlier round. */
const settle = async (
  deps: JobDeps,
  { row }: Claimed,
): Promise<{ context: RunContext; occurrence: Occurrence } | undefined> => {
  for (;;) {
    const context = await readContext(deps, runRefOf(row), { withPlans: false });
    const { rows, records, meeting, members } = context;
    const stored = rows.occurrence;
    if (stored?.value.opensAt !== row.at) return undefined;
    const people = [...members.values()].map((one) => one.value);
    const named = meeting?.members ?? stored.value.members.map((one) => one.memberId);
    const run = { stored, rows, people, meeting: { id: row.meetingId, teamId: row.teamId, members: named } };
    const occurrence = await settleRun(deps, records, run);
    // A conflict means that somebody else got on: look again.
    if (occurrence === undefined) continue;
    observeSettling(deps, stored.value, occurrence);
    return { context, occurrence };
  }
};

/** There is something to tell: somebody was asked, and the run is over or its window is. */
const isDue = (occurrence: Occurrence, now: number): boolean => {
  if (!occurrence.members.some(isAsked)) return false;
  switch (occurrence.state) {
    case 'COMPLETED':
      return occurrence.reason !== 'HOLIDAY' && occurrence.reason !== 'AWAY';
    case 'OPEN':
      return now >= summaryDueAt(occurrence);
    case 'MISSED':
    case 'CANCELLED':
      return false;
  }
};

interface Posting {
  readonly context: RunContext;
  readonly occurrence: Occurrence;
  readonly before: Stored<Delivery> | undefined;
  readonly digest: string;
  readonly message: OutgoingMessage;
}

const reposted = 'REPOSTED';

/** Updates the card where it stands; one that was deleted is posted anew, once. Undefined: there is nowhere to post. */
const put = async (
  deps: JobDeps,
  state: SenderState,
  posting: Posting,
): Promise<{ sent: SentMessage; reason: string | null } | undefined> => {
  const { context, occurrence, before, message } = posting;
  const { conversationId, activityId, round, reason } = before?.value ?? {};
  const { tid, serviceUrl } = context.team ?? {};
  const post = async (why: string | null) => {
    const sent = await postToChannel(deps, state.buckets, context, message);
    return sent === undefined ? undefined : { sent, reason: why };
  };
  if (conversationId == null || activityId == null || tid == null || serviceUrl == null || round !== occurrence.round)
    return post(null);
  const sent = { conversationId, activityId };
  try {
    await state.buckets.takeConversation(threadOf(conversationId));
    await deps.messenger.update({ tid, serviceUrl, ...sent }, message, deadlineOf(deps));
    return { sent, reason: reason ?? null };
  } catch (error) {
    if (!isGone(error) || reason === reposted || isBeforeRestore(msOf(occurrence.opensAt), deps.restoredAt))
      throw error;
    return post(reposted);
  }
};

const markPosted = async (
  deps: JobDeps,
  { context, before }: Posting,
  value: Omit<Delivery, 'at' | 'isLate'>,
  isLate: boolean,
) => {
  const { records, run } = context;
  const key = { ...run, who: '!ch', kind: 'sum' } as const;
  const row = { ...value, isLate, at: toInstant(deps.clock.now()) };
  if (before === undefined) await records.insert(delivery, key, row);
  else await records.replace(delivery, key, row, before.etag);
};

const giveUp = async (deps: JobDeps, posting: Posting, reason: string): Promise<LookAgain> => {
  const { before, occurrence, digest } = posting;
  const kept = { conversationId: before?.value.conversationId ?? null, activityId: before?.value.activityId ?? null };
  await markPosted(deps, posting, { ...kept, round: occurrence.round, state: 'FAILED', reason, digest }, false);
  return undefined;
};

const afterPostFault = async (
  deps: JobDeps,
  state: SenderState,
  row: ClaimedSum['row'],
  posting: Posting,
  error: unknown,
): Promise<LookAgain> => {
  const now = deps.clock.now();
  const { orgId, teamId, meetingId, date } = row;
  if (!(error instanceof TooSoon)) deps.log.error('summary.failed', error, { orgId, teamId, meetingId, date });
  if (error instanceof MessengerError && error.fault.kind === 'THROTTLED') state.buckets.throttled(orgId);
  // A 404 has had its second try within the posting itself.
  if (isGone(error)) return giveUp(deps, posting, 'GONE');
  const outcome = afterFault(error, { row, now, random: deps.random });
  switch (outcome.is) {
    case 'LATER':
      return outcome.notBefore;
    case 'STOP':
      state.stoppedUntil = now + stopMs;
      return state.stoppedUntil;
    case 'FAILED':
      return giveUp(deps, posting, outcome.reason);
    case 'PARK':
      return giveUp(deps, posting, outcome.reason);
    case 'SENT':
    case 'DONE':
    case 'MOVED':
    case 'SKIPPED':
      return undefined;
  }
};

const send = async (deps: JobDeps, state: SenderState, claimed: ClaimedSum, posting: Posting): Promise<LookAgain> => {
  const { occurrence, digest } = posting;
  const { orgId } = claimed.row;
  // A run that closed late, after a downtime, is told of late as well.
  const dueAt = Math.min(msOf(occurrence.completedAt ?? occurrence.closesAt), summaryDueAt(occurrence));
  const isLate = deps.clock.now() - dueAt > minuteMs;
  return state.lanes.run(
    orgId,
    1,
    () => state.buckets.ready(orgId, 1),
    async () => {
      if (!mayBegin(deps, claimed.lease)) return deps.clock.now();
      let put_: Awaited<ReturnType<typeof put>>;
      try {
        put_ = await state.buckets.spend(orgId, 1, () => put(deps, state, posting));
      } catch (error) {
        return afterPostFault(deps, state, claimed.row, posting, error);
      }
      if (put_ === undefined) return giveUp(deps, posting, 'NO_ADDRESS');
      const { sent, reason } = put_;
      await markPosted(deps, posting, { ...sent, round: occurrence.round, state: 'SENT', reason, digest }, isLate);
      return undefined;
    },
  );
};

/** Posts or updates when what the card shows has changed, at most once in ten seconds. */
const show = async (
  deps: JobDeps,
  state: SenderState,
  claimed: ClaimedSum,
  { context, occurrence }: { readonly context: RunContext; readonly occurrence: Occurrence },
): Promise<LookAgain> => {
  const now = deps.clock.now();
  const { meeting, rows, team } = context;
  if (meeting === undefined || !isDue(occurrence, now)) return undefined;
  const before = rows.deliveries.get(deliveryKey('!ch', 'sum'));
  const isPosted = before?.value.round === occurrence.round;
  // It may have been posted and mailed at any time since the opening; one that is known to stand there is kept right.
  if (isBeforeRestore(msOf(occurrence.opensAt), deps.restoredAt) && !isPosted) return undefined;
  await writeOutbox(deps.store, summaryMails(context.run, occurrence, rows, meeting));
  if (!occurrence.isReportSummaryInChat) return undefined;
  if (now > lastSummaryMoment(occurrence, isPosted)) return undefined;
  if (now < state.stoppedUntil) return state.stoppedUntil;
  if (team?.state !== 'CONNECTED') return now + minuteMs;
  const model = await runSummary(deps, context, occurrence);
  if (isPosted && before.value.digest === model.digest) return undefined;
  if (isPosted && now < msOf(before.value.at) + againMs) return msOf(before.value.at) + againMs;
  const reader = { locale: languageIn(team), timezone: occurrence.timezone };
  const url = reportLink(deps.publicUrl, occurrence.meetingId, occurrence.date);
  const message = deps.presenter.summary(model, reader, url);
  return send(deps, state, claimed, { context, occurrence, before, digest: model.digest, message });
};

export const handleSummary = async (deps: JobDeps, state: SenderState, claimed: ClaimedSum): Promise<void> => {
  const settled = await settle(deps, claimed);
  // What all read comes first: redrawing a large team takes its time, and may fail.
  const looks =
    settled === undefined
      ? []
      : [await show(deps, state, claimed, settled), await refreshCards(deps, state, claimed, settled)];
  await rest(deps, claimed, earliest(looks));
};
