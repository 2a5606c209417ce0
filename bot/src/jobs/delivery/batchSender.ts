import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import { outbox } from '../../store/kinds/dueAndOutbox.ts';
import { deleteRows } from '../../services/runs/outboxRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import type { RunCache } from '../../services/runs/runCache.ts';
import { deliveryKey } from '../../services/runs/runRows.ts';
import type { Stored } from '../../store/records.ts';
import type { PromptedMembersLedger } from './promptedMembersLedger.ts';
import { admitSend, claimAll, canBegin, possibleSends, reschedule } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { TenantLimits } from '../core/tenantLimits.ts';
import { judgeMessage, messageOf, requestsFor, sendMessage } from './messages.ts';
import type { Message, SendState } from './messages.ts';
import { observeOutcome } from './deliveryMetrics.ts';
import { stopMs } from './sendOutcomes.ts';
import type { DeliveryOutcome } from './sendOutcomes.ts';
import { createRunContextCache } from './runContextCache.ts';
import type { RunContextCache } from './runContextCache.ts';
import { acceptedOutcome, createRecorder, recordOutcomes, storeRetryMs } from './recordOutcomes.ts';
import type { HandledMessage, Recorder, Recording } from './recordOutcomes.ts';
import type { RunContext } from './runContext.ts';
import { groupBy, sendWindowsOf, sideBySide } from './sendWindows.ts';
import type { Addressed } from './sendWindows.ts';

// Sends a batch: whole runs of a shard that were claimed together. A message occupies its place in the tenant's send window until
// its delivery record is written, so a crash repeats no more messages than were in flight.

export interface SenderState extends SendState {
  readonly limits: TenantLimits;
  readonly asked: PromptedMembersLedger;
  readonly runs: RunCache;
  readonly recording: Recording;
}

/**
 * Maximum size of a tenant's batch that is sent one message at a time, so that a crash repeats at most one message. At 100 ms a
 * message, 50 messages take five seconds, which is the median delay that the product promises. Larger batches are sent
 * concurrently.
 */
const oneAtATime = 50;

interface TenantSend {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly orgId: OrgId;
  readonly readings: RunContextCache;
  /** Number of messages of the tenant that may be in flight at once. */
  readonly window: number;
  readonly record: Recorder;
}

const later = (notBefore: number): DeliveryOutcome => ({ is: 'LATER', notBefore, counts: false });

/** A message with the latest rows of its run. `outcome` undefined: the message is still to be sent. */
interface Prepared {
  readonly context: RunContext;
  readonly outcome: DeliveryOutcome | undefined;
  readonly judgedAt: number;
  /** Number of earlier sends of this message that the chat service may have accepted. */
  readonly sends: number;
}

/** Returns the epoch ms at which sending may continue; undefined = now. */
const pauseOf = ({ deps, state }: TenantSend, { claimed }: Message): number | undefined => {
  const now = deps.clock.now();
  if (state.isStopping() || !canBegin(deps, claimed.lease)) return now;
  const until = Math.max(state.stoppedUntil, state.recording.pausedUntil);
  return now < until ? until : undefined;
};

/**
 * Reads the run again and decides whether to send the message. If the lease of an earlier holder lapsed, counts the send in the
 * row first.
 */
const prepare = async (tenant: TenantSend, { context: first, message }: Addressed): Promise<Prepared> => {
  const { deps, state, orgId, readings } = tenant;
  const sends = possibleSends(message.claimed.row);
  const settled = (context: RunContext, outcome: DeliveryOutcome): Prepared => ({
    context,
    outcome,
    judgedAt: 0,
    sends,
  });
  const paused = pauseOf(tenant, message);
  if (paused !== undefined) return settled(first, later(paused));
  await state.buckets.ready(orgId, requestsFor(deps, first, message));
  const context = await readings.current(first);
  const judgedAt = deps.clock.now();
  const outcome = judgeMessage(context, message, judgedAt, deps.restoredAt);
  if (outcome !== undefined) return settled(context, outcome);
  switch (await admitSend(deps, message.claimed)) {
    case 'PARK':
      return settled(context, { is: 'PARK', reason: 'UNCONFIRMED' });
    case 'LOST':
      return settled(context, later(judgedAt));
    case 'SEND':
      return { context, outcome: undefined, judgedAt, sends };
  }
};

const mayHaveArrived = (outcome: DeliveryOutcome): boolean =>
  outcome.is === 'SENT' ||
  (outcome.is === 'LATER' && outcome.mayHaveArrived === true) ||
  (outcome.is === 'PARK' && outcome.reason === 'UNCONFIRMED');

/** Outcomes for which a delivery record is written. */
const hasRecord: ReadonlySet<DeliveryOutcome['is']> = new Set(['SENT', 'SKIPPED', 'FAILED', 'PARK'] as const);

