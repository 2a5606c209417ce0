import type { OrgId, TeamId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { instantsFor, memberIn } from '../domain/owing.ts';
import { withVacation } from '../domain/vacationInRun.ts';
import type { VacationChange } from '../domain/vacationInRun.ts';
import { inOrder } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { occurrence as occurrenceKind } from '../store/kinds/run.ts';
import type { Deps } from './deps.ts';
import { openRuns } from './openRuns.ts';
import { memberMessages, summaryIntent, writeOutbox } from './outboxRows.ts';
import type { RunRef } from './outboxRows.ts';
import { retryOnConflict } from './revise.ts';
import { readRun } from './runRows.ts';
import type { RunRows } from './runRows.ts';

// A run by member time is open while some of its members are still to be asked: their vacations count until then.

type VacationDeps = Pick<Deps, 'store' | 'clock'>;

/** Who is to be asked after all, by a row that waits for their time: their due row may have been seen to already. */
const writePrompt = async (
  deps: VacationDeps,
  run: RunRef,
  occurrence: Occurrence,
  rows: RunRows,
  { memberId }: VacationChange,
): Promise<void> => {
  const member = memberIn(occurrence, memberId);
  const set = member === undefined ? undefined : instantsFor(occurrence, member);
  if (set === undefined) return;
  const prompts = memberMessages(run, occurrence, rows, { kind: 'prompt', at: set.opensAt });
  await writeOutbox(
    deps.store,
    prompts.filter((one) => one.who === memberId),
  );
};

const followInRun = (
  deps: VacationDeps,
  records: Records<OrgId>,
  run: RunRef,
  vacation: VacationChange,
): Promise<void> =>
  retryOnConflict(async () => {
    const rows = await readRun(records, run);
    const now = deps.clock.now();
    const stored = rows.occurrence;
    const changed = stored === undefined ? undefined : withVacation(stored.value, vacation, now);
    if (stored === undefined || changed === undefined) return;
    if (!vacation.isAdded) await writePrompt(deps, run, changed, rows, vacation);
    // Its counts are made right, and it is completed when nobody owes any more.
    await inOrder(deps.store, [
      [summaryIntent(deps.store, run, changed.opensAt, now)],
      [records.replaceStep(occurrenceKind, run, changed, stored.etag)],
    ]);
  });

/** After the days themselves: saving the same days again makes good what a crash between the two left out. */
export const followVacation = async (
  deps: VacationDeps,
  records: Records<OrgId>,
  teamId: TeamId,
  vacation: VacationChange,
): Promise<void> => {
  for (const { meeting, occurrence } of await openRuns(records, teamId)) {
    if (!meeting.members.includes(vacation.memberId)) continue;
    if (withVacation(occurrence, vacation, deps.clock.now()) === undefined) continue;
    const { meetingId, date } = occurrence;
    await followInRun(deps, records, { orgId: records.scope, teamId, meetingId, date }, vacation);
  }
};
