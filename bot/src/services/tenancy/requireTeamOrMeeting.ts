import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { Permission } from '#contracts/core/rolesAndPermissions.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { meeting as meetingKind, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';

type TeamRow = Stored<ValueOf<typeof teamKind>>;

const existingTeam = async (records: Records<OrgId>, teamId: TeamId): Promise<TeamRow> => {
  const row = await records.get(teamKind, { teamId });
  if (row === undefined || row.value.state === 'DELETED') throw new AppError('NOT_FOUND');
  return row;
};

/**
 * Returns the team if the actor has the permission in it. Throws NOT_FOUND for a missing team, a team of another
 * organisation and a team that the actor does not belong to, and FORBIDDEN only for the actor's own team, so that no
 * one learns which other teams exist.
 */
export const requireTeam = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamRow> => {
  const belongsToTeam = actor.teamIds.includes(teamId);
  if (!hasPermission(permission, { role: actor.role, belongsToTeam, isOwner: false }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  return existingTeam(inOrg(deps.store, actor.orgId), teamId);
};

const isCreator = (actor: Actor, meeting: Meeting): boolean =>
  actor.memberId !== null && meeting.createdBy === actor.memberId;

/**
 * A permission, and the rule that decides whether an actor counts as the owner of a meeting for it. For `answer.write`,
 * the owner is the author of the answer.
 */
interface OwnedPermission {
  readonly permission: Permission;
  readonly owns: (actor: Actor, meeting: Meeting) => boolean;
}

/**
 * Returns the meeting if the actor has the permission for it; otherwise throws the same errors as `requireTeam`. An
 * actor who does not belong to the team owns no meeting in it.
 */
export const meetingOwnedBy = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  meetingId: MeetingId,
  { permission, owns }: OwnedPermission,
): Promise<Stored<Meeting>> => {
  const records = inOrg(deps.store, actor.orgId);
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer === undefined) throw new AppError('NOT_FOUND');
  const { teamId } = pointer.value;
  // The meeting may be missing although its pointer exists: the pointer is written first, and it remains after the
  // meeting is deleted.
  const row = await records.get(meetingKind, { teamId, meetingId });
  if (row === undefined) throw new AppError('NOT_FOUND');
  const belongsToTeam = actor.teamIds.includes(teamId);
  const isOwner = belongsToTeam && owns(actor, row.value);
  if (!hasPermission(permission, { role: actor.role, belongsToTeam, isOwner }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  // The actor's `teamIds` contain only teams that exist, so the team is checked only for an actor outside it.
  if (!belongsToTeam) await existingTeam(records, teamId);
  return row;
};

/**
 * Returns the meeting if the actor has the permission for it. The member who created the meeting owns it. Throws the
 * same errors as `requireTeam`.
 */
export const requireMeeting = (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  meetingId: MeetingId,
  permission: Permission,
): Promise<Stored<Meeting>> => meetingOwnedBy(deps, actor, meetingId, { permission, owns: isCreator });
