import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { observerMessage } from '../../../services/runs/observerMessages.ts';
import { fallbackMail } from '../../../services/runs/buildRunMessages.ts';
import { addressesOf } from '../../../services/core/summaryEmailAddresses.ts';
import { writeOutbox } from '../../../services/runs/writeOutboxAndDueRows.ts';
import type { OutboxRow } from '../../../services/runs/outboxRowAndRunRef.ts';
import { toInstant } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import { isRowsFault } from '../../../store/tableStorePort.ts';
import type { JobDeps } from '../../core/jobDepsAndSettings.ts';
import { storeRetryMs } from '../../core/retryPausesAndParkLimits.ts';
import { ownDueAt } from '../judgeRunMessage.ts';
import type { Message } from '../judgeRunMessage.ts';
import type { DeliveryOutcome } from '../deliveryOutcomesAndFaultRules.ts';
import type { RunContext } from '../readAndCacheRunContext.ts';
import { writeDeliveryRecords } from './writeDeliveryRecords.ts';
import { recordSharing } from './sharedReminderRecords.ts';

// Records the outcomes of messages. If the record of a sent message cannot be written, only the record is retried; the
// message is not sent again.

export interface HandledMessage {
  readonly message: Message;
  readonly outcome: DeliveryOutcome;
  /**
   * Number of sends that the chat service may have accepted, including the send of this claim. Left out if this claim
   * sent nothing.
   */
  readonly sends?: number;
}

/** A message that the chat service accepted but that has no delivery record yet. */
type Accepted = NonNullable<OutboxRow['accepted']>;

/** State that is kept in memory while the store rejects writes. */
export interface Recording {
  readonly accepted: Map<string, Accepted>;
  /**
   * Epoch ms until which no send begins. While the store rejects delivery records, a sent message has no record, and a
   * crash could send it again.
   */
  pausedUntil: number;
}

type Unrecorded = Extract<DeliveryOutcome, { readonly is: 'UNRECORDED' }>;

/**
 * Maximum number of accepted messages in memory. It is far larger than a batch, so outcomes are lost only if the store
 * fails for a long time.
 */
const maxAccepted = 10_000;

export const createRecording = (): Recording => ({ accepted: new BoundedMap(maxAccepted), pausedUntil: 0 });

const tries = 3;

/**
 * Returns the outcome of a message that was accepted earlier but still has no record; undefined for every other
 * message.
 */
export const acceptedOutcome = ({ accepted }: Recording, { claimed }: Message): DeliveryOutcome | undefined => {
  const known = claimed.row.accepted ?? accepted.get(claimed.key.rk);
  if (known === undefined) return undefined;
  const { isLate, at, ...sent } = known;
  return { is: 'SENT', sent, isLate, ...(at == null ? {} : { at }) };
};

const remember = ({ accepted }: Recording, { claimed }: Message, { sent, isLate, at }: Unrecorded): void => {
  accepted.set(claimed.key.rk, { ...sent, isLate, at });
};

/**
 * Returns the email that replaces a card refused by the chat: the questions for a member, or the summary for an
 * observer. Undefined if no email is needed. A chat that refuses cards is tried once a week, so a member gets at most
 * one such email a week.
 */
const fallbackOf = (
  { runRef, rows, meeting, members }: RunContext,
  { message, outcome }: HandledMessage,
  now: number,
): OutboxRow | undefined => {
  const run = rows.run?.value;
  const { kind, who } = message;
  const isRefused = outcome.is === 'FAILED' && outcome.unreachable !== null;
  if (run === undefined || !isRefused || (kind !== 'prompt' && kind !== 'observerSummary')) return undefined;
  const address = members.get(who)?.value.email.toLowerCase() ?? '';
  if (address === '') return undefined;
  if (kind === 'prompt') return fallbackMail(runRef, run, who);
  const isListed = addressesOf(meeting).some((listed) => listed.address.toLowerCase() === address);
  return isListed ? undefined : observerMessage(runRef, run, { kind: 'observerEmail', memberId: who }, now);
};

/**
 * Writes the fallback emails before the refusals are recorded. If the store rejects the emails, only the messages to
 * their recipients are retried later.
 */
const withFallbacks = async (
  deps: JobDeps,
  context: RunContext,
  batch: readonly HandledMessage[],
): Promise<readonly HandledMessage[]> => {
  if (!batch.some(({ outcome }) => outcome.is === 'FAILED')) return batch;
  const all = batch.map((handled) => ({ handled, mail: fallbackOf(context, handled, deps.clock.now()) }));
  try {
    await writeOutbox(
      deps.store,
      all.flatMap(({ mail }) => mail ?? []),
    );
    return batch;
  } catch (error) {
    deps.log.error('fallback.failed', error, { orgId: context.runRef.orgId });
    const outcome: DeliveryOutcome = { is: 'LATER', notBefore: deps.clock.now() + storeRetryMs, counts: false };
    return all.map(({ handled, mail }) => (mail === undefined ? handled : { ...handled, outcome }));
  }
};

