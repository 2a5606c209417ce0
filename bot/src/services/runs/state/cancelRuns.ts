import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { newRun } from '../../../domain/runs/runOpening.ts';
import type { RunPlan } from '../../../domain/runs/runOpening.ts';
import { inOrg, inSequentialOrder } from '../../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../../store/recordKindsAndAccess.ts';
import { runKind } from '../../../store/kinds/runs/run.ts';
import { isConflict } from '../../../store/tableStorePort.ts';
import { summaryIntentStep } from '../summaryIntent.ts';
import { retryOnConflict } from '../../core/optimisticUpdate.ts';
import { readRun } from '../readRunAndDayRows.ts';
import { countsStep, runKeyOf, logStep } from './runCountsAndLogSteps.ts';
import type { EngineDeps, RunKey } from './runCountsAndLogSteps.ts';
import { meetingSteps, readRunNow, vacationsOf } from './openMeetingRun.ts';
import type { OpenRequest } from './openMeetingRun.ts';

export type CancelReason = 'DEACTIVATED' | 'DELETED' | 'CANCELLED_TODAY' | 'HOLIDAY';

interface Cancelling {
  readonly reason: CancelReason;
  readonly actor: string;
}

/**
 * The steps that cancel an open run. `steps` belong into the transaction of the change that causes the cancellation;
 * `intents` (outbox rows) must be written before it.
 */
export interface CallingOff {
  readonly intents: readonly RecordStep[];
  readonly steps: readonly RecordStep[];
}

/** Returns the steps that cancel a run; undefined if the run is not open. */
export const cancelSteps = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: RunKey & Cancelling,
): Promise<CallingOff | undefined> => {
  const rows = await readRun(records, run);
  const stored = rows.run;
  if (stored?.value.state !== 'OPEN') return undefined;
  const cancelled: Run = { ...stored.value, state: 'CANCELLED', reason: run.reason };
  const now = deps.clock.now();
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: run.actor, now } as const;
  return {
    // The summary row later updates the posted messages and the cards that still ask for an answer.
    intents: [summaryIntentStep(records.store, { ...run, orgId: records.scope }, cancelled.opensAt, now)],
    steps: [
      records.replaceStep(runKind, run, cancelled, stored.etag),
      countsStep(records, run, { run: cancelled, rows, now }),
      logStep(records, run, cancelled, entry),
    ],
  };
};

/**
 * Cancels an open run. Its waiting messages are then skipped, and its answers stay readable. A completed run is not
 * cancelled, because its summary is already in the channel. Returns true if this call cancelled the run.
 */
export const cancelRun = (deps: EngineDeps, run: RunKey & Cancelling & { readonly orgId: OrgId }): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, run.orgId);
    const off = await cancelSteps(deps, records, run);
    if (off === undefined) return false;
    await inSequentialOrder(deps.store, [off.intents, off.steps]);
    return true;
  });

/**
 * Cancels a planned run: creates it in the state CANCELLED, so that its due row finds it and asks no member. A person
 * can open it again by hand. Returns false if the run already exists or the meeting changed meanwhile.
 */
export const cancelPlanned = async (
  deps: EngineDeps,
  request: Omit<OpenRequest, 'actor'> & Cancelling,
): Promise<boolean> => {
  const records = inOrg(deps.store, request.orgId);
  const { day, rows, people } = await readRunNow(records, request);
  if (rows.run !== undefined) return false;
  const plan: RunPlan = { ...request, meeting: request.meeting.value };
  const vacations = await vacationsOf(records, plan, people, day);
  const now = deps.clock.now();
  const planned = newRun({
    ...plan,
    ...{ round: 1, people, now, isHoliday: day.isHoliday, answered: new Set<MemberId>() },
    isOnVacation: (memberId, date) => vacations.get(date)?.has(memberId) ?? false,
  });
  const run: Run = { ...planned, state: 'CANCELLED', reason: request.reason, completedAt: null };
  const key = runKeyOf(request.meeting.value, request.date);
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: request.actor, now } as const;
  try {
    await records.transact([
      records.insertStep(runKind, key, run),
      countsStep(records, key, { run, rows, now }),
      logStep(records, key, run, entry),
      ...meetingSteps(records, request.meeting, run, now),
    ]);
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
  return true;
};
