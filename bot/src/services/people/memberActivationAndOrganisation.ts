import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { activateMember as activateMemberCall } from '#contracts/people/memberActivationAndPreferences.ts';
import type { getOrgOfMember as getOrgOfMemberCall } from '#contracts/people/getOrgOfMember.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { endCalendarFeed } from '../daysOff/publishedCalendarFeed.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { mergeChanges, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';
import { requireOtherAdmin } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { GuardDeps } from '../tenancy/lastAdminGuardAndRoles.ts';
import { accessibleTeamIds, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import { changeMembership } from '../runs/updateOpenRunsOnTeamChange.ts';
import { replanForReturn } from '../runs/replanForZoneOrReturn.ts';

type MemberDeps = Pick<Deps, 'store' | 'clock' | 'newId'> & GuardDeps;
export type OrgMember = ValueOf<typeof orgMember>;

/**
 * Returns a member whom the caller may see: the caller, a member of a shared team or, for an admin, any member of the
 * organisation. Otherwise throws NOT_FOUND, or FORBIDDEN for a member of a shared team whom the role may not read.
 */
export const requireMember = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  memberId: MemberId,
): Promise<OrgMember> => {
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(orgMember, { memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const isSelf = memberId === actor.memberId;
  const theirs = isSelf ? [] : accessibleTeamIds(await findTeamMemberships(records, memberId));
  const belongsToTeam = isSelf || theirs.some((teamId) => actor.teamIds.includes(teamId));
  if (!hasPermission('member.read', { role: actor.role, belongsToTeam, isOwner: isSelf }))
    throw new AppError(belongsToTeam ? 'FORBIDDEN' : 'NOT_FOUND');
  return member.value;
};

/**
 * Returns a member who has not left the team. Throws an AppError if the caller may not manage the team's members, and
 * NOT_FOUND if the person is not in the team.
 */
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
  const { organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  return { id: organisation.orgId, name: organisation.name, isActive: organisation.state === 'ACTIVE' };
};

/** Throws LAST_ADMIN if the member is the last admin who can act: no other person could enable this admin again. */
const requireNotLastAdmin = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<void> => {
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(orgMember, { memberId });
  if (member?.value.role !== 'admin') return;
  const { userId } = member.value;
  const user = userId === null ? undefined : await records.get(orgUser, { userId });
  await requireOtherAdmin(deps, records, { member, user });
};

const accountOf = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<OrgMember['userId']> =>
  (await inOrg(deps.store, actor.orgId).get(orgMember, { memberId }))?.value.userId ?? null;

/**
 * Ends all sessions of the member's account. Call it before the member is disabled: if the call fails in between, a
 * repeated call still finds the member enabled and ends the sessions again.
 */
const endSessions = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<void> => {
  const userId = await accountOf(deps, actor, memberId);
  if (userId === null) return;
  await updateRow(outside(deps.store), profileKind, { userId }, (row) => ({
    ...row,
    sessionEpoch: row.sessionEpoch + 1,
  }));
};

/** Ends the calendar feed of a member who is enabled in no team. */
const endFeedWithoutTeam = async (deps: MemberDeps, actor: Actor, memberId: MemberId): Promise<void> => {
  const userId = await accountOf(deps, actor, memberId);
  if (userId === null) return;
  if (accessibleTeamIds(await findTeamMemberships(inOrg(deps.store, actor.orgId), memberId)).length === 0)
    await endCalendarFeed(deps, userId, actor.orgId);
};

/**
 * Enables or disables a member of a team. A disabled member gets no more prompts, not even for open runs, loses access
 * to the team and is signed out. The member's answers and role in the organisation stay.
 */
export const activateMember = async (
  deps: MemberDeps,
  actor: Actor,
  { teamId, memberId, flag: isEnabled }: ParsedOf<typeof activateMemberCall>,
): Promise<OutputOf<typeof activateMemberCall>> => {
  const { value } = await requireTeamMember(deps, actor, { teamId, memberId });
  if (!isEnabled && value.isEnabled) await requireNotLastAdmin(deps, actor, memberId);
  const records = inOrg(deps.store, actor.orgId);
  await changeMembership(deps, { orgId: actor.orgId, teamId, memberIds: [memberId] }, async () => {
    if (isEnabled && !value.isEnabled) await replanForReturn(deps, records, { teamId, memberId });
    if (!isEnabled && value.isEnabled) await endSessions(deps, actor, memberId);
    const message = isEnabled ? 'activity.memberEnabled' : 'activity.memberDisabled';
    await updateWithLog(
      records,
      teamMember,
      { teamId, memberId },
      {
        change: (row) => mergeChanges(row, { isEnabled }),
        log: ({ name }) =>
          auditedActionSteps(records, actor, {
            ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
            ...{ message, values: { name } },
          }),
      },
    );
    if (!isEnabled) await endFeedWithoutTeam(deps, actor, memberId);
  });
  return { id: memberId, isEnabled };
};
