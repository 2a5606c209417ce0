import type { DigestStopReason } from '#contracts/digests/digestCalls.ts';
import type { Role } from '#contracts/core/rolesAndPermissions.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';

/** Current data of the owner, on whose behalf the digest reads reports. */
export interface OwnerFacts {
  readonly role: Role;
  /**
   * Membership of the owner in the digest's team, or in any team for a digest of the organisation. Undefined if none
   * exists.
   */
  readonly place: { readonly isEnabled: boolean; readonly hasLeft: boolean } | undefined;
}

interface StopFacts {
  readonly isOrganisation: boolean;
  /** False if the team of the digest was deleted. Always true for a digest of the organisation. */
  readonly hasTeam: boolean;
  /** Data of the owner; undefined if the owner was erased. */
  readonly owner: OwnerFacts | undefined;
}

/** Returns the reason to stop a digest; null if its team exists and its owner may still read the reports in it. */
export const whyDigestStops = ({ isOrganisation, hasTeam, owner }: StopFacts): DigestStopReason | null => {
  if (!hasTeam) return 'TEAM_GONE';
  if (owner === undefined) return 'OWNER_GONE';
  if (owner.place === undefined || owner.place.hasLeft) return 'OWNER_LEFT';
  if (!owner.place.isEnabled) return 'OWNER_DISABLED';
  const permission = isOrganisation ? 'digest.organisation' : 'report.read';
  return hasPermission(permission, { role: owner.role, belongsToTeam: true, isOwner: true }) ? null : 'NO_RIGHT';
};
