import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { profile } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { findTeamMemberships } from './activeOrganisationAndTeams.ts';

// Ensures that an organisation always has an admin who can act. Every write that removes an admin also replaces the
// organisation's row under its ETag, so of two concurrent removals, one fails and checks again.

/** A person of an organisation: a member of teams, a web account, or both. */
export interface Holder {
  readonly user: Stored<ValueOf<typeof orgUser>> | undefined;
  readonly member: Stored<ValueOf<typeof orgMember>> | undefined;
}

/**
 * Returns the role of a person. It is stored in the member's row or, for an account without a member, in the account's
 * row in the organisation. If the member's row is missing, the role is user.
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
 * True if the admin can sign in with Microsoft: this installation supports it, and the directory row of the admin's
 * Microsoft account points to this member. The admin needs no team for this.
 */
const comesByMicrosoft = async (deps: GuardDeps, { scope }: Records<OrgId>, admin: Admin): Promise<boolean> => {
  const { tid = null, oid = null } = admin;
  if (deps.entra === null || tid === null || oid === null) return false;
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer?.value.orgId === scope && pointer.value.memberId === admin.memberId;
};

/** True if at least one admin of the organisation can sign in with Microsoft. */
export const hasMicrosoftAdmin = async (deps: GuardDeps, records: Records<OrgId>): Promise<boolean> => {
  for (const admin of await adminsOf(records)) if (await comesByMicrosoft(deps, records, admin)) return true;
  return false;
};

/**
 * True if the admin can act: as a member of a team, by signing in with Microsoft or, if the organisation accepts
 * passwords, with a confirmed account.
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
  /** The person who loses the role admin; null if the change takes it from no person. */
  readonly dethroned: Holder | null;
}

// Number of attempts. An attempt fails only if another change of the organisation succeeded at the same moment, so 60
// attempts are enough.
const tries = 60;

/**
 * Writes a change in the organisation's partition, and returns true. If `plan` returns undefined, there is nothing to
 * change, and the result is false. Throws LAST_ADMIN if no admin who can act would remain.
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
