import { z } from 'zod';
import { instant, localDate, meetingId, memberId, orgId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../../domain/core/shardOf.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { prefixRange } from '../../tableStorePort.ts';
import type { Range } from '../../tableStorePort.ts';
import { instantKey } from '../core/instantKey.ts';
import { acceptedSpelling, kindSpelling, recipientSpelling } from '../messages/messageKindSpellings.ts';
import { isMessage, kindFromStored, storedKind, storedRecipient } from '../messages/messageKindsAndRecipients.ts';
import type { OutboxKind } from '../messages/messageKindsAndRecipients.ts';
import { reminderRef } from '../messages/reminderReference.ts';

export interface OutboxKey {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** First due instant; for `summary` the opening of the run. It never changes, because it is part of the row's key. */
  readonly at: Instant;
  readonly kind: OutboxKind;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /**
   * The recipient. For `ledger` the member, with `date` = first day of the month; for `weekCards` the owner of the week, with
   * `date` = its Monday; for `blockerCards` the blocked member; for `digest` a constant, because the row has many recipients.
   */
  readonly who: string;
}

export const outboxPartition = (shard: string): string => `ob-${shard}`;

const accepted = z.object({
  conversationId: z.string(),
  activityId: z.string(),
  isLate: z.boolean(),
  at: instant.nullish(),
  /**
   * Recipient and number of the message, if its row has several messages (`weekCards`, `blockerCards`, `digest`). The kind
   * defines what the number counts.
   */
  who: memberId.nullish(),
  number: z.int().nullish(),
  /** Channel to which the message was posted, with the values that `postedTo` has in `delivery`. */
  postedTo: z.string().nullish(),
  /** Other runs whose reminders are part of the same message. */
  sharedWith: z
    .array(reminderRef.extend({ round: z.int(), isLate: z.boolean() }))
    .readonly()
    .nullish(),
});

/**
 * Messages to send and maintenance rows. The row key never changes: a retry or a later instant changes `notBefore`, and
 * an instance that claims the row sets `lease`.
 */
export const outbox = kind({
  name: 'outbox',
  table: 'Outbox',
  version: 1,
  schema: z.object({
    orgId,
    teamId,
    at: instant,
    kind: z.string(),
    meetingId,
    date: localDate,
    who: z.string(),
    notBefore: instant,
    notAfter: instant.nullable(),
    /** Instant until which the instance that claimed the row may work on it; null if no instance has claimed it. */
    lease: instant.nullable(),
    /** Last instant at which a change requested work from a maintenance row, for example an answer that changes the summary. */
    touched: instant.nullable(),
    failures: z.int().nullable(),
    /** True if an earlier attempt found that the chat no longer exists. The next attempt opens a new chat. */
    isGone: z.boolean().nullish(),
    /** Number of sends that the chat service may have accepted. */
    sends: z.int().nullish(),
    /**
     * True if an earlier lease ended before its instance finished the row. That instance may have sent the message without
     * recording it.
     */
    hasLapsed: z.boolean().nullish(),
    /**
     * Result of a message that the chat service accepted, but whose delivery record could not be written. Only the record is
     * missing.
     */
    accepted: accepted.nullish(),
    /** Instant to which the message was moved: a reminder by a snooze or quiet hours, a prompt by quiet hours. */
    movedTo: instant.nullish(),
    parkedReason: z.string().nullable(),
  }),
  spelling: { kind: kindSpelling, who: recipientSpelling, accepted: acceptedSpelling },
  at: (_scope: null, key: OutboxKey) => ({
    pk: outboxPartition(shardOf(key.orgId)),
    rk: [
      instantKey(key.at),
      storedKind(key.kind),
      key.orgId,
      key.teamId,
      key.meetingId,
      key.date,
      storedRecipient(key.who),
    ].join('|'),
  }),
});

/** The row keys of all messages of an organisation with the same instant and kind. These rows are next to each other in the outbox. */
export interface MessageRange extends Range {
  readonly orgId: OrgId;
}

/**
 * Returns the range of all messages with the instant, kind and organisation of this key. Undefined for rows that the sender does not send
 * in batches: emails and maintenance rows.
 */
export const messageRangeOf = (rk: string): MessageRange | undefined => {
  const [at = '', storedName = '', orgId = ''] = rk.split('|', 3);
  if (!isMessage(kindFromStored(storedName))) return undefined;
  return { ...prefixRange(`${at}|${storedName}|${orgId}|`), orgId: orgId as OrgId };
};
