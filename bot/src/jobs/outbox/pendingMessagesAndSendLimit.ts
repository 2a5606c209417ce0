import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { maxSends } from '../../domain/runs/sendDecisionsAndSkipReasons.ts';
import type { SkipReason } from '../../domain/runs/sendDecisionsAndSkipReasons.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';

// Counts the sends of messages that share one maintenance row. Each message has its own count, which is written before a send begins.

/**
 * Identifies a message of a maintenance row. `number` distinguishes messages to the same recipient. Each kind of
 * maintenance row defines the meaning of `number`, for example the number of a submission.
 */
export interface MessageId {
  readonly who: MemberId;
  readonly number: number;
}

/** The final result of a message. If `reason` is null, the message was sent. */
export interface MessageResult {
  readonly conversationId: string | null;
  readonly activityId: string | null;
  readonly digest: string;
  readonly reason: SkipReason | null;
}

interface Pending extends MessageId {
  readonly sends: number;
  readonly notBefore: Instant;
}

interface WithPending {
  readonly pending?: Pending[] | null | undefined;
}

export const pendingOf = (record: WithPending | undefined, { who, number }: MessageId): Pending | undefined =>
  record?.pending?.find((message) => message.who === who && message.number === number);

/**
 * Returns the record with this unfinished message. A recipient has at most one unfinished message, so an older message
 * is replaced.
 */
export const withPending = <T extends WithPending>(before: T, message: Pending): T => ({
  ...before,
  pending: [...(before.pending ?? []).filter(({ who }) => who !== message.who), message],
});

export const withoutPending = <T extends WithPending>(before: T, { who }: MessageId): T => ({
  ...before,
  pending: (before.pending ?? []).filter((message) => message.who !== who),
});

/**
 * Returns the record with one more send, and the number of sends that the chat service may then have accepted. Undefined if there were
 * already three sends, so that no further send may begin.
 */
export const withCountedSend = <T extends WithPending>(
  before: T,
  id: MessageId,
  now: number,
): { readonly next: T; readonly sends: number } | undefined => {
  const sends = (pendingOf(before, id)?.sends ?? 0) + 1;
  return sends > maxSends
    ? undefined
    : { next: withPending(before, { ...id, sends, notBefore: toInstant(now) }), sends };
};
