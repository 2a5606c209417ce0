import { inOrg } from '../../store/records.ts';
import { DeletionInterrupted, listTeamsOf } from '../runs/batchedDeletion.ts';
import type { BatchedDeletionDeps } from '../runs/batchedDeletion.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { listOrganisationsOfShard } from '../tenancy/organisationIndex.ts';
import { indexTeam } from './writeSearchIndex.ts';

/**
 * Indexes the final weeks of all teams of a shard. Returns false if the work of an organisation failed, which is logged and does not
 * stop the others.
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
