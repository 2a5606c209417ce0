import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { endCalendarFeed } from '../daysOff/publishedCalendarFeed.ts';
import { isInAnotherOrganisation } from '../tenancy/isInAnotherOrganisation.ts';
import type { Deps } from '../core/deps.ts';
import { endTokenFamiliesOf } from '../identity/refreshTokens.ts';
import { identityKey } from '../identity/microsoftIdentities.ts';
import type { Identity } from '../identity/microsoftIdentities.ts';
import { getOrInsert, mergeChanges, retryOnConflict, updateRow } from '../core/optimisticUpdate.ts';

// Removes a joined Microsoft account from an account. It keeps its member, answers and teams, and then signs in to an
// account of its own. If it already signed in to this account before the join, it still does, but opens only the
// organisation of its tenant.

export type IdentityRemovalDeps = Pick<Deps, 'store'>;

type Removed = Pick<Identity, 'tid' | 'oid' | 'orgId' | 'memberId'>;

type Join = NonNullable<ValueOf<typeof teamsUser>['join']>;
type Role = Join['memberRole'];

/**
 * Returns the role that the account keeps in the organisation when its membership is separated from the member; null if
 * it keeps no membership there.
 */
const roleLeft = (join: Join | null | undefined, memberRole: Role): Role | null => {
  // Rows of older versions do not record what the join changed. The account keeps its membership, because it may have
  // had one before the join.
  if (join == null) return memberRole;
  if (join.placeRole === null) return null;
  return join.placeRole === 'admin' && memberRole === 'admin' ? 'admin' : 'user';
};

/**
 * Returns the member's role after the separation. The member keeps its role, unless it got the role admin from the
 * account through the join.
 */
const memberRoleLeft = (join: Join | null | undefined, memberRole: Role): Role =>
  join?.placeRole === 'admin' && join.memberRole === 'user' ? 'user' : memberRole;

/**
 * Separates the account's membership from the member. Returns true if the account keeps a membership in the
 * organisation.
 */
const separate = (
  deps: IdentityRemovalDeps,
  { orgId, memberId }: Removed,
  userId: UserId,
  join: Join | null | undefined,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const [place, member] = await Promise.all([records.get(orgUser, { userId }), records.get(orgMember, { memberId })]);
    const memberRole = member?.value.role ?? 'user';
    // An account without any organisation could not sign in. So if this is its only organisation, it keeps a membership
    // with the role user.
    const left = roleLeft(join, memberRole) ?? ((await isInAnotherOrganisation(deps, userId, orgId)) ? null : 'user');
    const steps: RecordStep[] = [];
    if (member?.value.userId === userId) {
      const next = { ...member.value, userId: null, role: memberRoleLeft(join, memberRole) };
      steps.push(records.replaceStep(orgMember, { memberId }, next, member.etag));
    }
    if (place?.value.memberId === memberId)
      steps.push(
        left === null
          ? records.deleteStep(orgUser, { userId })
          : records.replaceStep(orgUser, { userId }, { userId, memberId: null, role: left }, place.etag),
      );
    if (steps.length > 0) await records.transact(steps);
    return left !== null;
  });

const forgetPlace = async (
  deps: IdentityRemovalDeps,
  { orgId, memberId }: Removed,
  userId: UserId,
  keepsPlace: boolean,
): Promise<void> => {
  const records = outside(deps.store);
  if (keepsPlace) {
    const empty = { orgId, memberId: null };
    await getOrInsert(records, membership, { userId, ...empty }, () => empty);
  } else {
    await endCalendarFeed(deps, userId, orgId);
    await updateRow(records, profileKind, { userId }, (row) =>
      row.lastOrgId === orgId ? mergeChanges(row, { lastOrgId: null }) : undefined,
    );
  }
  const key = { userId, orgId, memberId };
  const place = await records.get(membership, key);
  if (place !== undefined) await records.delete(membership, key, place.etag);
};

/** Removes the Microsoft account from the account, and ends the sessions that it opened. */
export const detachIdentity = async (deps: IdentityRemovalDeps, userId: UserId, identity: Removed): Promise<void> => {
  const { tid, oid, memberId } = identity;
  const records = outside(deps.store);
  const join = (await records.get(teamsUser, { tid, oid }))?.value.join;
  // If the Microsoft account already signed in to this account before the join, it still does, but only for the
  // organisation of its tenant.
  const left = join?.hadAccount === true ? userId : null;
  await updateRow(records, teamsUser, { tid, oid }, (row) =>
    row.userId === userId ? mergeChanges(row, { userId: left, joinedAt: null }) : undefined,
  );
  if (left === null) {
    const keepsPlace = await separate(deps, identity, userId, join);
    await forgetPlace(deps, identity, userId, keepsPlace);
  }
  // The record of the join is cleared last, because an interrupted removal needs it to finish. Meanwhile, a sign-in may
  // have linked the account again through the member's row, so the link is cleared again too.
  await updateRow(records, teamsUser, { tid, oid }, (row) =>
    row.memberId === memberId && (row.userId === null || row.userId === userId)
      ? mergeChanges(row, { userId: left, joinedAt: null, join: null })
      : undefined,
  );
  await endTokenFamiliesOf(deps, userId, identityKey(identity));
};
