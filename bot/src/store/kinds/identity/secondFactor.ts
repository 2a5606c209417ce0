import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/** The second factor of an account: the secret of an authenticator app, and recovery codes for a lost app. */
export const totp = kind({
  name: 'totp',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    /** PENDING: the secret was shown, but the person has not confirmed it with a code of the app. */
    state: z.enum(['PENDING', 'ON']),
    /** The secret, encrypted with a key of the installation. */
    sealed: z.string(),
    /** The last time step whose code was used. Codes of this step and of earlier steps are rejected. */
    lastStep: z.int(),
    /** SHA-256 of each recovery code that was not used yet. */
    recovery: z.array(z.string()),
    changedAt: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'totp' }),
});
