import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { instantsFor, memberIn } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { isAskedAgain, withVacation } from '../../domain/daysOff/applyVacationChangeToRun.ts';
import type { VacationChange } from '../../domain/daysOff/applyVacationChangeToRun.ts';
import { isStillNamed } from '../../domain/runs/membersAndObservers.ts';
import { inSequentialOrder } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { Deps } from '../core/deps.ts';
import { rejectOpeningsInProgress } from '../runs/state/rejectOpeningsInProgress.ts';
import { openRuns } from '../runs/openRunsAndChangeEffect.ts';
import { summaryIntentStep } from '../runs/summaryIntent.ts';
import { writeOutbox } from '../runs/writeOutboxAndDueRows.ts';
import { memberMessages } from '../runs/buildRunMessages.ts';
import type { RunRef } from '../runs/outboxRowAndRunRef.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { readRun } from '../runs/readRunAndDayRows.ts';
import type { RunRows } from '../runs/readRunAndDayRows.ts';

// Applies a changed vacation to open runs. If a run opens at each member's local time, it may be open before it has
// asked all members; the change still counts for the members whom it has not asked.

type VacationDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * Writes the prompt of a member whom the run asks because a vacation was removed. The due row that writes the prompts
 * of the member's zone may already have been handled. An existing prompt stays unchanged. Call it after the run
 * is written: the sender skips the prompt of a member who is away in the run for good.
 */
const writePrompt = async (
  deps: VacationDeps,
  runRef: RunRef,
  { run: runRow, rows }: { readonly run: Run; readonly rows: RunRows },
  { memberId }: VacationChange,
): Promise<void> => {
  const member = memberIn(runRow, memberId);
  const set = member === undefined ? undefined : instantsFor(runRow, member);
  if (set === undefined) return;
  const prompts = memberMessages(runRef, runRow, rows, { kind: 'prompt', at: set.opensAt });
  await writeOutbox(
    deps.store,
    prompts.filter((prompt) => prompt.who === memberId),
  );
};

const followInRun = (
  deps: VacationDeps,
  records: Records<OrgId>,
  runRef: RunRef,
  vacation: VacationChange,
): Promise<void> =>
  retryOnConflict(async () => {
    const rows = await readRun(records, runRef);
    const now = deps.clock.now();
    const stored = rows.run;
    if (stored === undefined) return;
    const changed = withVacation(stored.value, vacation, now);
    // The requested summary corrects the counts, and completes the run if no member owes an answer any more.
    if (changed !== undefined)
      await inSequentialOrder(deps.store, [
        [summaryIntentStep(deps.store, runRef, changed.opensAt, now)],
        [records.replaceStep(runKind, runRef, changed, stored.etag)],
      ]);
    const run = changed ?? stored.value;
    if (isAskedAgain(run, vacation)) await writePrompt(deps, runRef, { run, rows }, vacation);
  });

/**
 * Applies a changed vacation to the open runs of a team. Call it after each save, even if the save changes nothing: an
 * earlier call may have crashed after it stored the days or changed a run.
 */
export const applyVacationToOpenRuns = async (
  deps: VacationDeps,
  records: Records<OrgId>,
  teamId: TeamId,
  vacation: VacationChange,
): Promise<void> => {
  const { memberId, dates } = vacation;
  // With one opening for all members, a run that is being opened has reached every member's opening, so the change does
  // not count for it.
  const isConcerned = ({ timeBasis, members }: Meeting): boolean =>
    timeBasis === 'MEMBER' && members.includes(memberId);
  await rejectOpeningsInProgress(deps, records, teamId, { dates: [...dates], isConcerned });
  for (const { meeting, run } of await openRuns(records, teamId)) {
    if (!isStillNamed(meeting, memberId)) continue;
    if (withVacation(run, vacation, deps.clock.now()) === undefined && !isAskedAgain(run, vacation)) continue;
    const { meetingId, date } = run;
    await followInRun(deps, records, { orgId: records.scope, teamId, meetingId, date }, vacation);
  }
};
