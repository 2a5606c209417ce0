import { DeletionInterrupted } from '../../services/runs/deleteAndScanInBatches.ts';
import { closeMonthOfShard, lastFinishedMonth } from '../../services/billing/closeMonthOfShard.ts';
import type { MonthCloseDeps } from '../../services/billing/closeMonthOfShard.ts';
import { createShardPoller } from './shardPoller.ts';

// Creates the missing invoices of past months. This is not urgent, so each shard is checked once a minute. After
// all finished months of a shard are closed, the shard is not read again until the current month ends.

export interface MonthWork {
  /**
   * Closes past months in the given shards. Stops the work of a shard when `isOwned` returns false for it. Does not
   * throw if the work of one shard fails.
   */
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createInvoicingJob = (deps: MonthCloseDeps): MonthWork => {
  const poller = createShardPoller(deps.clock);
  /** Last month that is known to be closed, by shard. */
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
