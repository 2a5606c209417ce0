import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { DeletionInterrupted, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { listOrganisationsOfShard } from '../tenancy/listIndexedOrganisations.ts';
import { indexTeam } from './writeAndTrimSearchIndex.ts';

/**
 * Indexes, for all teams of a shard, the weeks whose answers can no longer change. If it fails for an organisation, the
 * error is logged, the next organisation is indexed, and the result is false.
 */
export const indexShard = async (deps: BatchedDeletionDeps, shard: string): Promise<boolean> => {
  let succeeded = true;
  for await (const organisation of listOrganisationsOfShard(deps, shard)) {
    if (organisation === undefined) continue;
    const { orgId } = organisation;
    try {
      if ((await findActiveOrganisation(inOrg(deps.store, orgId))) === undefined) continue;
      for (const { teamId, state } of await listTeamsOf(deps, orgId))
        if (state !== 'DELETED') await indexTeam(deps, { orgId, teamId });
    } catch (error) {
      if (error instanceof DeletionInterrupted) throw error;
      deps.log.error('searchIndex.failed', error, { orgId });
      succeeded = false;
    }
  }
  return succeeded;
};
