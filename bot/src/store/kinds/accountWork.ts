import { z } from 'zod';
import { instant, orgId } from '#contracts/core/ids.ts';
import type { Instant, OrgId } from '#contracts/core/ids.ts';
import { hashKey, shardOf } from '../../domain/core/keyHashing.ts';
import { kind } from '../records.ts';
import { instantKey, outboxPartition } from './dueAndOutbox.ts';

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

/** E-mails of accounts, and rows that are removed when they expire. */
export const accountWorkKinds = ['mail', 'purge'] as const;

export interface AccountWorkKey {
  /** First due instant. Never changes. */
  readonly at: Instant;
  readonly kind: (typeof accountWorkKinds)[number];
  /** Null = of no organisation (yet). */
  readonly orgId: OrgId | null;
  /** Of mail the recipient's address, of a purge empty. */
  readonly address: string;
  readonly id: string;
}

/** Work of accounts in the outbox. It contains ids and an address but no code: the code is made when the email is sent. */
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
    /** Of a purge: a code by its hash, or an account that was never confirmed. */
    removes: z.enum(['CODE', 'REGISTRATION']).nullable(),
    /** Account or member of the email, or the removed object. */
    subject: z.string().nullable(),
    /** BCP 47. */
    locale: z.string().nullable(),
    /** Values of the email's text besides its link. */
    values: z.record(z.string(), z.string()),
    notBefore: instant,
    notAfter: instant,
    lease: instant.nullable(),
    failures: z.int().nullable(),
    /** Number of sends that the mail server may have accepted. A claim whose holder stopped counts as one. */
    sends: z.int().nullish(),
    parkedReason: z.string().nullable(),
  }),
  at: (_scope: null, key: AccountWorkKey) => ({
    // Without an organisation the recipient spreads the load.
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

/** True if the key is that of account work: an email of an account, or a removal. */
export const isAccountWork = (rk: string): boolean => /^\d{14}\|(?:mail|purge)\|/.test(rk);
