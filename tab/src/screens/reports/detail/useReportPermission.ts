import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { useUserDetails } from '../../../api/client/userDetailsAndOrgPauseCheck.ts';

/**
 * Returns a function that returns true if the reader has a permission for the report. It returns false until the
 * reader's details are loaded.
 */
export const useReportPermission = ({
  createdBy,
}: Pick<MeetingDetail, 'createdBy'>): ((permission: Permission) => boolean) => {
  const { data: me } = useUserDetails();
  return (permission) =>
    me !== undefined &&
    // The server returns a report only to members of its team, so the reader belongs to the team.
    hasPermission(permission, {
      role: me.role,
      belongsToTeam: true,
      isOwner: me.memberId !== null && me.memberId === createdBy,
    });
};
