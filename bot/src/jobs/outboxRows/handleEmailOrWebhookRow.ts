import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { MailError } from '../../gateways/mailPort.ts';
import { WebhookError } from '../../gateways/webhookPort.ts';
import { deleteRows } from '../../services/runs/writeOutboxAndDueRows.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { Delivery } from '../../services/runs/readRunAndDayRows.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { storedKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { StoreError } from '../../store/tableStorePort.ts';
import type { Key } from '../../store/tableStorePort.ts';
import { admitSend, canBegin, claimOne, possibleSends, reschedule } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { Claimed, Rescheduling } from '../delivery/claimAndRescheduleOutboxRows.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { readyRow } from '../delivery/readReadyOutboxRows.ts';
import { afterUnknownResult } from '../delivery/deliveryOutcomesAndFaultRules.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { emailRetries, parkAfter, storeRetryMs } from '../core/retryPausesAndParkLimits.ts';

// Handles an outbox row with a single message: an email of a run or a digest, or the call of a webhook. After
// `maxSends` (three) sends without a reply, the message is not sent again. The result is recorded before the row is
// deleted.

type SendDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings'>;

/**
 * Result of a message. SENT: the receiver accepted it. SKIPPED: the product did not try to send it. FAILED: the
 * receiver refused it, its address is forbidden, or no send was confirmed.
 */
export type SendResult = Pick<Delivery, 'state' | 'reason'>;

/** Sends the message. The id is the same for each attempt, so that the receiver can recognise a repetition. */
export type Send = (id: string) => Promise<void>;

export interface SingleMessage {
  /** Names of log events. Do not rename them, because operators search the log for them. */
  readonly events: { readonly refused: string; readonly failed: string; readonly fault: string };
  /** Returns the function that sends the message, or the reason to skip it. */
  readonly prepare: () => Promise<Send | string>;
  readonly record: (result: SendResult) => Promise<void>;
}

type Ending = SendResult | (Rescheduling & { readonly failures: number });

const recordTries = 3;

const sent: SendResult = { state: 'SENT', reason: null };
const skipped = (reason: string): SendResult => ({ state: 'SKIPPED', reason });
const failed = (reason: string): SendResult => ({ state: 'FAILED', reason });

const giveUp = (deps: SendDeps, { kind }: OutboxRow): SendResult => {
  observeParked(deps, kind, 'UNCONFIRMED');
  return failed('UNCONFIRMED');
};

const afterUnknown = (deps: SendDeps, row: OutboxRow): Ending => {
  const sends = possibleSends(row);
  const outcome = afterUnknownResult(emailRetries, { row, sends, now: deps.clock.now(), random: deps.random });
  if (outcome.is !== 'LATER') return giveUp(deps, row);
  return { notBefore: outcome.notBefore, failures: (row.failures ?? 0) + 1, sends: sends + 1 };
};

/**
 * Returns the result if a rate limit delays the email by `retryAfterMs`: the email waits until then, or is skipped if
 * its last allowed instant (`notAfter`) is earlier.
 */
const afterHold = (deps: SendDeps, row: OutboxRow, retryAfterMs: number): Ending => {
  const notBefore = deps.clock.now() + retryAfterMs;
  if (row.notAfter !== null && notBefore > msOf(row.notAfter)) return skipped('MAIL_LIMIT');
  return { notBefore, failures: row.failures ?? 0 };
};

const afterFault = (deps: SendDeps, { row }: Claimed, { events }: SingleMessage, error: unknown): Ending => {
  const fault = error instanceof MailError || error instanceof WebhookError ? error.fault : undefined;
  const failures = (row.failures ?? 0) + 1;
  const facts = { kind: storedKind(row.kind), ...runRefOf(row), failures };
  const retry = { notBefore: deps.clock.now() + backoffMs(emailRetries, failures - 1, deps.random), failures };
  switch (fault?.kind) {
    case 'HELD':
      return afterHold(deps, row, fault.retryAfterMs);
    case 'REFUSED':
      deps.log.warn(events.refused, { ...facts, status: fault.status });
      return failed('REJECTED');
    case 'FORBIDDEN':
      deps.log.warn(events.refused, facts);
      return failed('FORBIDDEN_ADDRESS');
    case 'LATER':
      deps.log.warn(events.failed, facts);
      return fault.mayHaveArrived === true ? afterUnknown(deps, row) : retry;
    case undefined:
  }
  deps.log.error(events.fault, error, facts);
  // A failure of the store only delays the message. Even after hours of such failures, the row is not parked.
  if (failures < parkAfter.email || error instanceof StoreError) return retry;
  const parkedReason = error instanceof Error ? error.name : 'Error';
  observeParked(deps, row.kind, parkedReason);
  return { ...retry, parkedReason };
};

const send = async (deps: SendDeps, claimed: Claimed, message: SingleMessage): Promise<Ending> => {
  const later = { notBefore: deps.clock.now(), failures: claimed.row.failures ?? 0 };
  try {
    const prepared = await message.prepare();
    if (typeof prepared === 'string') return skipped(prepared);
    if (!canBegin(deps, claimed.lease)) return later;
    const admission = await admitSend(deps, claimed);
    if (admission === 'LOST') return later;
    if (admission === 'PARK') return giveUp(deps, claimed.row);
    await prepared(hashKey(claimed.key.rk));
    return sent;
  } catch (error) {
    return afterFault(deps, claimed, message, error);
  }
};

const record = async (message: SingleMessage, result: SendResult): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await message.record(result);
      return;
    } catch (error) {
      if (attempt === recordTries) throw error;
    }
  }
};

/** Ends the claim of a row whose message was sent but could not be recorded, so that only the record is retried. */
const rescheduleRecord = (deps: SendDeps, claimed: Claimed, error: unknown): Promise<void> => {
  const { row } = claimed;
  deps.log.error('deliveryRecord.failed', error, { ...runRefOf(row), kind: storedKind(row.kind) });
  return reschedule(deps, claimed, {
    notBefore: deps.clock.now() + storeRetryMs,
    failures: (row.failures ?? 0) + 1,
    sends: possibleSends(row) + 1,
    // Emails and webhook calls have no ids of the chat service, so the fields are empty. That `accepted` is set shows
    // that the message was sent.
    accepted: { conversationId: '', activityId: '', isLate: false },
  });
};

/**
 * Claims a row and handles its message, if the row is due and no other instance has claimed it. `messageOf` returns the
 * message of the row, or undefined if the message no longer exists or already has a result; the row is then deleted.
 */
export const handleSingleMessageRow = async (
  deps: SendDeps,
  key: Key,
  messageOf: (claimed: Claimed) => Promise<SingleMessage | undefined>,
): Promise<void> => {
  const row = await readyRow(deps, key);
  const claimed = row === undefined ? undefined : await claimOne(deps, row);
  if (claimed === undefined) return;
  const message = await messageOf(claimed);
  if (message !== undefined) {
    const ending = claimed.row.accepted == null ? await send(deps, claimed, message) : sent;
    if ('notBefore' in ending) return reschedule(deps, claimed, ending);
    try {
      await record(message, ending);
    } catch (error) {
      if (ending.state !== 'SENT') throw error;
      return rescheduleRecord(deps, claimed, error);
    }
  }
  await deleteRows(deps.store, outbox.table, [claimed.key]);
};
