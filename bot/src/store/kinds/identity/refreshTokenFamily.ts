import { z } from 'zod';
import { instant, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

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
