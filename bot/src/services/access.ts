import { AppError } from '#contracts/errors.ts';
import type { MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import { may } from '#contracts/permissions.ts';
import type { Permission } from '#contracts/permissions.ts';
import { inOrg } from '../store/kind.ts';
import type { Records, Stored, ValueOf } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { meeting as meetingKind, team as teamKind } from '../store/kinds/team.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';

type TeamRow = Stored<ValueOf<typeof teamKind>>;

const existingTeam = async (records: Records<OrgId>, teamId: TeamId): Promise<TeamRow> => {
  const row = await records.get(teamKind, { teamId });
  if (row === undefined || row.value.state === 'DELETED') throw new AppError('NOT_FOUND');
  return row;
};

/**
 * The team, when the actor may do this in it. A team of another organisation, one the actor does not belong to and one
 * that does not exist look the same (NOT_FOUND); FORBIDDEN is said only to somebody who belongs to it.
 */
export const requireTeam = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  teamId: TeamId,
  permission: Permission,
): Promise<TeamRow> => {
  const belongsToTeam = actor.teamIds.includes(teamId);
  if (!may(permission, { role: actor.role, belongsToTeam, isOwner: false }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  return existingTeam(inOrg(deps.store, actor.orgId), teamId);
};

/** A meeting belongs to who made it. */
const isCreator = (actor: Actor, meeting: Meeting): boolean =>
  actor.memberId !== null && meeting.createdBy === actor.memberId;

/**
 * The meeting, when the actor may do this to it; refusals as of `requireTeam`. `owns` says what "own" means for the
 * permission asked (of `answer.write`: one's own answer); somebody outside the team owns nothing in it.
 */
export const meetingOf = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  meetingId: MeetingId,
  permission: Permission,
  owns: (actor: Actor, meeting: Meeting) => boolean = isCreator,
): Promise<Stored<Meeting>> => {
  const records = inOrg(deps.store, actor.orgId);
  const pointer = await records.get(meetingPointer, { meetingId });
  if (pointer === undefined) throw new AppError('NOT_FOUND');
  const { teamId } = pointer.value;
  // The pointer is written first, so it may point at nothing.
  const row = await records.get(meetingKind, { teamId, meetingId });
  if (row === undefined) throw new AppError('NOT_FOUND');
  const belongsToTeam = actor.teamIds.includes(teamId);
  const isOwner = belongsToTeam && owns(actor, row.value);
  if (!may(permission, { role: actor.role, belongsToTeam, isOwner }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  // Who belongs has been found to belong to a living team.
  if (!belongsToTeam) await existingTeam(records, teamId);
  return row;
};
