import type { Instant } from '#contracts/core/ids.ts';
import { maxSends } from '../../domain/runs/sendDecisions.ts';
import type { SkipReason } from '../../domain/runs/sendDecisions.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import type { Backoff } from '../../domain/engine/backoff.ts';
import { minuteMs } from '../../domain/core/zonedTime.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { RetryRules, SentMessage } from '../../gateways/messengerPort.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import type { ListedReminder } from './reminderRegistry.ts';
import { TooSoon } from './tokenBuckets.ts';

/** A message that the chat service accepted. `sharedWith`: other runs whose reminder is this same message. */
export interface AcceptedMessage extends SentMessage {
  readonly sharedWith?: readonly ListedReminder[] | null | undefined;
}

/** DeliveryOutcome of a message. */
export type DeliveryOutcome =
  /** `at`: when the chat service accepted it, if that was before its record is written. */
  | { readonly is: 'SENT'; readonly sent: AcceptedMessage; readonly isLate: boolean; readonly at?: Instant }
  /** Sent before, in this round: a row that a replay wrote again. */
  | { readonly is: 'DONE' }
  /** The instant no longer applies to the member. No record is written, because the row of their new instant asks them. */
  | { readonly is: 'MOVED' }
  | { readonly is: 'SKIPPED'; readonly reason: SkipReason }
  | { readonly is: 'FAILED'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null }
  /** Accepted by the chat service, but the store refused the delivery record, which is written later without a send. */
  | { readonly is: 'UNRECORDED'; readonly sent: AcceptedMessage; readonly isLate: boolean; readonly at: Instant }
  /**
   * Tried again at `notBefore`, in epoch ms. `counts`: this try counts for the backoff. `isGone`: the chat was not there.
   * `mayHaveArrived`: the result is unknown. `atTenantRate`: as soon as the tenant's rate allows, since the tenant was limited.
   */
  | {
      readonly is: 'LATER';
      readonly notBefore: number;
      readonly counts: boolean;
      readonly isGone?: true;
      readonly mayHaveArrived?: true;
      readonly atTenantRate?: true;
    }
  | { readonly is: 'STOP' }
  /** Set aside: it needs an operator. */
  | { readonly is: 'PARK'; readonly reason: 'UNCONFIRMED' | 'PARKED' };

/** What a fault means for a message. */
export type FaultOutcome = Extract<DeliveryOutcome, { readonly is: 'LATER' | 'FAILED' | 'STOP' | 'PARK' }>;

/** Pause after the chat service refused the bot's credentials: an operator must check them. */
export const stopMs = minuteMs;
export const emailRetries: Backoff = { firstMs: 30_000, longestMs: 15 * minuteMs };
const parkAfter = 3;

/**
 * After the second unknown result. The first retry comes within seconds and covers a lost reply; a longer outage needs the
 * last of the three sends later.
 */
const lastRetryMs = 10 * minuteMs;

interface Attempt {
  readonly row: Pick<OutboxRow, 'failures' | 'isGone'>;
  /** Sends before this one that may have been accepted. */
  readonly sends?: number;
  readonly now: number;
  readonly random: () => number;
}

/** Decides about a message or an email that may have arrived, because no reply came. */
export const afterUnknownResult = (retries: Backoff, { row, sends = 0, now, random }: Attempt): FaultOutcome => {
  if (sends + 1 >= maxSends) return { is: 'PARK', reason: 'UNCONFIRMED' };
  const wait = sends === 0 ? backoffMs(retries, row.failures ?? 0, random) : lastRetryMs;
  return { is: 'LATER', notBefore: now + wait, counts: true, mayHaveArrived: true };
};

/** Decides about a message after a fault of the chat service or a bug. */
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
    // A bug in drawing or sending this message: after three tries it is set aside, so that it holds up no other.
    if (failures + 1 >= parkAfter) return { is: 'PARK', reason: 'PARKED' };
    return retry();
  }
  const { fault } = error;
  switch (fault.kind) {
    case 'THROTTLED': {
      // The tenant backs off as one. A wait of each message's own would grow with every refusal and outlast the limit.
      if (fault.retryAfterMs === null) return { is: 'LATER', notBefore: now, counts: false, atTenantRate: true };
      return { is: 'LATER', notBefore: now + fault.retryAfterMs + Math.round(random() * 1000), counts: false };
    }
    case 'TRANSIENT':
      if (fault.wasRefused !== true) return afterUnknownResult(rules, attempt);
      return retry();
    case 'BLOCKED':
      return { is: 'FAILED', reason: 'BLOCKED', unreachable: 'BLOCKED' };
    case 'GONE':
      // Only the row's own `isGone` counts. An earlier retry for another reason does not show that the chat is gone.
      return row.isGone === true
        ? { is: 'FAILED', reason: 'GONE', unreachable: 'GONE' }
        : { is: 'LATER', notBefore: now + rules.goneMs, counts: true, isGone: true };
    case 'UNAUTHORIZED':
      return { is: 'STOP' };
    case 'REJECTED':
      return { is: 'FAILED', reason: 'REJECTED', unreachable: null };
  }
};
