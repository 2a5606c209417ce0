import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { shardOf } from '../../../domain/core/shardOf.ts';
import { kind } from '../../recordKindsAndAccess.ts';
import { instantKey } from '../core/instantKey.ts';
import { outboxPartition } from '../outbox/outboxRow.ts';

export const emailKinds = [
  'CONFIRM',
  'RESET',
  'INVITE',
  'IN_USE',
  'PASSWORD_CHANGED',
  'FACTOR_RESET',
  'ACCESS_CHANGED',
  'CONNECTED',
  'ORG_DELETED',
  'INVOICE_READY',
  'PAYMENT_FAILED',
  'CONSENT',
] as const;

export type EmailKind = (typeof emailKinds)[number];

/** `mail`: an email to an account. `purge`: the deletion of an expired code or of a registration that was never confirmed. */
export const accountWorkKinds = ['mail', 'purge'] as const;

export interface AccountWorkKey {
  /** First due instant. It never changes, because it is part of the row's key. */
  readonly at: Instant;
  readonly kind: (typeof accountWorkKinds)[number];
  /** Organisation of the work; null if the work belongs to no organisation, or to none yet. */
  readonly orgId: OrgId | null;
  readonly address: string;
  readonly id: string;
}

/**
 * Work of accounts in the outbox. The row contains ids and an address but no code, because the code is created when the email is
 * sent.
 */
export const accountWork = kind({
  name: 'accountWork',
  table: 'Outbox',
  version: 1,
  schema: z.object({
    at: instant,
    kind: z.enum(accountWorkKinds),
    orgId: orgId.nullable(),
    address: z.string(),
    id: z.string(),
    letter: z.enum(emailKinds).nullable(),
    /**
     * Target of a `purge`: CODE = the code with the hash `subject`, REGISTRATION = an account that was never confirmed. Null for
     * `mail`.
     */
    removes: z.enum(['CODE', 'REGISTRATION']).nullable(),
    /** Id of the account or member that the email is about, or of the object to remove. */
    subject: z.string().nullable(),
    /** Language of the email as a BCP 47 tag. */
    locale: z.string().nullable(),
    /** Values for the placeholders of the email's text, except the link. */
    values: z.record(z.string(), z.string()),
    notBefore: instant,
    notAfter: instant,
    lease: instant.nullable(),
    failures: z.int().nullable(),
    /**
     * Number of sends that the mail server may have accepted. A send counts as accepted if the instance stopped before it stored
     * the result.
     */
    sends: z.int().nullish(),
    parkedReason: z.string().nullable(),
  }),
  at: (_scope: null, key: AccountWorkKey) => ({
    // Work without an organisation is spread over the shards by its recipient, so that no shard gets all of it.
    pk: outboxPartition(shardOf(key.orgId ?? ((key.address || key.id) as OrgId))),
    rk: [
      instantKey(key.at),
      key.kind,
      key.orgId ?? '-',
      ...(key.kind === 'mail' ? [`!ml${hashKey(key.address)}`] : []),
      key.id,
    ].join('|'),
  }),
});

/** True if a row with this key is account work: an email to an account, or a purge. */
export const isAccountWork = (rk: string): boolean => /^\d{14}\|(?:mail|purge)\|/.test(rk);
