import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../recordKindsAndAccess.ts';

/** Purpose of a code. A code is accepted only for its own purpose. */
export const codeKinds = ['CONFIRM', 'RESET', 'INVITE', 'CONNECT', 'DOWNLOAD', 'OAUTH', 'SIGN_IN', 'UNDELETE'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** An issued code. The row contains only the hash of the code, so a person who reads the store cannot use the code. */
export const code = kind({
  name: 'code',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    kind: z.enum(codeKinds),
    subject: z.string(),
    payload: z.record(z.string(), z.string()),
    exp: instant,
    used: instant.nullable(),
  }),
  /** `hash`: SHA-256 of the code in hex. */
  at: (_scope: null, key: { hash: string }) => ({ pk: `tok:${key.hash}`, rk: 't' }),
});

/**
 * Data for completing an account. The row is written at the registration, and removed when the address is confirmed or
 * the registration ends without a confirmation.
 */
export const registration = kind({
  name: 'registration',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    userId,
    orgId,
    /** Name of the organisation to create; null for a person who was invited into an existing organisation. */
    organizationName: z.string().nullable(),
    memberId: memberId.nullable(),
    /** SHA-256 of the invitation's code, which becomes invalid at the confirmation; null without an invitation. */
    invitation: z.string().nullish(),
    /** SHA-256 of a secret in the browser of the registration. This browser can confirm the address without the password. */
    browser: z.string().nullish(),
    /** If the address is not confirmed by this instant, the account and its rows are removed. */
    until: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'reg' }),
});
