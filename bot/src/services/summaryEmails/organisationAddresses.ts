import type { OrgId } from '#contracts/core/ids.ts';
import { inOrg } from '../../store/kind.ts';
import { orgMember, orgUser } from '../../store/kinds/org.ts';
import { prefixRange } from '../../store/port.ts';
import type { Deps } from '../core/deps.ts';
import { ownerOf } from '../tenancy/recipientLanguage.ts';
import { placesOf } from '../tenancy/livingOrganisation.ts';

type StoreDeps = Pick<Deps, 'store'>;

const isAccountOf = async (deps: StoreDeps, orgId: OrgId, address: string): Promise<boolean> => {
  const owner = await ownerOf(deps, address);
  if (owner?.isConfirmed !== true) return false;
  return (await inOrg(deps.store, orgId).get(orgUser, { userId: owner.userId })) !== undefined;
};

/**
 * The given addresses (lower case) that belong to the organisation: to a confirmed account in it, or by its roster to
 * a present member of one of its teams. Microsoft vouches for the addresses of a roster.
 */
export const addressesOfOrg = async (
  deps: StoreDeps,
  orgId: OrgId,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const address of addresses) if (await isAccountOf(deps, orgId, address)) found.add(address);
  const left = new Set(addresses.filter((address) => !found.has(address)));
  if (left.size === 0) return found;
  const records = inOrg(deps.store, orgId);
  const members = await records.list(orgMember, undefined, prefixRange('mem|'));
  for (const { value } of members) {
    const address = value.email.toLowerCase();
    if (left.has(address) && (await placesOf(records, value.memberId)).length > 0) found.add(address);
  }
  return found;
};
