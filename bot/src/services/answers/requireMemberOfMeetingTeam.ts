import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { RunCache } from '../runs/runAndMeetingCache.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';

/**
 * Returns the caller as a member of the meeting's team. Throws NOT_FOUND both for a missing meeting and for a meeting
 * of a team to which the caller does not belong, so that callers cannot find out which meetings exist.
 */
export const requireMemberOfMeetingTeam = async (
  deps: Pick<Deps, 'store'> & { readonly runs: RunCache },
  actor: Actor,
  meetingId: MeetingId,
): Promise<{ teamId: TeamId; memberId: MemberId; member: TeamMember }> => {
  const records = inOrg(deps.store, actor.orgId);
  const teamId = await deps.runs.teamOf(records, meetingId);
  if (teamId === undefined || !actor.teamIds.includes(teamId)) throw new AppError('NOT_FOUND');
  if (!hasPermission('answer.write', { role: actor.role, belongsToTeam: true, isOwner: true }))
    throw new AppError('FORBIDDEN');
  if (actor.memberId === null) throw new AppError('NOT_ASKED');
  const row = await records.get(teamMember, { teamId, memberId: actor.memberId });
  if (row === undefined) throw new AppError('NOT_ASKED');
  return { teamId, memberId: actor.memberId, member: row.value };
};
