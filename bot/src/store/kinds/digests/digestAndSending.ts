import { z } from 'zod';
import { digestId, instant, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestId, Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestSettings, digestStates, digestStopReasons, digestWays } from '#contracts/digests/digestCalls.ts';
import { reverseMs } from '../../../domain/core/reversedDateKeys.ts';
import { msOf } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/** A scheduled digest. All digests of an organisation are in its partition, because a digest can cover all its teams. */
export const digest = listedKind({
  name: 'digest',
  table: 'Org',
  version: 1,
  schema: digestSettings.extend({
    id: digestId,
    /** The member on whose behalf the digest reads; null after the person's data was erased. */
    ownerId: memberId.nullable(),
    createdOn: instant,
    /** Increased with each save. A due row of an older revision is outdated. */
    rev: z.int(),
    state: z.enum(digestStates),
    stopReason: z.enum(digestStopReasons).nullable(),
    /** Instant of the next planned sending; null if no sending is planned. */
    nextAt: instant.nullable(),
    /** End of the period that the last sending covered; null if the digest was not sent yet. */
    coveredUntil: instant.nullable(),
    /**
     * `handledAt` is the due instant that was handled last. `sentAt` is the same instant if a `digestSending` row was
     * created for it, otherwise null.
     */
    handledAt: instant.nullable(),
    sentAt: instant.nullable(),
    /** The secret that signs the calls of the webhook, encrypted; null if the digest has no webhook. */
    webhookSecret: z.string().nullable(),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { readonly id: DigestId }) => `dig|${key.id}`,
});

/** WAITING: not delivered yet. Every other state is final. */
export const messageStates = ['WAITING', 'SENT', 'SKIPPED', 'FAILED'] as const;

const message = z.object({
  way: z.enum(digestWays),
  /** The member, `email:` with the hash of the address, `channel`, or `webhook`. */
  who: z.string(),
  state: z.enum(messageStates),
  reason: z.string().nullable(),
  /** Instant of the result; null while the message waits. */
  at: instant.nullable(),
  /** Number of sends that the receiving service may have accepted. */
  sends: z.int(),
  notBefore: instant.nullable(),
});

/** One sending of a digest: its period and the result of each message. It contains no content, which is read at the time of the send. */
export const digestSending = listedKind({
  name: 'digestSending',
  table: 'Org',
  version: 1,
  schema: z.object({
    digestId,
    at: instant,
    /** PLANNED: the schedule caused it. ON_DEMAND: a person sent it to themselves. STOPPED: the notice that the digest stopped. */
    cause: z.enum(['PLANNED', 'ON_DEMAND', 'STOPPED']),
    from: instant,
    to: instant,
    stopReason: z.enum(digestStopReasons).nullable(),
    messages: z.array(message),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { readonly digestId: DigestId; readonly at: Instant }) =>
    `dge|${key.digestId}|${reverseMs(msOf(key.at))}`,
});
