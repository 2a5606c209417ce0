import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Etag } from '../../store/tableStorePort.ts';
import { reschedule } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { Claimed, Rescheduling } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { maintenanceRetryMs } from '../core/retryPausesAndParkLimits.ts';

// Gives handled maintenance rows a later time, or deletes them. Code that needs a check of a row sets its `touched`
// instant. A row that has no work, and whose `touched` is at least two minutes old, is deleted.

export type ClaimedMaintenance = Claimed & { readonly etag: Etag };

const quietMs = 2 * minuteMs;

/** Epoch ms of the next check of the row; undefined = no work is left. */
export type NextCheck = number | undefined;

export const earliest = (checks: readonly NextCheck[]): NextCheck => {
  const given = checks.filter((check) => check !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
};

interface Maintained extends Pick<Rescheduling, 'sends' | 'accepted'> {
  readonly nextCheck?: NextCheck;
  /** True if the work is finished for good. The row is then deleted, however young its `touched` is. */
  readonly isOver?: boolean;
}

/**
 * Deletes the row if its work is finished for good, or if it has no work and its `touched` is at least two minutes old.
 * Otherwise gives it a later time. If other code sets `touched` during the claim, the ETag changes, so the row is kept.
 */
export const rescheduleOrDelete = async (
  deps: Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>,
  claimed: ClaimedMaintenance,
  { nextCheck, isOver = false, ...sends }: Maintained,
): Promise<void> => {
  const now = deps.clock.now();
  const touched = msOf(claimed.row.touched ?? claimed.row.notBefore);
  if (isOver || (nextCheck === undefined && now - touched >= quietMs)) {
    try {
      await deps.store.delete(outbox.table, claimed.key, claimed.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await reschedule(deps, claimed, { ...sends, notBefore: nextCheck ?? now + maintenanceRetryMs });
};
