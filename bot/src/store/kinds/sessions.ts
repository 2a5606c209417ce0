import { z } from 'zod';
import { instant, orgId, userId } from '#contracts/core/ids.ts';
import type { UserId } from '#contracts/core/ids.ts';
import { kind, listedKind } from '../records.ts';

export const signInMethods = ['PASSWORD', 'MICROSOFT', 'TEAMS'] as const;

/** A refresh-token family: one sign-in and the refresh tokens that followed it in one browser. No row = the session ended. */
export const tokenFamily = listedKind({
  name: 'family',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    familyId: z.string(),
    userId,
    /** Present organisation of this session; changed by switching. */
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
    /**
     * The only organisation that the session opens, if only that organisation's tenant vouches for the person; null = all of the
     * person's organisations.
     */
    confinedTo: orgId.nullable(),
    /** The Microsoft account that opened it (partition of its `teamsUser` row), so that its removal can end the session. */
    identity: z.string().nullish(),
  }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; familyId: string }) => `fam|${key.familyId}`,
});

/** The second factor of an account: an authenticator app, and codes for when it is lost. */
export const totp = kind({
  name: 'totp',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    /** PENDING: shown, not yet proved to be in an app. */
    state: z.enum(['PENDING', 'ON']),
    /** Sealed with a key of the installation. */
    sealed: z.string(),
    /** The last time step whose code was used: no code counts twice. */
    lastStep: z.int(),
    /** SHA-256 of the recovery codes left. */
    recovery: z.array(z.string()),
    changedAt: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'totp' }),
});

/**
 * Networks from which the person has signed in, as hashes, the last one first. Guessing from other networks does not slow them
 * down there.
 */
export const knownNetworks = kind({
  name: 'knownNetworks',
  table: 'Accounts',
  version: 1,
  schema: z.object({ networks: z.array(z.object({ hash: z.string(), at: instant })) }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'net' }),
});
