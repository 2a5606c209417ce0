import { aDate } from '../../tests/support/data/idDateAndRecordBuilders.ts';
import { entityBytes } from '../../tests/support/fakes/tableService/storedTableAndServiceErrors.ts';
import { tableServiceLimits } from '../../tests/support/fakes/tableService/tableServiceLimits.ts';
import { runKind } from '../../bot/src/store/kinds/runs/run.ts';
import { inOrg } from '../../bot/src/store/recordKindsAndAccess.ts';
import type { Step as TableStep } from '../../bot/src/store/tableStorePort.ts';
import { today } from './movedClockAndBenchmarkInstants.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';
import type { Cluster } from './simulatedCluster.ts';

/** The row of a run of a report with more members than a report may have. */
interface LargeRun {
  readonly bytes: number;
  /** The reply of the store to the insert of the row. */
  readonly outcome: string;
  /** The number of members with which the row reaches the limit of an entity. */
  readonly mostMembers: number;
}

const bytesOf = (step: TableStep): number => {
  if (step.do !== 'insert') throw new Error('The step is not an insert.');
  const { pk, rk, values } = step.row;
  return entityBytes(
    pk,
    rk,
    new Map(Object.entries(values).map(([name, value]) => [name, { value, type: undefined }])),
  );
};

/** Repeats the members of a stored run until it has `members`, and tries to insert it as the run of another day. */
export const tryLargeRun = async (cluster: Cluster, { teams }: Day, members: number): Promise<LargeRun> => {
  const [[team], [deps]] = [teams, cluster.answerDeps];
  if (team === undefined || deps === undefined) throw new Error('There is no team or no instance.');
  const { orgId, teamId, meetingId } = team;
  const records = inOrg(deps.store, orgId);
  const stored = await records.get(runKind, { teamId, meetingId, date: aDate(today) });
  if (stored === undefined) throw new Error('The run has not opened.');
  const known = stored.value.members;
  const all = Array.from({ length: members }, (_, index) => known[index % known.length]).filter(
    (member) => member !== undefined,
  );
  const date = aDate('2026-11-23');
  const stepOf = (some: typeof all) =>
    records.insertStep(runKind, { teamId, meetingId, date }, { ...stored.value, date, members: some });
  const step = stepOf(all);
  const [small, bytes] = [bytesOf(stepOf(all.slice(0, known.length)).step), bytesOf(step.step)];
  const each = (bytes - small) / (members - known.length);
  const outcome = await records.transact([step]).then(
    () => 'stored',
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );
  const mostMembers = known.length + Math.floor((tableServiceLimits.entityBytes - small) / each);
  return { bytes, outcome, mostMembers };
};