/**
 * Writes the records of the other runs that share a reminder. These records are written before the record of the
 * message itself, because a message with a record is not handled again.
 */
const writeSharing = async (deps: JobDeps, context: RunContext, batch: readonly HandledMessage[]): Promise<void> => {
  const { teamId, meetingId, date } = context.runRef;
  for (const { message, outcome } of batch) {
    const { kind, round, who } = message;
    if (outcome.is !== 'SENT' || outcome.sent.sharedWith == null || (kind !== 'reminder1' && kind !== 'reminder2'))
      continue;
    const { sent, isLate } = outcome;
    await recordSharing(deps, context, { teamId, meetingId, date, kind, round, isLate, who, sent });
  }
};

const write = async (deps: JobDeps, context: RunContext, batch: readonly HandledMessage[]): Promise<void> => {
  const messages = batch.map(({ message, outcome }) => {
    const { who, kind, round } = message;
    return { who, kind, round, outcome, dueAt: ownDueAt(message) };
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeSharing(deps, context, batch);
      await writeDeliveryRecords(deps, context, messages);
      return;
    } catch (error) {
      if (attempt === tries) throw error;
    }
  }
};

/**
 * Returns a message whose record could not be written, with its new outcome. A sent message waits until the record can
 * be written; every other message is decided again.
 */
const unrecorded = (handled: HandledMessage, now: number): HandledMessage => {
  const { outcome } = handled;
  switch (outcome.is) {
    case 'SENT':
      return { ...handled, outcome: { ...outcome, is: 'UNRECORDED', at: outcome.at ?? toInstant(now) } };
    case 'SKIPPED':
    case 'FAILED':
    case 'PARK':
      return { ...handled, outcome: { is: 'LATER', notBefore: now + storeRetryMs, counts: false } };
    case 'DONE':
    case 'MOVED':
    case 'LATER':
    case 'STOP':
    case 'UNRECORDED':
      return handled;
  }
};

/** Records the outcomes of messages of one run. Returns each message with its final outcome. Never throws. */
export const recordOutcomes = async (
  deps: JobDeps,
  recording: Recording,
  context: RunContext,
  batch: readonly HandledMessage[],
): Promise<readonly HandledMessage[]> => {
  const handled = await withFallbacks(deps, context, batch);
  try {
    await write(deps, context, handled);
  } catch (error) {
    const { orgId, teamId, meetingId, date } = context.runRef;
    deps.log.error('deliveryRecord.failed', error, { orgId, teamId, meetingId, date, messages: handled.length });
    const now = deps.clock.now();
    if (!isRowsFault(error)) recording.pausedUntil = now + storeRetryMs;
    const left = handled.map((item) => unrecorded(item, now));
    for (const { message, outcome } of left) if (outcome.is === 'UNRECORDED') remember(recording, message, outcome);
    return left;
  }
  if (recording.accepted.size > 0) for (const { message } of handled) recording.accepted.delete(message.claimed.key.rk);
  return handled;
};

interface Waiting {
  readonly handled: HandledMessage;
  readonly resolve: (recorded: HandledMessage) => void;
}

export type Recorder = (context: RunContext, handled: HandledMessage) => Promise<HandledMessage>;

/**
 * Creates a recorder that writes records of a run together: outcomes that arrive during a write share the next write. A
 * single message is therefore recorded immediately, and eight concurrent messages need only one or two transactions.
 */
export const createRecorder = (deps: JobDeps, recording: Recording): Recorder => {
  const queues = new Map<RunContext, Waiting[]>();
  const drain = async (context: RunContext, queue: Waiting[]): Promise<void> => {
    // Waits for the next turn of the event loop, so that all outcomes of this turn are in the first write.
    await nextTurn();
    while (queue.length > 0) {
      const batch = queue.splice(0);
      const recorded = await recordOutcomes(
        deps,
        recording,
        context,
        batch.map((item) => item.handled),
      );
      batch.forEach(({ resolve, handled }, index) => {
        resolve(recorded[index] ?? handled);
      });
    }
    queues.delete(context);
  };
  return (context, handled) =>
    new Promise((resolve) => {
      const queue = queues.get(context);
      if (queue !== undefined) {
        queue.push({ handled, resolve });
        return;
      }
      const first = [{ handled, resolve }];
      queues.set(context, first);
      void drain(context, first);
    });
};
