import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { cancelOpenRuns } from './updateOpenRunsOnTeamChange.ts';

/** Cancels the open runs of a deleted team and marks the team's row as deleted. A repeated call changes nothing. */
export const markTeamDeletedAndCancelRuns = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  orgId: OrgId,
  teamId: TeamId,
  actor: string,
): Promise<void> => {
  const why = { reason: 'DELETED', actor } as const;
  await cancelOpenRuns(deps, orgId, teamId, why);
  await updateRow(inOrg(deps.store, orgId), teamKind, { teamId }, (row) => mergeChanges(row, { state: 'DELETED' }));
  // Cancels again, because a due row may have opened a run after the first cancellation.
  await cancelOpenRuns(deps, orgId, teamId, why);
};
