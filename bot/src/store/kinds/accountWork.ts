import { z } from 'zod';
import { instant, orgId } from '#contracts/ids.ts';
import type { Instant, OrgId } from '#contracts/ids.ts';
import { hashKey, shardOf } from '../../domain/ids.ts';
import { kind } from '../kind.ts';
import { instantKey, outboxPartition } from './work.ts';

export const letterKinds = [
  'CONFIRM',
  'RESET',
  'INVITE',
  'IN_USE',
  'PASSWORD_CHANGED',
  'FACTOR_RESET',
  'CONNECTED',
  'ORG_DELETED',
  'INVOICE_READY',
  'PAYMENT_FAILED',
] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Mail of accounts, and what is to be removed when it runs out. */
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

/** Work of accounts in the outbox. Names ids, an address and no code: that is made when the mail is sent. */
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
    letter: z.enum(letterKinds).nullable(),
    /** Of a purge: a code by its hash, or an account that was never confirmed. */
    removes: z.enum(['CODE', 'REGISTRATION']).nullable(),
    /** Account or member the letter is about, or what is removed. */
    subject: z.string().nullable(),
    /** BCP 47. */
    locale: z.string().nullable(),
    /** What the letter says beside its link. */
    values: z.record(z.string(), z.string()),
    notBefore: instant,
    notAfter: instant,
    lease: instant.nullable(),
    failures: z.int().nullable(),
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

/** Whether a row of the outbox is one of these, by its key. */
export const isAccountWork = (rk: string): boolean => /^\d{14}\|(?:mail|purge)\|/.test(rk);
