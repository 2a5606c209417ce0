import { may } from '#contracts/core/permissions.ts';
import type { Permission } from '#contracts/core/permissions.ts';
import { useUserDetails } from '../../api/client/queries.ts';

/** True if the reader has the permission in their organisation; false until the reader's details are loaded. */
export const useMayInOrg = (permission: Permission): boolean => {
  const { data: me } = useUserDetails();
  return me !== undefined && may(permission, { role: me.role, belongsToTeam: true, isOwner: false });
};
