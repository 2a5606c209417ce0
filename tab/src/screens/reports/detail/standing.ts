import { may } from '#contracts/permissions.ts';
import type { Permission } from '#contracts/permissions.ts';
import type { MeetingDetail } from '#contracts/meeting.ts';
import { useUserDetails } from '../../../api/queries.ts';

/** Whether the reader may do something to the report; false until it is known who reads. */
export const useMay = ({ createdBy }: Pick<MeetingDetail, 'createdBy'>): ((permission: Permission) => boolean) => {
  const { data: me } = useUserDetails();
  return (permission) =>
    me !== undefined &&
    // Who can read the report belongs to its team.
    may(permission, { role: me.role, belongsToTeam: true, isOwner: me.memberId !== null && me.memberId === createdBy });
};
