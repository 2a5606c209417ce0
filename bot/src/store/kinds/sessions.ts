import { z } from 'zod';
import { instant, orgId, userId } from '#contracts/ids.ts';
import type { UserId } from '#contracts/ids.ts';
import { kind } from '../kind.ts';

export const signInMethods = ['PASSWORD', 'MICROSOFT', 'TEAMS'] as const;

/** One sign-in and what came of it: the refresh tokens of one browser, one after another. No row = ended. */
export const family = kind({
  name: 'family',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    familyId: z.string(),
    userId,
    /** Where this session is; changed by switching. */
    orgId,
    /** Of the account when it was signed in to: another one there now = ended. */
    epoch: z.int(),
    /** Of the refresh token that is good now. */
    counter: z.int(),
    rotatedAt: instant,
    expiresAt: instant,
    signedInAt: instant,
    method: z.enum(signInMethods),
    hasSecondFactor: z.boolean(),
    /** The only organisation it opens, when a tenant vouches for the person there and nobody else does; null = all of theirs. */
    confinedTo: orgId.nullable(),
  }),
  at: (_scope: null, key: { userId: UserId; familyId: string }) => ({
    pk: `u:${key.userId}`,
    rk: `fam|${key.familyId}`,
  }),
});

/** The second factor of an account: an authenticator app, and codes for when it is lost. */
export const totp = kind({
  name: 'totp',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    /** PENDING: shown, not yet proved to be in an app. */
    state: z.enum(['PENDING', 'ON']),
    /** Sealed with a key of ours. */
    sealed: z.string(),
    /** The last time step whose code was used: no code counts twice. */
    lastStep: z.int(),
    /** SHA-256 of the recovery codes left. */
    recovery: z.array(z.string()),
    changedAt: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'totp' }),
});

/** Networks somebody has signed in from, by hash, the last one first: guessing elsewhere does not slow them down there. */
export const knownNetworks = kind({
  name: 'knownNetworks',
  table: 'Accounts',
  version: 1,
  schema: z.object({ networks: z.array(z.object({ hash: z.string(), at: instant })) }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'net' }),
});
