import type { Instant, MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { EntraPerson } from '../../gateways/entraPort.ts';
import { inOrg, outside, readAs } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser, teamsUserPartition } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';

// Microsoft accounts (tenant and object id) with which a person signs in to an account of the product. A sign-in opens
// the whole account if the owner joined the Microsoft account to it; otherwise it opens only the organisation of the
// Microsoft account's tenant.

type Pointer = ValueOf<typeof teamsUser>;

export interface Identity extends EntraPerson {
  readonly orgId: OrgId;
  readonly memberId: MemberId;
  readonly name: string;
  /**
   * Instant at which the owner joined the Microsoft account to the account. Null = not joined, so a sign-in with it
   * opens only the organisation of its tenant.
   */
  readonly joinedAt: Instant | null;
  /** True if the row stores a join, even one that is no longer valid and must still be removed. */
  readonly wasJoined: boolean;
}

/**
 * True if the join was made in the session epoch `joinsFrom` or later. A password reset, and a change of password that
 * removes the joined Microsoft accounts, raise `joinsFrom`: all earlier joins become invalid, even one in progress.
 */
const isStanding = ({ joinedAt, join }: Pointer, joinsFrom: number | null | undefined): boolean =>
  joinedAt !== null && (join?.epoch ?? 0) >= (joinsFrom ?? 0);

/** Returns the key by which a session stores the Microsoft account that opened it. */
export const identityKey = (person: EntraPerson): string => teamsUserPartition(person);

/**
 * True if this Microsoft account opens the whole account: the owner joined it while signed in to both accounts, and the
 * join is still valid.
 */
export const isJoinedIdentity = async (
  deps: Pick<Deps, 'store'>,
  { tid, oid }: EntraPerson,
  userId: UserId,
): Promise<boolean> => {
  const records = outside(deps.store);
  const [pointer, profile] = await Promise.all([
    records.get(teamsUser, { tid, oid }),
    records.get(profileKind, { userId }),
  ]);
  return pointer?.value.userId === userId && isStanding(pointer.value, profile?.value.joinsFrom);
};

/**
 * Returns the Microsoft accounts that sign in to this account. A member has at most one Microsoft account, so they are
 * found through the account's memberships and their members.
 */
export const listIdentities = async (deps: Pick<Deps, 'store'>, userId: UserId): Promise<readonly Identity[]> => {
  const records = outside(deps.store);
  const [places, profile] = await Promise.all([
    records.list(membership, { userId }, prefixRange('m|')),
    records.get(profileKind, { userId }),
  ]);
  const matches = await Promise.all(
    places.map(async ({ value: { orgId, memberId } }): Promise<Identity[]> => {
      if (memberId === null) return [];
      const member = (await inOrg(deps.store, orgId).get(orgMember, { memberId }))?.value;
      if (member === undefined || member.tid === null || member.oid === null) return [];
      const { tid, oid, name } = member;
      const pointer = (await records.get(teamsUser, { tid, oid }))?.value;
      if (pointer?.userId !== userId || pointer.memberId !== memberId) return [];
      const joinedAt = isStanding(pointer, profile?.value.joinsFrom) ? pointer.joinedAt : null;
      return [{ tid, oid, orgId, memberId, name, joinedAt, wasJoined: pointer.joinedAt !== null }];
    }),
  );
  return matches.flat();
};

interface Opened {
  readonly userId: UserId;
  /**
   * The only organisation that the session opens. Null: the session opens the whole account, which needs a valid join.
   */
  readonly confinedTo: OrgId | null;
}

/**
 * True if the Microsoft account with this key may still open such a session of this user: for the whole account
 * (`confinedTo` null) the join must be valid, otherwise the link to the account is enough.
 */
export const isStillOpening = async (
  deps: Pick<Deps, 'store'>,
  key: string,
  { userId, confinedTo }: Opened,
): Promise<boolean> => {
  const { rk } = teamsUser.at(null, { tid: '', oid: '' });
  const row = await deps.store.get(teamsUser.table, { pk: key, rk });
  const pointer = row === undefined ? undefined : readAs(teamsUser, row).value;
  if (pointer?.userId !== userId) return false;
  if (confinedTo !== null) return true;
  const profile = await outside(deps.store).get(profileKind, { userId });
  return isStanding(pointer, profile?.value.joinsFrom);
};
