import { dayMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { DeletionInterrupted } from '../../services/runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../../services/runs/deleteAndScanInBatches.ts';
import { indexShard } from '../../services/search/indexShard.ts';
import { createShardPoller } from './shardPoller.ts';

// Brings the search index up to date. Answers become final once a week, and searches read younger answers directly.
// Therefore the job works on each shard once a day and after each start of the server. The progress of each team is
// stored, so a restart continues.

/** Stops the work of a shard when `isOwned` returns false for it. Does not throw if the work of one shard fails. */
export type SearchIndexWork = (shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>;

export const createSearchIndexJob = (deps: BatchedDeletionDeps): SearchIndexWork => {
  const poller = createShardPoller(deps.clock);
  /** Last day whose work is done, by shard, as the number of days since 1970-01-01. */
  const done = new Map<string, number>();

  const index = async (shard: string, shouldContinue: () => boolean): Promise<void> => {
    const day = Math.floor(deps.clock.now() / dayMs);
    if (done.get(shard) === day) return;
    try {
      if (await indexShard({ ...deps, shouldContinue }, shard)) done.set(shard, day);
    } catch (error) {
      if (!(error instanceof DeletionInterrupted)) deps.log.error('searchIndex.failed', error, { shard });
    }
  };

  return async (shards, isOwned) => {
    for (const shard of poller.due(shards))
      await poller.poll(shard, isOwned, (shouldContinue) => index(shard, shouldContinue));
  };
};
