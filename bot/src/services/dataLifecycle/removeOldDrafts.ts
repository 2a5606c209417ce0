import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isDraftOver } from '../../domain/answers/compareAndExpireDrafts.ts';
import { inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { isConflict, prefixRange } from '../../store/tableStorePort.ts';
import { forEachRow, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';

/** Deletes an organisation's drafts that can no longer be sent, because their runs are over or never opened. */
export const removeOldDrafts = async (deps: BatchedDeletionDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  const now = deps.clock.now();
  for (const { teamId } of await listTeamsOf(deps, orgId)) {
    const pk = teamPartition(orgId, teamId);
    await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('F|') }, async (row) => {
      const { meetingId, memberId, date } = readAs(answerDraft, row).value;
      const run = (await records.get(runKind, { teamId, meetingId, date }))?.value;
      if (!isDraftOver({ memberId, date }, run, now)) return;
      try {
        await deps.store.delete('Team', row, row.etag);
      } catch (error) {
        // The member saved the draft again or sent the answer in the meantime, so there is no old draft to delete.
        if (!isConflict(error)) throw error;
      }
    });
  }
};
