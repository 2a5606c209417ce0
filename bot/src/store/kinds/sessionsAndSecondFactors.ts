import { z } from 'zod';
import { instant, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';

export const signInMethods = ['PASSWORD', 'MICROSOFT', 'TEAMS'] as const;

/**
 * A refresh-token family: one sign-in, with the refresh tokens that replace each other in the browser. If the row is
 * missing, the session has ended.
 */
export const tokenFamily = listedKind({
  name: 'family',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    familyId: z.string(),
    userId,
    /**
     * The organisation that the session shows now. If the person switches to another organisation, this field changes.
     */
    orgId,
    /** The account's session epoch at the sign-in. If the account has another epoch now, the session has ended. */
    epoch: z.int(),
    /** Counter of the refresh token that is valid now. */
    counter: z.int(),
    rotatedAt: instant,
    expiresAt: instant,
    signedInAt: instant,
    method: z.enum(signInMethods),
    hasSecondFactor: z.boolean(),
    /**
     * The only organisation that the session may open, because only the tenant of that organisation confirmed the
     * person's identity; null if the session may open all organisations of the person.
     */
    confinedTo: orgId.nullable(),
    /** The Microsoft account of the sign-in (the partition of its `teamsUser` row). Removing that account ends the session. */
    identity: z.string().nullish(),
  }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; familyId: string }) => `fam|${key.familyId}`,
});

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

/**
 * Hashes of the networks from which the person has signed in, the latest first. Failed sign-ins from other networks do not slow
 * down sign-ins from these networks.
 */
export const knownNetworks = kind({
  name: 'knownNetworks',
  table: 'Accounts',
  version: 1,
  schema: z.object({ networks: z.array(z.object({ hash: z.string(), at: instant })) }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'net' }),
});
