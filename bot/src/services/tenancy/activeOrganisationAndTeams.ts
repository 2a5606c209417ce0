import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { memberTeam } from '../../store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { TeamMember } from './listMembers.ts';

export type Organisation = ValueOf<typeof orgKind>;

/** Returns the organisation if it is active or deactivated. Undefined if it is missing, pending deletion or deleted. */
export const findActiveOrganisation = async (records: Records<OrgId>): Promise<Organisation | undefined> => {
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
 * Returns the teams that the member is in now, with the member's row in each. A pointer to a team is written before the
 * team's own rows, so each team is checked: it must exist and not be deleted, and the member must not have left it.
 */
export const findTeamMemberships = async (
  records: Records<OrgId>,
  memberId: MemberId,
): Promise<{ teamId: TeamId; row: TeamMember }[]> => {
  const pointers = await records.list(memberTeam, undefined, prefixRange(`mt|${memberId}|`));
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

/**
 * Returns the ids of the teams to which the person has access. A member who is disabled in a team has no access to it.
 */
export const accessibleTeamIds = (places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[]): TeamId[] =>
  places.filter((place) => place.row.isEnabled).map((place) => place.teamId);

/** True if the person is in at least one team and an admin disabled the person in all of them. */
export const isDisabledInAllTeams = async (
  records: Records<OrgId>,
  { memberId, teamIds }: Pick<Actor, 'memberId' | 'teamIds'>,
): Promise<boolean> =>
  memberId !== null && teamIds.length === 0 && (await findTeamMemberships(records, memberId)).length > 0;

/**
 * Returns the language that the person chose in the organisation's teams; null if there is none. In a session for which
 * only a tenant proved the identity, it has priority over the account's language, because such a session cannot change
 * that.
 */
export const chosenTeamLocale = (places: readonly { readonly row: TeamMember }[]): string | null =>
  places.find(({ row }) => row.localeFrom === 'PERSON')?.row.locale ?? null;
