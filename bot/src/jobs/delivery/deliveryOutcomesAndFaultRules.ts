import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { maxSends } from '../../domain/runs/lastSendInstants.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import type { Backoff } from '../../domain/engine/backoff.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { RetryRules, SentMessage } from '../../gateways/messengerPort.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { lastRetryMs, parkAfter } from '../core/retryPausesAndParkLimits.ts';
import type { ListedReminder } from './records/recentRemindersInMemory.ts';
import { TooSoon } from './rateLimitsPerTenantAndChat.ts';

/**
 * A message that the chat service accepted. `sharedWith`: the other runs whose reminders it also contains. `postedTo`:
 * the channel of a message to a channel, as in the delivery record.
 */
export interface AcceptedMessage extends SentMessage {
  readonly postedTo?: string | null | undefined;
  readonly sharedWith?: readonly ListedReminder[] | null | undefined;
}

export type DeliveryOutcome =
  /**
   * `at`: the instant at which the chat service accepted the message, if the record is written later. `movedTo`: the
   * instant to which quiet hours moved the prompt.
   */
  | {
      readonly is: 'SENT';
      readonly sent: AcceptedMessage;
      readonly isLate: boolean;
      readonly at?: Instant;
      readonly movedTo?: Instant | undefined;
    }
  /**
   * The message already has a delivery record in this round. This happens if a due row was handled again after a crash
   * and wrote the outbox row of the message again.
   */
  | { readonly is: 'DONE' }
  /**
   * The instant no longer applies to the member, who moved to another zone or snoozed again. No record is written,
   * because another row sends the message at the new instant.
   */
  | { readonly is: 'MOVED' }
  | { readonly is: 'SKIPPED'; readonly reason: SkipReason }
  | { readonly is: 'FAILED'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null }
  /**
   * The chat service accepted the message, but the store rejected the delivery record. The record is written later
   * without another send.
   */
  | { readonly is: 'UNRECORDED'; readonly sent: AcceptedMessage; readonly isLate: boolean; readonly at: Instant }
  /**
   * The message is retried at `notBefore` (epoch ms). `counts`: this attempt increases the backoff. `isGone`: the chat
   * does not exist. `mayHaveArrived`: the result is unknown. `atTenantRate`: retry as soon as the tenant's rate allows.
   * `movedTo`: the instant to which a snooze or quiet hours moved the message; only after it, the message is late.
   */
  | {
      readonly is: 'LATER';
      readonly notBefore: number;
      readonly counts: boolean;
      readonly isGone?: true;
      readonly mayHaveArrived?: true;
      readonly atTenantRate?: true;
      readonly movedTo?: Instant;
    }
  | { readonly is: 'STOP' }
  /** The message is set aside until an operator handles it. */
  | { readonly is: 'PARK'; readonly reason: 'UNCONFIRMED' | 'PARKED' };

export type FaultOutcome = Extract<DeliveryOutcome, { readonly is: 'LATER' | 'FAILED' | 'STOP' | 'PARK' }>;

interface Attempt {
  readonly row: Pick<OutboxRow, 'failures' | 'isGone'>;
  /** Number of earlier sends of this message that the chat or mail service may have accepted; left out = 0. */
  readonly sends?: number;
  readonly now: number;
  readonly random: () => number;
}

/**
 * Returns the milliseconds to wait after an unknown result. `sends`: number of earlier sends that the receiving service
 * may have accepted.
 */
export const waitAfterUnknownMs = (
  retries: Backoff,
  { failures, sends, random }: { readonly failures: number; readonly sends: number; readonly random: () => number },
): number => (sends === 0 ? backoffMs(retries, failures, random) : lastRetryMs);

/** Returns the outcome of a message or email that got no reply and therefore may have arrived. */
export const afterUnknownResult = (retries: Backoff, { row, sends = 0, now, random }: Attempt): FaultOutcome => {
  if (sends + 1 >= maxSends) return { is: 'PARK', reason: 'UNCONFIRMED' };
  const waitMs = waitAfterUnknownMs(retries, { failures: row.failures ?? 0, sends, random });
  return { is: 'LATER', notBefore: now + waitMs, counts: true, mayHaveArrived: true };
};

/** Returns the outcome of a message after a fault of the chat service or a bug. */
export const afterFault = (
  error: unknown,
  { rules, ...attempt }: Attempt & { readonly rules: RetryRules },
): FaultOutcome => {
  const { row, now, random } = attempt;
  const failures = row.failures ?? 0;
  const retry = (): FaultOutcome => ({
    is: 'LATER',
    notBefore: now + backoffMs(rules, failures, random),
    counts: true,
  });
  if (error instanceof TooSoon) return { is: 'LATER', notBefore: error.notBefore, counts: false };
  if (!(error instanceof MessengerError)) {
    // Such an error is a bug in building or sending the message. After three attempts the message is parked, so that it
    // does not block other messages.
    if (failures + 1 >= parkAfter.message) return { is: 'PARK', reason: 'PARKED' };
    return retry();
  }
  const { fault } = error;
  switch (fault.kind) {
    case 'THROTTLED': {
      // The rate of the whole tenant is reduced. With a separate backoff for each message, the wait would grow with
      // each refusal and last longer than the rate limit.
      if (fault.retryAfterMs === null) return { is: 'LATER', notBefore: now, counts: false, atTenantRate: true };
      return { is: 'LATER', notBefore: now + fault.retryAfterMs + Math.round(random() * 1000), counts: false };
    }
    case 'TRANSIENT':
      if (fault.wasRefused !== true) return afterUnknownResult(rules, attempt);
      return retry();
    case 'BLOCKED':
      return { is: 'FAILED', reason: 'BLOCKED', unreachable: 'BLOCKED' };
    case 'GONE':
      // `isGone` of the row shows that an earlier attempt already found the chat missing. The number of failures does
      // not show this, because other faults increase it too.
      return row.isGone === true
        ? { is: 'FAILED', reason: 'GONE', unreachable: 'GONE' }
        : { is: 'LATER', notBefore: now + rules.goneMs, counts: true, isGone: true };
    case 'UNAUTHORIZED':
      return { is: 'STOP' };
    case 'REJECTED':
      return { is: 'FAILED', reason: 'REJECTED', unreachable: null };
  }
};
