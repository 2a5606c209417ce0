import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { kind } from '../../recordKindsAndAccess.ts';

/**
 * Reserves an email address (lower case) for one account. Another registration may take over a pending reservation
 * after 24 hours, sooner if its account does not exist, and at once if a code proves the address. If several
 * registrations try at the same time, If-Match lets only the first succeed.
 */
export const emailGuard = kind({
  name: 'emailGuard',
  table: 'Accounts',
  version: 1,
  schema: z.object({ userId, state: z.enum(['PENDING', 'CONFIRMED']), since: instant }),
  at: (_scope: null, key: { email: string }) => ({ pk: `em:${hashKey(key.email)}`, rk: 'u' }),
});

export const profile = kind({
  name: 'profile',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    userId,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    photoUrl: z.string().nullable(),
    /**
     * Increased by each event that ends all earlier sessions, such as a new password, a reset of the second factor,
     * disabling or erasure.
     */
    sessionEpoch: z.int(),
    /**
     * A joined Microsoft account opens this account only if it was joined in this session epoch or a later one. If
     * `joinsFrom` is null, every epoch is accepted.
     */
    joinsFrom: z.int().nullish(),
    /**
     * Joined Microsoft accounts that a request is removing since `at`. They are no remaining way to sign in, although
     * they still open the account until the removal ends. An entry applies only to the join made at `joinedAt`.
     */
    removals: z
      .array(z.object({ memberId, joinedAt: instant, at: instant }))
      .readonly()
      .nullish(),
    isConfirmed: z.boolean(),
    /** The organisation used last. The next sign-in opens it if the person belongs to several. */
    lastOrgId: orgId.nullable(),
    locale: z.string().nullable(),
    createdOn: instant,
  }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'p' }),
});

export const password = kind({
  name: 'password',
  table: 'Accounts',
  version: 1,
  /** `hash`: the password, hashed with argon2id, in PHC format. */
  schema: z.object({ hash: z.string(), changedAt: instant }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'pw' }),
});

/** Records that the operator or a superadmin allowed the account with this address to act as superadmin. */
export const superadminProof = kind({
  name: 'superadminProof',
  table: 'Accounts',
  version: 1,
  schema: z.object({ email: z.string(), confirmedBy: z.string(), confirmedAt: instant }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'sa' }),
});
