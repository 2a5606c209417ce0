import { z } from 'zod';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { instant, memberId, orgId, userId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { memberRoles } from '#contracts/core/rolesAndPermissions.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { kind } from '../../recordKindsAndAccess.ts';

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
