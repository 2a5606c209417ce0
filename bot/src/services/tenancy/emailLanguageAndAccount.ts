import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { AccountWork } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import { findTeamMemberships } from './activeOrganisationAndTeams.ts';

type Profile = ValueOf<typeof profileKind>;
type StoreDeps = Pick<Deps, 'store'>;

export const accountOfMember = async ({ store }: StoreDeps, address: string): Promise<Profile | undefined> => {
  const guard = await outside(store).get(emailGuard, { email: address });
  if (guard === undefined) return undefined;
  return (await outside(store).get(profileKind, { userId: guard.value.userId }))?.value;
};

const languageInTeams = async ({ store }: StoreDeps, orgId: AccountWork['orgId'], member: MemberId | null) => {
  if (orgId === null || member === null) return undefined;
  const places = await findTeamMemberships(inOrg(store, orgId), member);
  return places.find(({ row }) => row.locale !== null)?.row.locale ?? undefined;
};

/**
 * Returns the language of an email: the language of the recipient's account, else that of the request, else the
 * recipient's last language in the chat, else `otherwise`.
 */
export const recipientLanguage = async (
  deps: StoreDeps,
  { address, orgId, locale }: Pick<AccountWork, 'address' | 'orgId' | 'locale'>,
  otherwise = 'en',
): Promise<string> => {
  const owner = await accountOfMember(deps, address);
  const known = owner?.locale ?? locale;
  if (known !== null || owner === undefined) return known ?? otherwise;
  const place = orgId ?? owner.lastOrgId;
  const user = place === null ? undefined : await inOrg(deps.store, place).get(orgUser, { userId: owner.userId });
  return (await languageInTeams(deps, place, user?.value.memberId ?? null)) ?? otherwise;
};
