import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { deliveryKey } from '../../services/runs/readRunAndDayRows.ts';
import type { RunCache } from '../../services/runs/runAndMeetingCache.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { storeRetryMs, throttledMessageMs } from '../core/retryPausesAndParkLimits.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { TenantLimits } from '../core/concurrentSendLimits.ts';
import type { PromptedMembersLedger } from './records/promptedMembersLedger.ts';
import { admitSend, canBegin, possibleSends } from './claimAndRescheduleOutboxRows.ts';
import { requestsFor, sendMessage } from './sendRunMessage.ts';
import { isRecordOf, judgeMessage } from './judgeRunMessage.ts';
import type { Message } from './judgeRunMessage.ts';
import type { SendState } from './sendRunMessage.ts';
import type { DeliveryOutcome } from './deliveryOutcomesAndFaultRules.ts';
import { acceptedOutcome, recordOutcomes } from './records/recordOutcomes.ts';
import type { HandledMessage, Recorder, Recording } from './records/recordOutcomes.ts';
import { membersWithDraftForm } from './fillPromptFormFromDraft.ts';
import { withDraftsOf } from './readAndCacheRunContext.ts';
import type { RunContext, RunContextCache } from './readAndCacheRunContext.ts';
import { isPromptStillWaiting } from './isPromptStillWaiting.ts';

// Sends the messages of a tenant's runs. `judgeMessage` decides whether a message must still be sent: first when the
// run was read, and again immediately before the send. A message counts as in flight until its delivery record is
// written, so that a crash repeats no more messages than may be in flight.

export interface SenderState extends SendState {
  readonly limits: TenantLimits;
  readonly asked: PromptedMembersLedger;
  readonly runs: RunCache;
  readonly recording: Recording;
}

interface Addressed {
  readonly context: RunContext;
  readonly message: Message;
}

export interface TenantSend {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly orgId: OrgId;
  readonly readings: RunContextCache;
  /** Number of the tenant's messages that may be in flight at once. */
  readonly window: number;
  readonly record: Recorder;
}

const later = (notBefore: number): DeliveryOutcome => ({ is: 'LATER', notBefore, counts: false });

/**
 * A message with the latest rows of its run. `outcome`: the result without a send; undefined if the message must be
 * sent.
 */
interface Prepared {
  readonly context: RunContext;
  readonly outcome: DeliveryOutcome | undefined;
  readonly judgedAt: number;
  /** Number of earlier sends of this message that the chat service may have accepted. */
  readonly sends: number;
}

/** Returns the epoch ms at which sending may continue; undefined = it may continue now. */
const pauseOf = ({ deps, state }: TenantSend, { claimed }: Message): number | undefined => {
  const now = deps.clock.now();
  if (state.isStopping() || !canBegin(deps, claimed.lease)) return now;
  const until = Math.max(state.stoppedUntil, state.recording.pausedUntil);
  return now < until ? until : undefined;
};

/**
 * Reads the run again and decides whether to send the message. If an earlier claim of the row lapsed, the send is first
 * counted in the row (`admitSend`).
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
  if (await isPromptStillWaiting(deps, context, message))
    return settled(context, { is: 'SKIPPED', reason: 'JUST_PROMPTED' });
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

const hasRecord: ReadonlySet<DeliveryOutcome['is']> = new Set(['SENT', 'SKIPPED', 'FAILED', 'PARK'] as const);

/** Sends a message once and records the outcome. The message counts as in flight until the record is written. */
const sendOnce = async (tenant: TenantSend, addressed: Addressed): Promise<HandledMessage> => {
  const { deps, state, orgId, record } = tenant;
  const { message } = addressed;
  let prepared: Prepared | undefined;
  const send = async ({ context, judgedAt, sends }: Prepared): Promise<HandledMessage> => {
    const outcome = await sendMessage(deps, state, context, { message, judgedAt, sends });
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
 * Maximum number of attempts within one claim for a message that the tenant's rate limit refuses. A retry comes after
 * the other messages of the batch.
 */
const triesAtTenantRate = 5;

/**
 * Sends one message, and retries it if the tenant's rate limit refuses it. Never throws: an error would make
 * `sendMessagesOfRuns` reschedule all messages of its runs, although some are still being sent.
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
        const wait = throttledMessageMs * (0.5 + deps.random());
        return { ...handled, outcome: later(deps.clock.now() + Math.round(wait)) };
      }
    }
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId });
    return { message, outcome: later(deps.clock.now() + storeRetryMs) };
  }
};

const isRecorded = ({ rows }: RunContext, message: Message): boolean =>
  isRecordOf(rows.deliveries.get(deliveryKey(message.who, message.kind))?.value, message);

/**
 * Writes the missing delivery records of messages that the chat service accepted earlier. Other messages of the run
 * depend on them: for example, whether a reminder is sent depends on its prompt.
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

/**
 * Records the messages of a run that are not sent now. Returns their outcomes, and the messages that are still to be
 * sent.
 */
const judgeRun = async (tenant: TenantSend, run: readonly [Message, ...Message[]]): Promise<JudgedRun> => {
  const { deps, state, readings } = tenant;
  const isToPeople = run.some((message) => message.kind !== 'announcement');
  const { row, opening } = run[0].claimed;
  const read = await readings.first(row, isToPeople, opening);
  const accepted = await recordAccepted(tenant, read, run);
  const known = new Set(accepted.map(({ message }) => message));
  const context = accepted.length === 0 ? read : await readings.first(row, isToPeople);
  const now = deps.clock.now();
  const settled: HandledMessage[] = [];
  const unsent: Message[] = [];
  for (const message of run.filter((candidate) => !known.has(candidate))) {
    const outcome = judgeMessage(context, message, now, deps.restoredAt);
    if (outcome === undefined) unsent.push(message);
    else settled.push({ message, outcome });
  }
  const recorded = await recordOutcomes(deps, state.recording, context, settled);
  const filled = await withDraftsOf(context, membersWithDraftForm(context, unsent, now));
  const rest = unsent.map((message) => ({ context: filled, message }));
  return { settled: [...accepted, ...recorded], rest };
};

const isFilled = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

const sendRuns = async (tenant: TenantSend, runs: readonly (readonly Message[])[]): Promise<HandledMessage[]> => {
  const judged = await Promise.all(runs.filter(isFilled).map((run) => judgeRun(tenant, run)));
  const window = createSemaphore(tenant.window);
  const rest = judged.flatMap((judgedRun) => judgedRun.rest);
  const sent = await Promise.all(rest.map((item) => sendOne(tenant, item, (work) => window.run(work))));
  return [...judged.flatMap((judgedRun) => judgedRun.settled), ...sent];
};

/**
 * Sends runs of a tenant. If the rows of the runs cannot be read, nothing was sent, so all messages are retried soon.
 */
export const sendMessagesOfRuns = async (
  tenant: TenantSend,
  runs: readonly (readonly Message[])[],
): Promise<HandledMessage[]> => {
  const { deps, orgId } = tenant;
  try {
    return await sendRuns(tenant, runs);
  } catch (error) {
    deps.log.error('run.sendFailed', error, { orgId });
    return runs.flat().map((message) => ({ message, outcome: later(deps.clock.now() + storeRetryMs) }));
  }
};
