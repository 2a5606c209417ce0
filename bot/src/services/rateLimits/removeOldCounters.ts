import { hourMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { scanRows } from '../../store/recordKindsAndAccess.ts';
import { counter, counterPartition, counterShards } from '../../store/kinds/rateLimits/rateLimitCounters.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { dayOf } from './storedRateLimiter.ts';

const dayMs = 24 * hourMs;
// Ages in days of the counters to remove. Counters are read for two days only. Several days are listed, so that old
// counters are also removed after a downtime of some days.
const daysBack = [2, 3, 4, 5, 6, 7, 8, 9];
const everything = { from: '', to: '~' };

/** Deletes counters that are no longer read. It may be repeated, and may run on several instances at once. */
export const removeOldCounters = async ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> => {
  const now = clock.now();
  for (const back of daysBack)
    for (const shard of counterShards) {
      const pk = counterPartition(dayOf(now - back * dayMs), shard);
      for await (const row of scanRows(store, counter.table, pk, { ...everything, keysOnly: true }))
        try {
          await store.delete(counter.table, { pk, rk: row.rk }, row.etag);
        } catch (error) {
          // Another instance deleted the counter first, which is no error.
          if (!isConflict(error)) throw error;
        }
    }
};
