import { DeletionInterrupted } from '../../services/runs/batchedDeletion.ts';
import { closeMonthOfShard, lastFinishedMonth } from '../../services/billing/monthClose.ts';
import type { MonthCloseDeps } from '../../services/billing/monthClose.ts';
import { createShardPoller } from './shardPoller.ts';

// Checks now and then for a past month without invoices. It is not urgent, so the store is asked once a month and shard.

export interface MonthWork {
  /** Does the work due in the owned shards while `isOwned` allows it. Never throws for a fault in one shard. */
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createMonthWork = (deps: MonthCloseDeps): MonthWork => {
  const poller = createShardPoller(deps.clock);
  /** The month up to which a shard is known to be closed. */
  const closed = new Map<string, string>();

  const close = async (shard: string, shouldContinue: () => boolean): Promise<void> => {
    const month = lastFinishedMonth(deps.clock.now());
    if ((closed.get(shard) ?? '') >= month) return;
    try {
      if (await closeMonthOfShard({ ...deps, shouldContinue }, shard)) closed.set(shard, month);
    } catch (error) {
      if (!(error instanceof DeletionInterrupted)) deps.log.error('monthClose.failed', error, { shard });
    }
  };

  return async (shards, isOwned) => {
    for (const shard of poller.due(shards))
      await poller.poll(shard, isOwned, (shouldContinue) => close(shard, shouldContinue));
  };
};
