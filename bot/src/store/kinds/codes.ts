import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/ids.ts';
import type { UserId } from '#contracts/ids.ts';
import { kind } from '../kind.ts';

/** What a code is good for: one of another kind is never taken for it. */
export const codeKinds = ['CONFIRM', 'RESET', 'INVITE', 'CONNECT', 'DOWNLOAD', 'OAUTH', 'SIGN_IN', 'UNDELETE'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** A code that was given out, by its hash: who reads the store cannot use it. */
export const code = kind({
  name: 'code',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    kind: z.enum(codeKinds),
    /** Id of whom or what it is for. */
    subject: z.string(),
    payload: z.record(z.string(), z.string()),
    exp: instant,
    used: instant.nullable(),
  }),
  /** `hash`: SHA-256 of the code in hex. */
  at: (_scope: null, key: { hash: string }) => ({ pk: `tok:${key.hash}`, rk: 't' }),
});

/** What an account still has to become: written at registration, gone once its address is confirmed. */
export const registration = kind({
  name: 'registration',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    userId,
    orgId,
    /** Of the organisation to be made; null for somebody invited into one. */
    organizationName: z.string().nullable(),
    memberId: memberId.nullable(),
    /** Unconfirmed after this instant, all of it is removed. */
    until: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'reg' }),
});
