import type { SkipReason } from '../domain/sending.ts';
import { minuteMs } from '../domain/time.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { SentMessage } from '../gateways/messenger.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import { TooSoon } from './tokenBuckets.ts';

/** What became of a message. */
export type Outcome =
  | { readonly is: 'SENT'; readonly sent: SentMessage; readonly isLate: boolean }
  /** Sent before, in this round: a row that a replay wrote again. */
  | { readonly is: 'DONE' }
  /** Of a time that is not its member's any more: nothing is said of it, since a row of their own time asks them. */
  | { readonly is: 'MOVED' }
  | { readonly is: 'SKIPPED'; readonly reason: SkipReason }
  | { readonly is: 'FAILED'; readonly reason: SkipReason; readonly unreachable: 'BLOCKED' | 'GONE' | null }
  /** Later, in epoch ms; `counts` = it was tried; `isGone` = in a chat that is not there. */
  | { readonly is: 'LATER'; readonly notBefore: number; readonly counts: boolean; readonly isGone?: true }
  | { readonly is: 'STOP' }
  | { readonly is: 'PARK'; readonly reason: string };

/** Pause after our credentials were refused: somebody has to look at them. */
export const stopMs = minuteMs;
const goneRetryMs = 5 * minuteMs;
const firstRetryMs = 5_000;
const longestRetryMs = 5 * minuteMs;
const parkAfter = 3;

const backoff = (failures: number, random: () => number): number => {
  const grown = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
  return Math.round(grown * (0.5 + random()));
};

interface Attempt {
  readonly row: Pick<OutboxRow, 'failures' | 'isGone'>;
  readonly now: number;
  readonly random: () => number;
}

/** What a fault of the chat service, or a bug, makes of the message. */
export const afterFault = (error: unknown, { row, now, random }: Attempt): Outcome => {
  const failures = row.failures ?? 0;
  if (error instanceof TooSoon) return { is: 'LATER', notBefore: error.notBefore, counts: false };
  if (!(error instanceof MessengerError)) {
    // A bug in drawing or sending this one: set aside after three tries, so that it holds nobody up.
    if (failures + 1 >= parkAfter) return { is: 'PARK', reason: error instanceof Error ? error.name : 'Error' };
    return { is: 'LATER', notBefore: now + backoff(failures, random), counts: true };
  }
  const { fault } = error;
  switch (fault.kind) {
    case 'THROTTLED': {
      const wait = fault.retryAfterMs ?? backoff(failures, random);
      // A wait that was named is kept to and says nothing of the message; without one every try waits longer than the last.
      const counts = fault.retryAfterMs === null;
      return { is: 'LATER', notBefore: now + wait + Math.round(random() * 1000), counts };
    }
    case 'TRANSIENT':
      return { is: 'LATER', notBefore: now + backoff(failures, random), counts: true };
    case 'BLOCKED':
      return { is: 'FAILED', reason: 'BLOCKED', unreachable: 'BLOCKED' };
    case 'GONE':
      // By its own mark: a try that was told to wait, or met a fault of theirs, says nothing of the chat.
      return row.isGone === true
        ? { is: 'FAILED', reason: 'GONE', unreachable: 'GONE' }
        : { is: 'LATER', notBefore: now + goneRetryMs, counts: true, isGone: true };
    case 'UNAUTHORIZED':
      return { is: 'STOP' };
    case 'REJECTED':
      return { is: 'FAILED', reason: 'REJECTED', unreachable: null };
  }
};
