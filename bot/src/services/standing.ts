import type { MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { org as orgKind, memberTeam, orgTeam } from '../store/kinds/org.ts';
import { teamMember } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { TeamMember } from './members.ts';

export type Organisation = ValueOf<typeof orgKind>;

/** The organisation while people may be in it; undefined when it is missing, being deleted or deleted. */
export const livingOrg = async (records: Records<OrgId>): Promise<Organisation | undefined> => {
  const row = await records.get(orgKind, undefined);
  if (row === undefined) return undefined;
  switch (row.value.state) {
    case 'ACTIVE':
    case 'DEACTIVATED':
      return row.value;
    case 'DELETING':
    case 'DELETED':
      return undefined;
  }
};

/**
 * The member's places in teams, of this moment. The pointers are written first and may be orphans, so each is verified:
 * the team is not deleted and has not been left.
 */
export const placesOf = async (
  records: Records<OrgId>,
  memberId: MemberId,
): Promise<{ teamId: TeamId; row: TeamMember }[]> => {
  const pointers = await records.list(memberTeam, { memberId, teamId: '' as TeamId }, prefixRange(`mt|${memberId}|`));
  const places = await Promise.all(
    pointers.map(async ({ value: { teamId } }) => {
      const [team, place] = await Promise.all([
        records.get(orgTeam, { teamId }),
        records.get(teamMember, { teamId, memberId }),
      ]);
      const isThere = team !== undefined && team.value.state !== 'DELETED' && place?.value.leftOn === null;
      return isThere ? [{ teamId, row: place.value }] : [];
    }),
  );
  return places.flat();
};

/** The teams somebody has access to: who is disabled in a team has none to it. */
export const openTeams = (places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[]): TeamId[] =>
  places.filter((one) => one.row.isEnabled).map((one) => one.teamId);
