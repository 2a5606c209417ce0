import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { AppError } from '#contracts/core/errors.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { profile, teamsUser } from '../../store/kinds/accountsMembershipsTeamsUsersVisits.ts';
import { org as orgKind, orgMember, orgUser } from '../../store/kinds/organisationsMembersAndVacations.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { findTeamMemberships } from './activeOrganisationAndTeams.ts';

// Ensures that an organisation always has an admin who can act. Every write that removes an admin depends on the ETag
// of the organisation's row, so one of two concurrent removals fails and checks again.

/** A person of an organisation: a member of teams, a web account, or both. */
export interface Holder {
  readonly user: Stored<ValueOf<typeof orgUser>> | undefined;
  readonly member: Stored<ValueOf<typeof orgMember>> | undefined;
}

/**
 * Returns the role of a person. The member's row stores it; for an account without a member, the account's row stores
 * it. An account whose member row is missing has the role user.
 */
export const roleOfHolder = ({ user, member }: Holder): 'user' | 'admin' => {
  if (member !== undefined) return member.value.role;
  return user?.value.memberId === null ? user.value.role : 'user';
};

interface Admin {
  readonly userId: UserId | null;
  readonly memberId: MemberId | null;
  readonly tid?: string | null;
  readonly oid?: string | null;
}

export interface GuardDeps extends Pick<Deps, 'store'> {
  readonly entra: object | null;
}

const adminsOf = async (records: Records<OrgId>): Promise<Admin[]> => {
  const [members, users] = await Promise.all([
    records.list(orgMember, undefined, prefixRange('mem|')),
    records.list(orgUser, undefined, prefixRange('user|')),
  ]);
  return [
    ...members.filter(({ value }) => value.role === 'admin').map(({ value }) => value),
    ...users.filter(({ value }) => value.role === 'admin' && value.memberId === null).map(({ value }) => value),
  ];
};

/**
 * True if the admin can sign in with Microsoft. The admin needs no team for this, only a directory row of the tenant
 * that points to this member.
 */
const comesByMicrosoft = async (deps: GuardDeps, { scope }: Records<OrgId>, admin: Admin): Promise<boolean> => {
  const { tid = null, oid = null } = admin;
  if (deps.entra === null || tid === null || oid === null) return false;
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer?.value.orgId === scope && pointer.value.memberId === admin.memberId;
};

/** True if at least one admin can sign in without a password. */
export const hasMicrosoftAdmin = async (deps: GuardDeps, records: Records<OrgId>): Promise<boolean> => {
  for (const admin of await adminsOf(records)) if (await comesByMicrosoft(deps, records, admin)) return true;
  return false;
};

/**
 * True if the admin can act: as a member of a team, with a Microsoft sign-in, or with a confirmed account if passwords are
 * accepted.
 */
const canAct = async (
  deps: GuardDeps,
  records: Records<OrgId>,
  admin: Admin,
  takesPasswords: boolean,
): Promise<boolean> => {
  if (admin.memberId !== null && (await findTeamMemberships(records, admin.memberId)).length > 0) return true;
  if (await comesByMicrosoft(deps, records, admin)) return true;
  if (admin.userId === null || !takesPasswords) return false;
  return (await outside(deps.store).get(profile, { userId: admin.userId }))?.value.isConfirmed === true;
};

const isSame = (admin: Admin, { user, member }: Holder): boolean =>
  (admin.memberId !== null && admin.memberId === member?.value.memberId) ||
  (admin.userId !== null && admin.userId === user?.value.userId);

export const requireOtherAdmin = async (deps: GuardDeps, records: Records<OrgId>, holder: Holder): Promise<void> => {
  const takesPasswords = (await records.get(orgKind, undefined))?.value.microsoftOnly !== true;
  for (const admin of await adminsOf(records))
    if (!isSame(admin, holder) && (await canAct(deps, records, admin, takesPasswords))) return;
  throw new AppError('LAST_ADMIN');
};

export interface GuardedChange {
  readonly steps: readonly RecordStep[];
  /** The person who loses the admin role; null if the change removes no admin. */
  readonly dethroned: Holder | null;
}

// Number of attempts. An attempt fails only if another change of the organisation succeeded at the same moment, and
// fewer than 60 such changes happen at once.
const tries = 60;

/**
 * Writes a change in the organisation's partition and returns true. `plan` returns undefined if there is nothing to change.
 * Throws LAST_ADMIN if the change would leave no admin who can act.
 */
export const changeWithAdminGuard = (
  deps: GuardDeps,
  orgId: OrgId,
  plan: (records: Records<OrgId>) => Promise<GuardedChange | undefined>,
): Promise<boolean> => {
  const records = inOrg(deps.store, orgId);
  return retryOnConflict(async () => {
    const organisation = await records.get(orgKind, undefined);
    if (organisation === undefined) throw new AppError('NOT_FOUND');
    const change = await plan(records);
    if (change === undefined) return false;
    if (change.dethroned !== null) await requireOtherAdmin(deps, records, change.dethroned);
    const guard = records.replaceStep(orgKind, undefined, organisation.value, organisation.etag);
    await records.transact([guard, ...change.steps]);
    return true;
  }, tries);
};
