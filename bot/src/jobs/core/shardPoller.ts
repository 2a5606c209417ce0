import type { Clock } from '../../domain/core/clock.ts';
import { minuteMs } from '../../domain/core/time.ts';

// Checks for work that is not urgent once a minute, not at every heartbeat.

const lookMs = minuteMs;

export interface Looks {
  /** The shards whose next check is due. */
  due(shards: readonly string[]): readonly string[];
  /**
   * Checks one shard. The minute counts from the call of `due`, because the rows read since then may be older than a jump of the
   * clock. It does not count if the shard was lost on the way, even for a moment: the next owner must check it again.
   */
  through(
    shard: string,
    isOwned: (shard: string) => boolean,
    look: (mayGoOn: () => boolean) => Promise<void>,
  ): Promise<void>;
}

export const createLooks = (clock: Clock): Looks => {
  const lookedAt = new Map<string, number>();
  let askedAt = clock.now();
  return {
    due: (shards) => {
      askedAt = clock.now();
      return shards.filter((shard) => {
        const at = lookedAt.get(shard);
        return at === undefined || Math.abs(askedAt - at) >= lookMs;
      });
    },
    through: async (shard, isOwned, look) => {
      let refusals = 0;
      const mayGoOn = (): boolean => {
        if (isOwned(shard)) return true;
        refusals += 1;
        return false;
      };
      if (!mayGoOn()) return;
      lookedAt.set(shard, askedAt);
      await look(mayGoOn);
      if (!mayGoOn() || refusals > 0) lookedAt.delete(shard);
    },
  };
};
