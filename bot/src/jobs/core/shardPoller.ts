import type { Clock } from '../../domain/core/clockPort.ts';
import { minuteMs } from '../../domain/core/zonedTime.ts';

// Checks for work that is not urgent once a minute, not at every heartbeat.

const pollMs = minuteMs;

export interface ShardPoller {
  /** The shards whose next check is due. */
  due(shards: readonly string[]): readonly string[];
  /**
   * Checks one shard. The minute counts from the call of `due`, because the rows read since then may be older than a jump of the
   * clock. It does not count if the shard was lost on the way, even for a moment: the next owner must check it again.
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
