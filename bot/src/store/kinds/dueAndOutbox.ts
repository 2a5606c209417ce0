import { z } from 'zod';
import { instant, localDate, meetingId, memberId, orgId, teamId } from '#contracts/core/ids.ts';
import type { Instant, LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/ids.ts';
import { runSources } from '#contracts/meetings/run.ts';
import { hashKey, shardOf } from '../../domain/core/keyHashing.ts';
import { kind, listedKind } from '../records.ts';
import { dueKinds, storedKind, storedRecipient } from './messageKinds.ts';
import type { DueKind, OutboxKind } from './messageKinds.ts';
import { acceptedSpelling, kindSpelling, recipientSpelling } from './messageSpelling.ts';
import { reminderRef } from './run.ts';

/** yyyyMMddHHmmss in UTC: the form of instants in the keys of Due and Outbox. */
export const instantKey = (at: Instant): string => at.slice(0, 19).replace(/[-:T]/g, '');

export interface DueKey {
  readonly at: Instant;
  readonly kind: DueKind;
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /** The zone of the members concerned, with time basis MEMBER; null = all members. */
  readonly zone: string | null;
}

export const duePartition = (shard: string): string => `due-${shard}`;

/** The due index: one ordered range a shard; what lies before now is exactly the work. Written before the row it points to. */
export const due = listedKind({
  name: 'due',
  table: 'Due',
  version: 1,
  schema: z.object({
    at: instant,
    kind: z.enum(dueKinds),
    orgId,
    teamId,
    meetingId,
    date: localDate,
    zone: z.string().nullable(),
    /** The meeting's revision this row was planned from. */
    rev: z.int(),
    /** Times its handler failed; 3 = parked. */
    failures: z.int(),
    parkedReason: z.string().nullable(),
    /** Of a prompt row: the schedule or a person caused this run. Null = SCHEDULE. */
    source: z.enum(runSources).nullable(),
    /**
     * Of a prompt row, with time basis MEMBER: members whose zone had reached the time by then are no part of the run. Null = all
     * are.
     */
    after: instant.nullish(),
  }),
  spelling: { kind: kindSpelling },
  partition: (_scope: null, key: { readonly orgId: OrgId }) => duePartition(shardOf(key.orgId)),
  rowKey: (key: DueKey) =>
    [
      instantKey(key.at),
      storedKind(key.kind),
      key.orgId,
      key.teamId,
      key.meetingId,
      key.date,
      key.zone === null ? '-' : hashKey(key.zone),
    ].join('|'),
});

export interface OutboxKey {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  /** First due instant; of `summary` the opening of the run. Never changes. */
  readonly at: Instant;
  readonly kind: OutboxKind;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  /** The recipient. Of `ledger` the member, with date = first of the month; of `weekCards` the owner of the week, with date = its Monday. */
  readonly who: string;
}

export const outboxPartition = (shard: string): string => `ob-${shard}`;

const accepted = z.object({
  conversationId: z.string(),
  activityId: z.string(),
  isLate: z.boolean(),
  /** When the chat service accepted it. */
  at: instant.nullish(),
  /** Of `weekCards`, whose row has several messages: the recipient, and the submission or the move that the message is about. */
  who: memberId.nullish(),
  number: z.int().nullish(),
  /** Other runs whose reminder is this same message. */
  sharedWith: z
    .array(reminderRef.extend({ round: z.int(), isLate: z.boolean() }))
    .readonly()
    .nullish(),
});

/** Messages to send and work to repeat. The key never changes; the times and the lease are properties. */
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
    /** Until when an instance holds it. */
    lease: instant.nullable(),
    /** Last time an answer asked for a new summary. */
    touched: instant.nullable(),
    failures: z.int().nullable(),
    /** The chat was gone at an earlier try: it is opened once more. */
    isGone: z.boolean().nullish(),
    /** Number of sends that the chat service may have accepted. */
    sends: z.int().nullish(),
    /** An earlier holder's lease ran out, so that holder may have sent the message without recording it. */
    hasLapsed: z.boolean().nullish(),
    /** The chat service accepted the message, but its delivery record could not be written: only the record is missing. */
    accepted: accepted.nullish(),
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

/** The instance that works on a shard. Leases only spread the load: the guard rows ensure correctness. */
export const shardLease = listedKind({
  name: 'shardLease',
  table: 'Sys',
  version: 1,
  schema: z.object({ owner: z.string(), until: instant }),
  partition: () => 'lease',
  rowKey: (key: { shard: string }) => key.shard,
});

/** Written and read by the readiness probe: one row an instance. */
export const probe = kind({
  name: 'probe',
  table: 'Sys',
  version: 1,
  schema: z.object({ at: instant }),
  at: (_scope: null, key: { instanceId: string }) => ({ pk: 'probe', rk: key.instanceId }),
});
