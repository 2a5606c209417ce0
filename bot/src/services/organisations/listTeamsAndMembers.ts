import type { Member, Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';
import type { TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isMutedAt } from '../../domain/runs/isMutedAt.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';

/** Returns the caller's own teams, connected or not, sorted by name. */
export const listTeams = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<Team[]> => {
  const records = inOrg(deps.store, actor.orgId);
  const rows = await Promise.all(actor.teamIds.map((teamId) => records.get(orgTeam, { teamId })));
  return rows
    .flatMap((row) => (row === undefined || row.value.state === 'DELETED' ? [] : [row.value]))
    .map(({ teamId, name }) => ({ id: teamId, name }))
    .sort(byName(actor.locale));
};

const toMember = (row: TeamMember, role: Member['role'], now: number): Member => ({
  id: row.memberId,
  name: row.name,
  email: row.email,
  thumbnailUrl: row.thumbnailUrl,
  isEnabled: row.isEnabled,
  role,
  timezone: row.timezone,
  isMuted: isMutedAt(row, now),
  unreachable: row.unreachable,
  unreachableSince: row.unreachableSince,
});

export const listMembers = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { teamId }: { readonly teamId: TeamId },
): Promise<Member[]> => {
  await requireTeam(deps, actor, teamId, 'team.read');
  const records = inOrg(deps.store, actor.orgId);
  const [present, members] = await Promise.all([
    listPresentMembers(records, teamId),
    records.list(orgMember, undefined, prefixRange('mem|')),
  ]);
  const roles = new Map(members.map(({ value }) => [value.memberId, value.role]));
  const now = deps.clock.now();
  return present.map((row) => toMember(row, roles.get(row.memberId) ?? 'user', now)).sort(byName(actor.locale));
};
