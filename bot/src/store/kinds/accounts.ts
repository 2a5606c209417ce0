import { z } from 'zod';
import { instant, memberId, orgId, userId } from '#contracts/ids.ts';
import type { MemberId, OrgId, TeamId, UserId } from '#contracts/ids.ts';
import { hashKey } from '../../domain/ids.ts';
import { kind } from '../kind.ts';

/** One account an address; pending older than 24 h may be taken over by If-Match. The address is already lower case. */
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

/** A person's place in an organisation; memberId null until a roster has them. */
export const membership = kind({
  name: 'membership',
  table: 'Accounts',
  version: 1,
  schema: z.object({ orgId, memberId: memberId.nullable() }),
  at: (_scope: null, key: { userId: UserId; orgId: OrgId; memberId: MemberId | null }) => ({
    pk: `u:${key.userId}`,
    rk: `m|${key.orgId}|${key.memberId ?? '-'}`,
  }),
});

/** The address of a person's own calendar in an organisation, by the hash of its secret: it goes with the account, or with the place. */
export const calendarFeed = kind({
  name: 'calendarFeed',
  table: 'Accounts',
  version: 1,
  schema: z.object({ orgId, hash: z.string(), createdAt: instant }),
  at: (_scope: null, key: { userId: UserId; orgId: OrgId }) => ({ pk: `u:${key.userId}`, rk: `feed|${key.orgId}` }),
});

/** When a person last looked at a team, and when the visit before that one ended; null = there was none. */
export const visit = kind({
  name: 'visit',
  table: 'Accounts',
  version: 1,
  schema: z.object({ at: instant, before: instant.nullable() }),
  at: (_scope: null, key: { userId: UserId; orgId: OrgId; teamId: TeamId }) => ({
    pk: `u:${key.userId}`,
    rk: `seen|${key.orgId}|${key.teamId}`,
  }),
});

/** A person of Teams. */
export interface TeamsUserKey {
  readonly tid: string;
  readonly oid: string;
}

// Asked of everything that comes from Teams, by people who come again: two hashes each time.
const teamsUserPartitions = new Map<string, string>();
const mostTeamsUserPartitions = 10_000;
/** Two ids and some more; whatever is longer is nobody of Teams. */
const longestTeamsUser = 100;

export const teamsUserPartition = ({ tid, oid }: TeamsUserKey): string => {
  // With the length in front, nobody else's two make the same one.
  const name = `${tid.length}|${tid}|${oid}`;
  const known = teamsUserPartitions.get(name);
  if (known !== undefined) return known;
  const fresh = `aad:${hashKey(tid.toLowerCase())}|${hashKey(oid.toLowerCase())}`;
  if (name.length > longestTeamsUser) return fresh;
  if (teamsUserPartitions.size >= mostTeamsUserPartitions) teamsUserPartitions.clear();
  teamsUserPartitions.set(name, fresh);
  return fresh;
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
    /** Since when its owner, signed in to both at once, lets it open the whole account; null = only what is of its own tenant. */
    joinedAt: instant.nullable(),
  }),
  at: (_scope: null, key: TeamsUserKey) => ({ pk: teamsUserPartition(key), rk: 'm' }),
});