/** Sends a message once and records the outcome. The message counts as in flight until the record is written. */
const sendOnce = async (tenant: TenantSend, addressed: Addressed): Promise<HandledMessage> => {
  const { deps, state, orgId, record } = tenant;
  const { message } = addressed;
  let prepared: Prepared | undefined;
  const send = async ({ context, judgedAt, sends }: Prepared): Promise<HandledMessage> => {
    const outcome = await state.buckets.spend(orgId, requestsFor(deps, context, message), () =>
      sendMessage(deps, state, context, { message, judgedAt, sends }),
    );
    return { message, outcome, sends: sends + (mayHaveArrived(outcome) ? 1 : 0) };
  };
  return state.limits.run(
    orgId,
    1,
    async () => {
      prepared = await prepare(tenant, addressed);
    },
    async () => {
      if (prepared === undefined) return { message, outcome: later(deps.clock.now()) };
      const { context, outcome, sends } = prepared;
      const handled = outcome === undefined ? await send(prepared) : { message, outcome, sends };
      return hasRecord.has(handled.outcome.is) ? record(context, handled) : handled;
    },
  );
};

/**
 * Maximum number of tries within one claim for a message that the tenant's rate limit rejected. Each retry goes behind the other
 * messages of the batch.
 */
const triesAtTenantRate = 5;
const tenantRetryMs = 5_000;

/**
 * Sends one message and retries it if the tenant's rate limit rejected it. Never throws, because an error would release messages
 * of the same batch that are still in flight.
 */
const sendOne = async (
  tenant: TenantSend,
  addressed: Addressed,
  inWindow: (work: () => Promise<HandledMessage>) => Promise<HandledMessage>,
): Promise<HandledMessage> => {
  const { deps, orgId } = tenant;
  const { message } = addressed;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const handled = await inWindow(() => sendOnce(tenant, addressed));
      const { outcome } = handled;
      if (outcome.is !== 'LATER' || outcome.atTenantRate !== true) return handled;
      if (attempt === triesAtTenantRate) {
        const wait = tenantRetryMs * (0.5 + deps.random());
        return { ...handled, outcome: later(deps.clock.now() + Math.round(wait)) };
      }
    }
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId });
    return { message, outcome: later(deps.clock.now() + storeRetryMs) };
  }
};

const isRecorded = ({ rows }: RunContext, { who, kind, round }: Message): boolean =>
  rows.deliveries.get(deliveryKey(who, kind))?.value.round === round;

/**
 * Writes the missing delivery records of messages that the chat service accepted earlier. Other messages of the run depend on
 * these records: a reminder must know that its prompt was sent.
 */
const recordAccepted = async (
  { deps, state }: TenantSend,
  context: RunContext,
  run: readonly Message[],
): Promise<readonly HandledMessage[]> => {
  const accepted = run.flatMap((message): HandledMessage[] => {
    const outcome = isRecorded(context, message) ? undefined : acceptedOutcome(state.recording, message);
    return outcome === undefined ? [] : [{ message, outcome }];
  });
  return accepted.length === 0 ? [] : recordOutcomes(deps, state.recording, context, accepted);
};

interface JudgedRun {
  readonly settled: readonly HandledMessage[];
  readonly rest: readonly Addressed[];
}

/** Records the messages of a run that need no send. Returns their outcomes, and the messages that are still to be sent. */
const judgeRun = async (tenant: TenantSend, run: readonly [Message, ...Message[]]): Promise<JudgedRun> => {
  const { deps, state, readings } = tenant;
  const read = await readings.first(run);
  const accepted = await recordAccepted(tenant, read, run);
  const known = new Set(accepted.map(({ message }) => message));
  const context = accepted.length === 0 ? read : await readings.first(run);
  const now = deps.clock.now();
  const settled: HandledMessage[] = [];
  const rest: Addressed[] = [];
  for (const message of run.filter((candidate) => !known.has(candidate))) {
    const outcome = judgeMessage(context, message, now, deps.restoredAt);
    if (outcome === undefined) rest.push({ context, message });
    else settled.push({ message, outcome });
  }
  return { settled: [...accepted, ...(await recordOutcomes(deps, state.recording, context, settled))], rest };
};

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

const sendRuns = async (tenant: TenantSend, runs: readonly (readonly Message[])[]): Promise<HandledMessage[]> => {
  const judged = await Promise.all(runs.filter(isFilled).map((run) => judgeRun(tenant, run)));
  const window = createSemaphore(tenant.window);
  const rest = judged.flatMap((judgedRun) => judgedRun.rest);
  const sent = await Promise.all(rest.map((item) => sendOne(tenant, item, (work) => window.run(work))));
  return [...judged.flatMap((judgedRun) => judgedRun.settled), ...sent];
};

