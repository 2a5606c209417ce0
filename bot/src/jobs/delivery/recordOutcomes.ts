import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemberId } from '#contracts/core/ids.ts';
import { BoundedMap } from '#contracts/memo.ts';
import { fallbackMail, writeOutbox } from '../../services/runs/outboxRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import { isRowsFault } from '../../store/tableStore.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { writeDeliveryRecords } from './deliveryRecords.ts';
import type { Message } from './messages.ts';
import type { DeliveryOutcome } from './sendOutcomes.ts';
import type { RunContext } from './runContext.ts';
import { recordSharing } from './sharedReminders.ts';

// Records what became of messages. A message whose record fails is never sent again for that: the record alone is retried.

export interface HandledMessage {
  readonly message: Message;
  readonly outcome: DeliveryOutcome;
  /** Sends that the chat service may have accepted, this one included; left out = this claim sent nothing. */
  readonly sends?: number;
}

/** A message that the chat service accepted and that has no delivery record yet. */
type Accepted = NonNullable<OutboxRow['accepted']>;

/** Accepted messages whose record failed, kept in memory while the store rejects writes. */
export interface Recording {
  readonly accepted: Map<string, Accepted>;
  /** Epoch ms until which no send begins: the store refuses records, and a message without one may be sent twice. */
  pausedUntil: number;
}

type Unrecorded = Extract<DeliveryOutcome, { readonly is: 'UNRECORDED' }>;

/** Far more than a claimed batch, so that only a process that runs long with a broken store forgets its oldest outcomes. */
const maxAccepted = 10_000;

export const createRecording = (): Recording => ({ accepted: new BoundedMap(maxAccepted), pausedUntil: 0 });

export const storeRetryMs = 5_000;
const tries = 3;

/** The outcome of a message that was accepted earlier and still lacks its record; undefined for any other message. */
export const acceptedOutcome = ({ accepted }: Recording, { claimed }: Message): DeliveryOutcome | undefined => {
  const known = claimed.row.accepted ?? accepted.get(claimed.key.rk);
  if (known === undefined) return undefined;
  const { isLate, at, ...sent } = known;
  return { is: 'SENT', sent, isLate, ...(at == null ? {} : { at }) };
};

const remember = ({ accepted }: Recording, { claimed }: Message, { sent, isLate, at }: Unrecorded): void => {
  accepted.set(claimed.key.rk, { ...sent, isLate, at });
};

/** The mail that brings the questions to a member whose chat refused the card: at each such try, once a week while it lasts. */
const fallbackOf = (
  { run, rows, members }: RunContext,
  { message, outcome }: HandledMessage,
): OutboxRow | undefined => {
  const occurrence = rows.occurrence?.value;
  const { kind, who } = message;
  const isRefused = kind === 'prompt' && outcome.is === 'FAILED' && outcome.unreachable !== null;
  if (occurrence === undefined || !isRefused) return undefined;
  const hasAddress = (members.get(who as MemberId)?.value.email ?? '') !== '';
  return hasAddress ? fallbackMail(run, occurrence, who as MemberId) : undefined;
};

/** Writes the fallback mails before the refusals are recorded. If the store takes no mail, only its members are tried again. */
const withFallbacks = async (
  deps: JobDeps,
  context: RunContext,
  batch: readonly HandledMessage[],
): Promise<readonly HandledMessage[]> => {
  if (!batch.some(({ outcome }) => outcome.is === 'FAILED')) return batch;
  const all = batch.map((handled) => ({ handled, mail: fallbackOf(context, handled) }));
  try {
    await writeOutbox(
      deps.store,
      all.flatMap(({ mail }) => mail ?? []),
    );
    return batch;
  } catch (error) {
    deps.log.error('fallback.failed', error, { orgId: context.run.orgId });
    const outcome: DeliveryOutcome = { is: 'LATER', notBefore: deps.clock.now() + storeRetryMs, counts: false };
    return all.map(({ handled, mail }) => (mail === undefined ? handled : { ...handled, outcome }));
  }
};

/** Before the records of the runs themselves: a message with a record is never recorded again. */
const writeSharing = async (deps: JobDeps, context: RunContext, batch: readonly HandledMessage[]): Promise<void> => {
  const { teamId, meetingId, date } = context.run;
  for (const { message, outcome } of batch) {
    const { kind, round, who } = message;
    if (outcome.is !== 'SENT' || outcome.sent.sharedWith == null || (kind !== 'reminder1' && kind !== 'reminder2'))
      continue;
    const { sent, isLate } = outcome;
    await recordSharing(deps, context, { teamId, meetingId, date, kind, round, isLate, who: who as MemberId, sent });
  }
};

const write = async (deps: JobDeps, context: RunContext, batch: readonly HandledMessage[]): Promise<void> => {
  const messages = batch.map(({ message: { who, kind, round }, outcome }) => ({ who, kind, round, outcome }));
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

/** A message without its record: an accepted one waits for the record, any other is judged again. */
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

/** Records outcomes of messages of one run. Returns the outcome of each after the writes; never throws. */
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
    const { orgId, teamId, meetingId, date } = context.run;
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
 * Groups the records of a run: outcomes that arrive during a write share the next one. A message that is sent alone is
 * recorded at once, and eight side by side cost one or two transactions.
 */
export const createRecorder = (deps: JobDeps, recording: Recording): Recorder => {
  const queues = new Map<RunContext, Waiting[]>();
  const drain = async (context: RunContext, queue: Waiting[]): Promise<void> => {
    // Outcomes of the same turn of the event loop share the first write.
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
