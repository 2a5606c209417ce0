import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { accountOfMember } from '../tenancy/emailLanguageAndAccount.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

type StoreDeps = Pick<Deps, 'store'>;

const isAccountOf = async (deps: StoreDeps, orgId: OrgId, address: string): Promise<boolean> => {
  const owner = await accountOfMember(deps, address);
  if (owner?.isConfirmed !== true) return false;
  return (await inOrg(deps.store, orgId).get(orgUser, { userId: owner.userId })) !== undefined;
};

/**
 * Returns those of the addresses (lower case) that belong to the organisation: through a confirmed account in it, or
 * through the roster entry of a present member of one of its teams. Addresses in a roster come from Microsoft and need
 * no other proof.
 */
export const filterOrganisationAddresses = async (
  deps: StoreDeps,
  orgId: OrgId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const ownAddresses = new Set<string>();
  for (const address of addresses) if (await isAccountOf(deps, orgId, address)) ownAddresses.add(address);
  const left = new Set(addresses.filter((address) => !ownAddresses.has(address)));
  if (left.size === 0) return ownAddresses;
  const records = inOrg(deps.store, orgId);
  const members = await records.list(orgMember, undefined, prefixRange('mem|'));
  for (const { value } of members) {
    const address = value.email.toLowerCase();
    if (left.has(address) && (await findTeamMemberships(records, value.memberId)).length > 0) ownAddresses.add(address);
  }
  return ownAddresses;
};
