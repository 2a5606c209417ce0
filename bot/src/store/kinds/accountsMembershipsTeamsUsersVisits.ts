import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { memberRoles } from '#contracts/core/rolesAndPermissions.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { hashKey } from '../../domain/core/hashesIdsAndReverseDates.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';

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

/** Membership of a person in an organisation. `memberId` is null until the roster of a team contains the person. */
export const membership = listedKind({
  name: 'membership',
  table: 'Accounts',
  version: 1,
  schema: z.object({ orgId, memberId: memberId.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; memberId: MemberId | null }) => `m|${key.orgId}|${key.memberId ?? '-'}`,
});

/**
 * The address of a person's calendar feed in an organisation. The row contains only the hash of the secret in the
 * address, and is deleted with the account or the membership.
 */
export const calendarFeed = listedKind({
  name: 'calendarFeed',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    orgId,
    hash: z.string(),
    createdAt: instant,
    /**
     * The account's session epoch when the address was created. The address is invalid if this epoch is lower than the account's
     * `joinsFrom`.
     */
    epoch: z.int().nullish(),
  }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId }) => `feed|${key.orgId}`,
});

/**
 * The visits of a person to a team. `at` is the instant of the latest request of the current visit, to the minute.
 * `before` is the same of the previous visit; null if there was no previous visit.
 */
export const visit = listedKind({
  name: 'visit',
  table: 'Accounts',
  version: 1,
  schema: z.object({ at: instant, before: instant.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; teamId: TeamId }) => `seen|${key.orgId}|${key.teamId}`,
});

/** Key of a Teams user: tenant and object id, which identify a person only together. */
export interface TeamsUserKey {
  readonly tid: string;
  readonly oid: string;
}

// Cache of partition keys. Every activity from Teams needs a key, mostly for the same people, and computing a key takes two
// hashes.
const teamsUserPartitions = new BoundedMap<string, string>(10_000);
/** Maximum length of a cached name: two ids with a margin. Longer names belong to no person in Teams. */
const longestTeamsUser = 100;

export const teamsUserPartition = ({ tid, oid }: TeamsUserKey): string => {
  // The length of the first id makes the name unique: no two pairs of ids give the same text.
  const name = `${tid.length}|${tid}|${oid}`;
  const cached = teamsUserPartitions.get(name);
  if (cached !== undefined) return cached;
  const created = `aad:${hashKey(tid.toLowerCase())}|${hashKey(oid.toLowerCase())}`;
  if (name.length <= longestTeamsUser) teamsUserPartitions.set(name, created);
  return created;
};

/** Maps a Teams user (tenant and object id, never the email address) to an organisation and a member. */
export const teamsUser = kind({
  name: 'teamsUser',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    orgId,
    memberId,
    userId: userId.nullable(),
    /**
     * Instant at which the owner, signed in to both accounts, joined this Microsoft account to the web account. If
     * `joinedAt` is null, the Microsoft account opens only the organisation of its own tenant.
     */
    joinedAt: instant.nullable(),
    /** State before the join, which a removal of the Microsoft account restores. Rows that were joined by earlier versions lack it. */
    join: z
      .object({
        epoch: z.int(),
        /**
         * True if this Microsoft account could already sign in to the account before the join, but only to the organisation of
         * its own tenant.
         */
        hadAccount: z.boolean(),
        /**
         * Role of the account in the organisation before the join, if the account had a membership of the organisation
         * without a member; otherwise null.
         */
        placeRole: z.enum(memberRoles).nullable(),
        memberRole: z.enum(memberRoles),
      })
      .nullish(),
  }),
  at: (_scope: null, key: TeamsUserKey) => ({ pk: teamsUserPartition(key), rk: 'm' }),
});
