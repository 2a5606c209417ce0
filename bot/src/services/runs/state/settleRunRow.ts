import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { MeetingPeople } from '../../../domain/runs/membersAndObservers.ts';
import { settledRun, withDroppedMembers } from '../../../domain/runs/runClosingAndDroppedMembers.ts';
import { inSequentialOrder } from '../../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../../store/recordKindsAndAccess.ts';
import { runKind } from '../../../store/kinds/runs/run.ts';
import { isConflict } from '../../../store/tableStorePort.ts';
import type { TeamMember } from '../../tenancy/listMembers.ts';
import { repliesOf } from '../readRunAndDayRows.ts';
import type { RunRows } from '../readRunAndDayRows.ts';
import { changedCountsSteps, countsStep, runKeyOf, logStep } from './runCountsAndLogSteps.ts';
import type { EngineDeps, RunCounts } from './runCountsAndLogSteps.ts';

const settlingLogKey = (run: Run): MessageKey =>
  run.reason === 'ALL_ANSWERED' ? 'activity.runAllAnswered' : 'activity.runWindowOver';

/**
 * Keeps a call that paused from leaving older counts than those of another call. `counts`: the counts that were read
 * before the rows of the run; they are replaced only if they are still the same. `intents`: steps that are written
 * before the change and request a summary, which corrects the counts, also after a crash in between.
 */
type CountsGuard = { readonly counts: Stored<RunCounts> | undefined } | { readonly intents: readonly RecordStep[] };

/**
 * Writes the counts of a run, and completes the run if no member owes an answer or its window is over. Returns the
 * resulting run; undefined if it or its counts changed in the meantime, so that the caller must read it again.
 */
export const settleRunRow = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: CountsGuard & {
    readonly stored: Stored<Run>;
    readonly rows: RunRows;
    readonly people: readonly TeamMember[];
    readonly meeting: Pick<Meeting, 'id' | 'teamId'> & MeetingPeople;
  },
): Promise<Run | undefined> => {
  const { stored, rows, people, meeting } = run;
  const now = deps.clock.now();
  const before = stored.value;
  const after = settledRun(withDroppedMembers(before, people, meeting), repliesOf(rows), now);
  const key = runKeyOf(meeting, before.date);
  const counted = { run: after, rows, now };
  const counts =
    'intents' in run ? [countsStep(records, key, counted)] : changedCountsSteps(records, key, counted, run.counts);
  const entry = { message: settlingLogKey(after), answered: rows.answers.length, actor: productName, now };
  try {
    await inSequentialOrder(deps.store, [
      'intents' in run ? run.intents : [],
      [
        ...(after === before ? [] : [records.replaceStep(runKind, key, after, stored.etag)]),
        ...counts,
        ...(after.state === before.state ? [] : [logStep(records, key, after, entry)]),
      ],
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return after;
};
