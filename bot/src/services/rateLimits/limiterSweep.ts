import { hourMs } from '../../domain/core/time.ts';
import { scanRows } from '../../store/kind.ts';
import { counter, counterPartition, counterShards } from '../../store/kinds/rateLimits.ts';
import { isConflict } from '../../store/port.ts';
import type { Deps } from '../core/deps.ts';
import { dayOf } from './limiter.ts';

const dayMs = 24 * hourMs;
// Counters are read for two days. The sweep covers more days, so that a service that was down for a while removes its
// old counters.
const daysBack = [2, 3, 4, 5, 6, 7, 8, 9];
const everything = { from: '', to: '~' };

/** Empties the partitions of expired counters. Repeated or concurrent runs have the same result. */
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
