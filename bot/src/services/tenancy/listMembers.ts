import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';

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
