import { DeletionInterrupted } from '../../services/runs/deleteAndScanInBatches.ts';
import { dayMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Deps } from '../../services/core/deps.ts';
import { createShardPoller } from './pollShardsEachMinute.ts';

/** Runs the work of a shard. Logs an error as `event`, unless the work only stopped because the lease ended. */
export const logUnlessInterrupted = async (
  { log }: Pick<Deps, 'log'>,
  event: string,
  shard: string,
  work: () => Promise<unknown>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DeletionInterrupted)) log.error(event, error, { shard });
  }
};

export interface PeriodicWork<P extends string> {
  /** Returns the name of the current period. Names of later periods sort after it. */
  readonly period: () => P;
  /** Returns true if the work of the shard is done for this period. Otherwise it is called again at the next poll. */
  readonly work: (shard: string, period: P, shouldContinue: () => boolean) => Promise<boolean>;
  /** Event of the log for an error of the work. */
  readonly failedEvent: string;
}

interface Finished<P> {
  readonly period: P;
  /** Epoch ms at the beginning of the work. */
  readonly at: number;
}

/**
 * If the clock was set back by at least this many days, it was wrong before, so an earlier period is worked on. Without
 * this limit, a clock that was a year ahead for a minute would stop all work of that year.
 */
export const wrongClockDays = 14;

/** Stops the work of a shard when `isOwned` returns false for it. Does not throw if the work of one shard fails. */
export type ShardWork = (shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>;

/**
 * Polls each shard once a minute until its work is done for the current period. The last finished period is kept in
 * memory, so after a restart the work itself must find that nothing is left. The same applies after the clock was set
 * back by `wrongClockDays` or more.
 */
export const createOncePerPeriod = <P extends string>(
  deps: Pick<Deps, 'clock' | 'log'>,
  { period, work, failedEvent }: PeriodicWork<P>,
): ShardWork => {
  const poller = createShardPoller(deps.clock);
  const finishedByShard = new Map<string, Finished<P>>();

  const runOnce = async (shard: string, shouldContinue: () => boolean): Promise<void> => {
    const current = period();
    const now = deps.clock.now();
    const finished = finishedByShard.get(shard);
    if (finished !== undefined && finished.period >= current && finished.at - now < wrongClockDays * dayMs) return;
    if (await work(shard, current, shouldContinue)) finishedByShard.set(shard, { period: current, at: now });
  };

  return async (shards, isOwned) => {
    for (const shard of poller.due(shards))
      await poller.poll(shard, isOwned, (shouldContinue) =>
        logUnlessInterrupted(deps, failedEvent, shard, () => runOnce(shard, shouldContinue)),
      );
  };
};
