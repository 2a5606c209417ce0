import { may } from '#contracts/permissions.ts';
import type { Permission } from '#contracts/permissions.ts';
import { useUserDetails } from '../../api/queries.ts';

/** Whether the reader may do something in their organisation; false until it is known who reads. */
export const useMayInOrg = (permission: Permission): boolean => {
  const { data: me } = useUserDetails();
  return me !== undefined && may(permission, { role: me.role, belongsToTeam: true, isOwner: false });
};
