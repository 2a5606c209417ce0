import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/core/ids.ts';
import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/ids.ts';
import { memberRoles } from '#contracts/core/permissions.ts';
import { BoundedMap } from '#contracts/memo.ts';
import { hashKey } from '../../domain/core/keyHashing.ts';
import { kind, listedKind } from '../records.ts';

/**
 * Reserves an email address (lower case) for one account. A reservation that is still pending after 24 h may be taken over; If-Match
 * lets one of several registrations win.
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
    /** +1 at password change, disable, erasure: ends all sessions made before. */
    sessionEpoch: z.int(),
    /** Joined Microsoft accounts open this account only if they were joined in this epoch or later. */
    joinsFrom: z.int().nullish(),
    isConfirmed: z.boolean(),
    /** Organisation used last; a person in several comes back to it. */
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
  /** argon2id in PHC form. */
  schema: z.object({ hash: z.string(), changedAt: instant }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'pw' }),
});

/** The operator, or a superadmin, let the account with this address act as superadmin. */
export const superadminProof = kind({
  name: 'superadminProof',
  table: 'Accounts',
  version: 1,
  schema: z.object({ email: z.string(), confirmedBy: z.string(), confirmedAt: instant }),
  at: (_scope: null, key: { userId: UserId }) => ({ pk: `u:${key.userId}`, rk: 'sa' }),
});

/** A person's place in an organisation; memberId null until a roster has them. */
export const membership = listedKind({
  name: 'membership',
  table: 'Accounts',
  version: 1,
  schema: z.object({ orgId, memberId: memberId.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; memberId: MemberId | null }) => `m|${key.orgId}|${key.memberId ?? '-'}`,
});

/** The address of a person's calendar feed in an organisation, keyed by the hash of its secret. It is deleted with the account or the membership. */
export const calendarFeed = listedKind({
  name: 'calendarFeed',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    orgId,
    hash: z.string(),
    createdAt: instant,
    /** The account's epoch in the session that made the address. */
    epoch: z.int().nullish(),
  }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId }) => `feed|${key.orgId}`,
});

/** The person's last visit to a team, and the end of the visit before; null = there was none. */
export const visit = listedKind({
  name: 'visit',
  table: 'Accounts',
  version: 1,
  schema: z.object({ at: instant, before: instant.nullable() }),
  partition: (_scope: null, key: { readonly userId: UserId }) => `u:${key.userId}`,
  rowKey: (key: { userId: UserId; orgId: OrgId; teamId: TeamId }) => `seen|${key.orgId}|${key.teamId}`,
});

/** A person of Teams. */
export interface TeamsUserKey {
  readonly tid: string;
  readonly oid: string;
}

// Cache of partition keys: every activity from Teams needs one, mostly for the same people, and each key takes two hashes.
const teamsUserPartitions = new BoundedMap<string, string>(10_000);
/** Two ids and a margin. A longer name belongs to no person in Teams. */
const longestTeamsUser = 100;

export const teamsUserPartition = ({ tid, oid }: TeamsUserKey): string => {
  // The length in front makes the name unique: no other pair of ids gives the same text.
  const name = `${tid.length}|${tid}|${oid}`;
  const cached = teamsUserPartitions.get(name);
  if (cached !== undefined) return cached;
  const created = `aad:${hashKey(tid.toLowerCase())}|${hashKey(oid.toLowerCase())}`;
  if (name.length <= longestTeamsUser) teamsUserPartitions.set(name, created);
  return created;
};

/** Teams user (tid + oid, never e-mail) → organisation and member. */
export const teamsUser = kind({
  name: 'teamsUser',
  table: 'Accounts',
  version: 1,
  schema: z.object({
    orgId,
    memberId,
    userId: userId.nullable(),
    /**
     * Instant at which the owner, signed in to both, let it open the whole account; null = it opens only what belongs to its own
     * tenant.
     */
    joinedAt: instant.nullable(),
    /** Changes that joining made, so that a removal can undo them; missing on rows that were joined before this was stored. */
    join: z
      .object({
        /** Of the session that joined it. */
        epoch: z.int(),
        /** The identity belonged to this account before, in that account's organisation only. */
        hadAccount: z.boolean(),
        /** The account's role in the organisation while it was no member there; null = it had no membership. */
        placeRole: z.enum(memberRoles).nullable(),
        memberRole: z.enum(memberRoles),
      })
      .nullish(),
  }),
  at: (_scope: null, key: TeamsUserKey) => ({ pk: teamsUserPartition(key), rk: 'm' }),
});
