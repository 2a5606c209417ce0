import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep } from '../../store/recordKindsAndAccess.ts';
import type { TableStore } from '../../store/tableStorePort.ts';
import { runRefOf } from './outboxRowAndRunRef.ts';
import type { RunRef } from './outboxRowAndRunRef.ts';

const summaryKey = (runRef: RunRef, opensAt: Instant) => ({
  at: opensAt,
  kind: 'summary' as const,
  who: 'channel',
  ...runRefOf(runRef),
});

/**
 * Returns the step that requests an update of a run's counts, completion and channel summary. It must be written before
 * the change that causes the update. It overwrites without a condition, so that simultaneous answers never conflict.
 * `opensAt` must be the run's earliest opening, because the key contains it.
 */
export const summaryIntentStep = (store: TableStore, runRef: RunRef, opensAt: Instant, nowMs: number): RecordStep => {
  const key = summaryKey(runRef, opensAt);
  const touched = toInstant(nowMs);
  return outside(store).touchStep(outbox, key, { notBefore: touched, touched, ...key });
};

/**
 * Writes the summary intent (`summaryIntentStep`) in its own transaction. Use it if the change that follows cannot be
 * written in the same sequence.
 */
export const touchSummaryRow = (store: TableStore, runRef: RunRef, opensAt: Instant, nowMs: number): Promise<void> =>
  outside(store).transact([summaryIntentStep(store, runRef, opensAt, nowMs)]);
