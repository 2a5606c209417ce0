import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { DigestId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { digest as digestKind } from '../../store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Digest } from './readDigestsAndBuildRows.ts';

type StoreDeps = Pick<Deps, 'store'>;

/**
 * Throws NOT_FOUND or FORBIDDEN if the actor may not read the digests of this team. `teamId` null = the digests of the
 * organisation.
 */
export const requireDigestPlace = async (deps: StoreDeps, actor: Actor, teamId: TeamId | null): Promise<void> => {
  if (teamId !== null) {
    await requireTeam(deps, actor, teamId, 'report.read');
    return;
  }
  const { role } = actor;
  if (!hasPermission('digest.organisation', { role, belongsToTeam: false, isOwner: false }))
    throw new AppError('FORBIDDEN');
};

/**
 * True if the actor may change the digest: a digest of a team by its owner or an admin, a digest of the organisation
 * only by an admin.
 */
export const mayChange = (actor: Actor, { teamId, ownerId }: Pick<Digest, 'teamId' | 'ownerId'>): boolean => {
  const { role, memberId } = actor;
  if (teamId === null) return hasPermission('digest.organisation', { role, belongsToTeam: false, isOwner: false });
  const isOwner = memberId !== null && memberId === ownerId;
  return hasPermission('digest.write', { role, belongsToTeam: actor.teamIds.includes(teamId), isOwner });
};

/**
 * Returns the digest if the actor may read it. For a digest of the organisation, a person who is no admin gets
 * NOT_FOUND, so that the person does not learn that the digest exists.
 */
export const requireDigest = async (deps: StoreDeps, actor: Actor, id: DigestId): Promise<Stored<Digest>> => {
  const row = await inOrg(deps.store, actor.orgId).get(digestKind, { id });
  if (row === undefined) throw new AppError('NOT_FOUND');
  const { teamId } = row.value;
  if (teamId === null && !mayChange(actor, row.value)) throw new AppError('NOT_FOUND');
  await requireDigestPlace(deps, actor, teamId);
  return row;
};

export const requireChangeable = async (deps: StoreDeps, actor: Actor, id: DigestId): Promise<Stored<Digest>> => {
  const row = await requireDigest(deps, actor, id);
  if (!mayChange(actor, row.value)) throw new AppError('FORBIDDEN');
  return row;
};
