import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { BatchedDeletionDeps } from '../../services/runs/deleteAndScanInBatches.ts';
import { indexShard } from '../../services/search/indexShard.ts';
import { createOncePerPeriod } from './oncePerPeriod.ts';
import type { ShardWork } from './oncePerPeriod.ts';

// Brings the search index up to date. Answers become final once a week, and searches read younger answers directly.
// Therefore the job works on each shard once a day and after each start of the server. The progress of each team is
// stored, so a restart continues.

export const createSearchIndexJob = (deps: BatchedDeletionDeps): ShardWork =>
  createOncePerPeriod(deps, {
    period: () => toInstant(deps.clock.now()).slice(0, 10),
    work: (shard, _day, shouldContinue) => indexShard({ ...deps, shouldContinue }, shard),
    failedEvent: 'searchIndex.failed',
  });
