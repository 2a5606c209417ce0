import type { Team } from '#contracts/organisations/teamAndMemberCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisationsMembersAndVacations.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';

/** Returns the caller's own teams, connected or not, sorted by name. */
export const listTeams = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<Team[]> => {
  const records = inOrg(deps.store, actor.orgId);
  const rows = await Promise.all(actor.teamIds.map((teamId) => records.get(orgTeam, { teamId })));
  return rows
    .flatMap((row) => (row === undefined || row.value.state === 'DELETED' ? [] : [row.value]))
    .map(({ teamId, name }) => ({ id: teamId, name }))
    .sort(byName(actor.locale));
};
