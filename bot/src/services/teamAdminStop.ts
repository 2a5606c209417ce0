import type { OrgId, TeamId } from '#contracts/ids.ts';
import { inOrg } from '../store/kind.ts';
import { team as teamKind } from '../store/kinds/team.ts';
import type { Deps } from './deps.ts';
import { patched, revise } from './revise.ts';
import { cancelOpenRuns } from './teamAdminRuns.ts';

/** Calls off the open runs of a team that is deleted, then says so in its own row. Done twice it changes nothing. */
export const stopTeam = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  orgId: OrgId,
  teamId: TeamId,
  actor: string,
): Promise<void> => {
  const why = { reason: 'DELETED', actor } as const;
  await cancelOpenRuns(deps, orgId, teamId, why);
  await revise(inOrg(deps.store, orgId), teamKind, { teamId }, (row) => patched(row, { state: 'DELETED' }));
  // A run that opened in between.
  await cancelOpenRuns(deps, orgId, teamId, why);
};
