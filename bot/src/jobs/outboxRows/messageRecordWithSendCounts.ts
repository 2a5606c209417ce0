import type { Instant, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { maxSends } from '../../domain/runs/lastSendInstants.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { SentMessage } from '../../gateways/messengerPort.ts';
import { mergeChanges, updateRow } from '../../services/core/optimisticUpdate.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { reachedBy, sentIdsOf } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { UnrecordedError } from './unrecordedMessageError.ts';

// Stores the results of the messages that share one maintenance row, and counts the sends of each message before a send
// begins.

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

/** A message that is not finished yet. `sends`: number of sends that the chat service may have accepted. */
export interface Pending extends MessageId {
  readonly sends: number;
  readonly notBefore: Instant;
}

/** Stores, for each message, the number of sends that have begun, the instant of the next attempt, and the result. */
export interface MessageRecord {
  /** Returns the epoch ms before which the message must not be retried; undefined = it may be sent now. */
  waitsUntil(id: MessageId): Promise<number | undefined>;
  /**
   * Counts a send before it begins. Returns how many sends the chat service may then have accepted, including this one.
   * Undefined if there were already three sends, so that no further send may begin.
   */
  countSend(id: MessageId, now: number): Promise<number | undefined>;
  /**
   * Stores the instant of the next attempt and the number of sends that the chat service may have accepted. If the last
   * send certainly failed, this number does not include it.
   */
  postpone(id: MessageId, sends: number, notBefore: number): Promise<void>;
  noteResult(id: MessageId, result: MessageResult): Promise<void>;
  /**
   * Records a sent message. Throws UnrecordedError if the record cannot be written, because this failure must not cause
   * another send.
   */
  recordSent(id: MessageId, sent: SentMessage, digest: string): Promise<void>;
}

/** The record of a maintenance row, and the rules by which it contains messages. The rules return a new record. */
export interface MessageRecordRules<T> {
  readonly records: Records<OrgId>;
  readonly teamId: TeamId;
  readonly read: () => Promise<T | undefined>;
  /** Stores the record that `change` returns. If it returns undefined, nothing is written. */
  readonly change: (change: (before: T) => T | undefined) => Promise<void>;
  readonly find: (record: T | undefined, id: MessageId) => Pick<Pending, 'sends' | 'notBefore'> | undefined;
  readonly hasSent: (record: T, id: MessageId) => boolean;
  readonly withPending: (before: T, message: Pending) => T;
  readonly withResult: (before: T, id: MessageId, result: MessageResult) => T;
}

/** Writes the record of a sent message, and marks its recipient as reachable. */
const writeSent = async <T>(
  { records, teamId, change, hasSent, withResult }: MessageRecordRules<T>,
  id: MessageId,
  sent: SentMessage,
  digest: string,
): Promise<void> => {
  const result = { ...sentIdsOf(sent), digest, reason: null };
  await change((before) => (hasSent(before, id) ? undefined : withResult(before, id, result)));
  const key = { teamId, memberId: id.who };
  await updateRow(records, teamMember, key, (member) => mergeChanges(member, reachedBy(sent)));
};

export const createMessageRecord = <T>(rules: MessageRecordRules<T>): MessageRecord => {
  const { read, change, find, withPending, withResult } = rules;
  return {
    waitsUntil: async (id) => {
      const pending = find(await read(), id);
      return pending === undefined ? undefined : msOf(pending.notBefore);
    },
    countSend: async (id, now) => {
      let counted: number | undefined;
      await change((before) => {
        const sends = (find(before, id)?.sends ?? 0) + 1;
        counted = sends > maxSends ? undefined : sends;
        return counted === undefined ? undefined : withPending(before, { ...id, sends, notBefore: toInstant(now) });
      });
      return counted;
    },
    postpone: (id, sends, notBefore) =>
      change((before) => withPending(before, { ...id, sends, notBefore: toInstant(notBefore) })),
    noteResult: (id, result) => change((before) => withResult(before, id, result)),
    recordSent: async (id, sent, digest) => {
      try {
        await writeSent(rules, id, sent, digest);
      } catch (error) {
        throw new UnrecordedError({ ...sent, ...id }, false, error);
      }
    },
  };
};

/**
 * Writes the record of a message that was sent in an earlier claim of the row but could not be recorded. The empty
 * digest causes an update of the card at the next check.
 */
export const recordAcceptedMessage = async <T>(
  rules: MessageRecordRules<T>,
  accepted: OutboxRow['accepted'],
): Promise<void> => {
  if (accepted?.who == null || accepted.number == null) return;
  // Each send is counted in the record before it begins. If the record is missing, it was therefore deleted later, with
  // its team or its owner.
  if ((await rules.read()) === undefined) return;
  await writeSent(rules, { who: accepted.who, number: accepted.number }, accepted, '');
};

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
