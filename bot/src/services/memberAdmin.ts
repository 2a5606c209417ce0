import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { MemberId, TeamId } from '#contracts/ids.ts';
import type { activateMember as activateMemberCall } from '#contracts/member.ts';
import type { getOrgOfMember as getOrgOfMemberCall } from '#contracts/org.ts';
import { may } from '#contracts/permissions.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { profile as profileKind } from '../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { teamMember } from '../store/kinds/team.ts';
import { requireTeam } from './access.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import { endFeed } from './calendarFeed.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { concernedOrg } from './orgsConcerned.ts';
import { patched, revise } from './revise.ts';
import { requireOtherAdmin } from './rolesGuard.ts';
import type { GuardDeps } from './rolesGuard.ts';
import { openTeams, placesOf } from './standing.ts';
import { openRuns } from './openRuns.ts';
import { announceRuns, settleRuns } from './teamAdminRuns.ts';

type MemberDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & GuardDeps;
export type OrgMember = ValueOf<typeof orgMember>;

/** A member whom the caller may know of: oneself, who shares a team, for admins anybody of the organisation; else NOT_FOUND. */
export const requireMember = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  memberId: MemberId,
): Promise<OrgMember> => {
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(orgMember, { memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const isSelf = memberId === actor.memberId;
  const theirs = isSelf ? [] : openTeams(await placesOf(records, memberId));
  const belongsToTeam = isSelf || theirs.some((teamId) => actor.teamIds.includes(teamId));
  if (!may('member.read', { role: actor.role, belongsToTeam, isOwner: isSelf }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  return member.value;
};

/** Somebody who is in a team of the organisation now, for who manages members. */
export const requireTeamMember = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId, memberId }: { readonly teamId: TeamId; readonly memberId: MemberId },
): Promise<Stored<TeamMember>> => {
  await requireTeam(deps, actor, teamId, 'member.manage');
  const row = await inOrg(deps.store, actor.orgId).get(teamMember, { teamId, memberId });
  if (row?.value.leftOn !== null) throw new AppError('NOT_FOUND');
  return row;
};

export const getOrgOfMember = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { memberId }: ParsedOf<typeof getOrgOfMemberCall>,
): Promise<OutputOf<typeof getOrgOfMemberCall>> => {
  await requireMember(deps, actor, memberId);
  const { organisation } = await concernedOrg(deps, actor, undefined);
  return { id: organisation.orgId, name: organisation.name, isActive: organisation.state === 'ACTIVE' };
};

/** The last admin cannot be switched off: nobody could switch them on again. */
const requireNotLastAdmin = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<void> => {
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(orgMember, { memberId });
  if (member?.value.role !== 'admin') return;
  const { userId } = member.value;
  const user = userId === null ? undefined : await records.get(orgUser, { userId });
  await requireOtherAdmin(deps, records, { member, user });
};

/** Whoever is signed in anywhere as this member is signed out; who is switched on in no team any more has no calendar either. */
const endSessions = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<void> => {
  const member = await inOrg(deps.store, actor.orgId).get(orgMember, { memberId });
  const userId = member?.value.userId ?? null;
  if (userId === null) return;
  await revise(outside(deps.store), profileKind, { userId }, (row) => ({ ...row, sessionEpoch: row.sessionEpoch + 1 }));
  if (openTeams(await placesOf(inOrg(deps.store, actor.orgId), memberId)).length === 0)
    await endFeed(deps, userId, actor.orgId);
};

/**
 * Switches a member of a team on or off. Who is off owes nothing from this moment on, in open runs too, has no access to
 * the team and is signed out; what they answered stays. Their role is the organisation's and stays as well.
 */
export const activateMember = async (
  deps: MemberDeps,
  actor: Actor,
  { teamId, memberId, flag: isEnabled }: ParsedOf<typeof activateMemberCall>,
): Promise<OutputOf<typeof activateMemberCall>> => {
  const { value } = await requireTeamMember(deps, actor, { teamId, memberId });
  if (!isEnabled && value.isEnabled) await requireNotLastAdmin(deps, actor, memberId);
  const records = inOrg(deps.store, actor.orgId);
  const runs = (await openRuns(records, teamId)).filter(({ occurrence }) =>
    occurrence.members.some((one) => one.memberId === memberId),
  );
  await announceRuns(deps, actor.orgId, runs);
  const message = isEnabled ? 'activity.memberEnabled' : 'activity.memberDisabled';
  const isChanged = await revise(
    records,
    teamMember,
    { teamId, memberId },
    (row) => patched(row, { isEnabled }),
    ({ name }) =>
      deedSteps(records, actor, {
        ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
        ...{ message, values: { name } },
      }),
  );
  if (isChanged && !isEnabled) await endSessions(deps, actor, memberId);
  await settleRuns(deps, actor.orgId, runs);
  return { id: memberId, isEnabled };
};
