import { hourMs } from '../domain/time.ts';
import { scanRows } from '../store/kind.ts';
import { counter, counterPartition, counterShards } from '../store/kinds/limits.ts';
import { isConflict } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { dayOf } from './limiter.ts';

const dayMs = 24 * hourMs;
// Counters are read for two days; a service that stood still for a while finds what it left.
const daysBack = [2, 3, 4, 5, 6, 7, 8, 9];
const everything = { from: '', to: '~' };

/** Empties the partitions of counters that nobody reads any more. Running it twice, or on several instances, changes nothing. */
export const emptyOldCounters = async ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> => {
  const now = clock.now();
  for (const back of daysBack)
    for (const shard of counterShards) {
      const pk = counterPartition(dayOf(now - back * dayMs), shard);
      for await (const row of scanRows(store, counter.table, pk, everything, { keysOnly: true }))
        try {
          await store.delete(counter.table, { pk, rk: row.rk }, row.etag);
        } catch (error) {
          // Another instance was faster.
          if (!isConflict(error)) throw error;
        }
    }
};