const over: ReadonlySet<DeliveryOutcome['is']> = new Set(['SENT', 'DONE', 'MOVED', 'SKIPPED', 'FAILED'] as const);
const isOver = ({ outcome }: HandledMessage): boolean => over.has(outcome.is);

const rescheduleMessage = async (
  deps: JobDeps,
  { message: { claimed }, outcome, sends }: HandledMessage,
): Promise<void> => {
  const failures = (claimed.row.failures ?? 0) + 1;
  const now = deps.clock.now();
  const counted = sends === undefined ? {} : { sends };
  if (outcome.is === 'LATER')
    await reschedule(deps, claimed, {
      ...counted,
      notBefore: outcome.notBefore,
      ...(outcome.counts ? { failures } : {}),
      ...(outcome.isGone ? { isGone: true } : {}),
    });
  if (outcome.is === 'UNRECORDED') {
    const accepted = { ...outcome.sent, isLate: outcome.isLate, at: outcome.at };
    await reschedule(deps, claimed, { ...counted, notBefore: now + storeRetryMs, accepted });
  }
  if (outcome.is === 'STOP') await reschedule(deps, claimed, { ...counted, notBefore: now + stopMs });
  if (outcome.is === 'PARK')
    await reschedule(deps, claimed, { ...counted, notBefore: now, failures, parkedReason: outcome.reason });
};

/** True if the member received the prompt, in this claim or before a crash. */
const isAsked = ({ message, outcome }: HandledMessage): boolean =>
  message.kind === 'prompt' && (outcome.is === 'SENT' || outcome.is === 'DONE');

const askedBy = (handled: readonly HandledMessage[]): MemberId[] =>
  handled.filter(isAsked).map(({ message }) => message.who as MemberId);

/** Sends runs of a tenant. If their rows cannot be read, no message was sent, so all of their messages are retried soon. */
const sendRunsSafely = async (tenant: TenantSend, runs: readonly (readonly Message[])[]): Promise<HandledMessage[]> => {
  const { deps, orgId } = tenant;
  try {
    return await sendRuns(tenant, runs);
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId });
    return runs.flat().map((message) => ({ message, outcome: later(deps.clock.now() + storeRetryMs) }));
  }
};

/**
 * Sends the messages of one tenant. If the ledger rows of the prompted members cannot be written, their prompts are left out of
 * the result, so that their rows are handled again.
 */
const sendTenant = async (
  deps: JobDeps,
  state: SenderState,
  orgId: OrgId,
  messages: readonly Message[],
): Promise<HandledMessage[]> => {
  const perTenant = sideBySide(deps);
  const { mostAtOnce: maxBurst } = deps.messenger.limits.tenant;
  const tenant: TenantSend = {
    ...{ deps, state, orgId },
    readings: createRunContextCache(deps, orgId),
    window: messages.length <= oneAtATime ? 1 : perTenant,
    record: createRecorder(deps, state.recording),
  };
  const handled: HandledMessage[] = [];
  for (const runs of sendWindowsOf(messages, { perTenant, mostAtOnce: maxBurst }))
    handled.push(...(await state.limits.runExclusive(orgId, () => sendRunsSafely(tenant, runs))));
  try {
    await state.asked.record(orgId, askedBy(handled));
    return handled;
  } catch (error) {
    deps.log.error('asked.failed', error, { orgId });
    const asked = new Set(handled.filter(isAsked));
    return handled.filter((item) => !asked.has(item));
  }
};

const sendMessages = async (deps: JobDeps, state: SenderState, claimed: readonly Claimed[]): Promise<number> => {
  const messages = claimed.flatMap((item) => messageOf(item) ?? []);
  const tenants = groupBy(messages, (item) => item.claimed.row.orgId);
  const results = await Promise.all(
    tenants.map((some) => sendTenant(deps, state, some[0]?.claimed.row.orgId ?? ('' as OrgId), some)),
  );
  const handled = results.flat();
  for (const { message, outcome } of handled) observeOutcome(deps, message.kind, outcome);
  const over = handled.filter(isOver);
  await deleteRows(
    deps.store,
    outbox.table,
    over.map((item) => item.message.claimed.key),
  );
  await Promise.all(handled.filter((item) => !isOver(item)).map((item) => rescheduleMessage(deps, item)));
  return over.length;
};

/** Sends the messages of claimed rows. Returns the number of messages that need no further work. */
export const sendClaimed = (deps: JobDeps, state: SenderState, rows: readonly Claimed[]): Promise<number> =>
  deps.tracer.span('JOB', 'outbox lot', { 'messaging.batch.message_count': rows.length }, () =>
    sendMessages(deps, state, rows),
  );

/** Claims the rows and sends their messages. Returns the number of messages that need no further work. */
export const sendBatch = async (
  deps: JobDeps,
  state: SenderState,
  rows: readonly Stored<OutboxRow>[],
): Promise<number> => sendClaimed(deps, state, await claimAll(deps, rows));
