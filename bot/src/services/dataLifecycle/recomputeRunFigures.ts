import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { runFigures } from '../../domain/reports/questionFiguresAndTrends.ts';
import { answersTo } from '../../domain/reports/reportMembers.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { daySummary } from '../../store/kinds/runs/daySummary.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { startSlices } from '../core/slicedWork.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { readAnswersOfRun } from '../runs/readAnswersOfRun.ts';

interface RunPlace {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/**
 * Computes the stored figures of a run again from the answers that the store has now, so that they contain nothing of
 * an erased answer. Other counts of the run stay. Writes nothing if the figures are unchanged.
 */
export const recomputeRunFigures = async (
  { store }: Pick<BatchedDeletionDeps, 'store'>,
  { orgId, ...key }: RunPlace,
): Promise<void> => {
  const records = inOrg(store, orgId);
  const pause = await startSlices();
  await retryOnConflict(async () => {
    const [run, counts] = await Promise.all([records.get(runKind, key), records.get(daySummary, key)]);
    if (run === undefined || counts?.value.figures == null) return;
    const answers = await readAnswersOfRun({ records, teamId: key.teamId }, run.value, pause);
    const { questions } = run.value;
    const figures = runFigures(
      run.value,
      answers.map((answer) => ({ answers: answersTo(questions, answer) })),
    );
    if (JSON.stringify(figures) === JSON.stringify(counts.value.figures)) return;
    // The unchanged run is written too: a writer that read its answers before the erasure, and completes it now, then
    // gets a conflict and reads them again.
    await records.transact([
      records.replaceStep(runKind, key, run.value, run.etag),
      records.replaceStep(daySummary, key, { ...counts.value, figures }, counts.etag),
    ]);
  });
};
