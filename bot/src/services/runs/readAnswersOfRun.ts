import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { readAs, scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Pause } from '../core/slicedWork.ts';
import { takenRows } from './readRunAndDayRows.ts';

/** Returns the answers that the run accepts, with one scan. */
export const readAnswersOfRun = async (
  { records, teamId }: { readonly records: Records<OrgId>; readonly teamId: TeamId },
  run: Run,
  pause: Pause,
): Promise<ValueOf<typeof answerKind>[]> => {
  const range = prefixRange(`D|${run.date}|${run.meetingId}|a|`);
  const answers: ValueOf<typeof answerKind>[] = [];
  for await (const rows of scanPages(records.store, 'Team', teamPartition(records.scope, teamId), range))
    for (const row of rows) {
      await pause();
      for (const { value } of takenRows(run, readAs(answerKind, row))) answers.push(value);
    }
  return answers;
};
