import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

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
