import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { User } from '#contracts/people/userAndProfileCalls.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import type { Deps } from '../core/deps.ts';
import { roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { Holder } from '../tenancy/lastAdminGuardAndRoles.ts';

export type Profile = ValueOf<typeof profileKind>;

export const nameOf = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const profileOf = async (deps: Pick<Deps, 'store'>, userId: UserId): Promise<Profile | undefined> =>
  (await outside(deps.store).get(profileKind, { userId }))?.value;

/**
 * Returns the account's row in this organisation, and the row of its member (undefined if the account has no member).
 * Throws NOT_FOUND if the account is not in this organisation.
 */
export const memberOfUser = async (records: Records<OrgId>, userId: UserId): Promise<Holder> => {
  const user = await records.get(orgUser, { userId });
  if (user === undefined) throw new AppError('NOT_FOUND');
  const { memberId } = user.value;
  return { user, member: memberId === null ? undefined : await records.get(orgMember, { memberId }) };
};

export const accountName = async (deps: Pick<Deps, 'store'>, { user }: Holder): Promise<string> => {
  const account = user === undefined ? undefined : await profileOf(deps, user.value.userId);
  return account === undefined ? '–' : nameOf(account) || account.email;
};

/**
 * Returns the account as lists show it; undefined if the account was deleted, although its row in the organisation
 * still exists.
 */
export const userOf = async (
  deps: Pick<Deps, 'store'>,
  organisation: { readonly orgId: OrgId; readonly name: string },
  place: ValueOf<typeof orgUser>,
): Promise<User | undefined> => {
  const { userId, memberId } = place;
  const records = inOrg(deps.store, organisation.orgId);
  const [account, holder, factor] = await Promise.all([
    profileOf(deps, userId),
    memberOfUser(records, userId),
    outside(deps.store).get(totp, { userId }),
  ]);
  if (account === undefined) return undefined;
  return {
    id: userId,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    role: roleOfHolder(holder),
    memberId,
    isConfirmed: account.isConfirmed,
    hasSecondFactor: factor?.value.state === 'ON',
    orgId: organisation.orgId,
    orgName: organisation.name,
  };
};
