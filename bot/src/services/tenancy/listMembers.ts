import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { isMutedAt } from '../../domain/runs/isMutedAt.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisationsMembersAndVacations.ts';
import { teamMember } from '../../store/kinds/teamsMeetingsHolidays.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from './requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';

export type TeamMember = ValueOf<typeof teamMember>;

/**
 * Returns a function that is true for a member who has left the team or is disabled. It is false for a person who has
 * no row in the team.
 */
export const isGoneIn =
  (members: ReadonlyMap<MemberId, Pick<TeamMember, 'leftOn' | 'isEnabled'>>) =>
  (memberId: MemberId): boolean => {
    const member = members.get(memberId);
    return member !== undefined && (member.leftOn !== null || !member.isEnabled);
  };

const memberRows = prefixRange('M|');

export const listAllMembers = (records: Records<OrgId>, teamId: TeamId): Promise<Stored<TeamMember>[]> =>
  records.list(teamMember, { teamId }, memberRows);

/** Returns the members who have not left the team, including disabled ones. */
export const listPresentMembers = async (records: Records<OrgId>, teamId: TeamId): Promise<TeamMember[]> =>
  (await listAllMembers(records, teamId)).map((row) => row.value).filter((item) => item.leftOn === null);

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
