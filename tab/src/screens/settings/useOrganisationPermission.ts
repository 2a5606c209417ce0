import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';

/** True if the reader's role has the permission in the organisation. False until the reader's details are loaded. */
export const useOrganisationPermission = (permission: Permission): boolean => {
  const { data: me } = useUserDetails();
  return me !== undefined && hasPermission(permission, { role: me.role, belongsToTeam: true, isOwner: false });
};
