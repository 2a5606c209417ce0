import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';

/**
 * Throws NOT_FOUND unless the meeting is or was in the team. Only the meeting's pointer is read, because runs have
 * their own copy of the meeting's data, so the meeting may be deleted.
 */
export const requireMeetingOfTeam = async (
  records: Records<OrgId>,
  teamId: TeamId,
  meetingId: MeetingId,
): Promise<void> => {
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer?.value.teamId !== teamId) throw new AppError('NOT_FOUND');
};
