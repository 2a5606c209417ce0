import type { Clock } from '../../domain/core/clockPort.ts';
import { minuteMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';

// Polls shards once a minute, for work that is not needed at every heartbeat.

const pollMs = minuteMs;

export interface ShardPoller {
  /** Returns the shards that were never polled, or were last polled at least a minute ago. */
  due(shards: readonly string[]): readonly string[];
  /**
   * Polls one shard: calls `work` if this instance has the lease of the shard. The minute until the next poll counts
   * from the call of `due`. If the clock jumps afterwards, or if `isOwned` was false during the work, the shard is due
   * again immediately, because the work may be incomplete or may have used old rows.
   */
  poll(
    shard: string,
    isOwned: (shard: string) => boolean,
    work: (shouldContinue: () => boolean) => Promise<void>,
  ): Promise<void>;
}

export const createShardPoller = (clock: Clock): ShardPoller => {
  const polledAt = new Map<string, number>();
  let askedAt = clock.now();
  return {
    due: (shards) => {
      askedAt = clock.now();
      return shards.filter((shard) => {
        const at = polledAt.get(shard);
        return at === undefined || Math.abs(askedAt - at) >= pollMs;
      });
    },
    poll: async (shard, isOwned, work) => {
      let refusals = 0;
      const shouldContinue = (): boolean => {
        if (isOwned(shard)) return true;
        refusals += 1;
        return false;
      };
      if (!shouldContinue()) return;
      polledAt.set(shard, askedAt);
      await work(shouldContinue);
      if (!shouldContinue() || refusals > 0) polledAt.delete(shard);
    },
  };
};
