import type { Clock } from '../domain/clock.ts';
import { minuteMs } from '../domain/time.ts';

// Work in no hurry is looked for once a minute and not with every beat.

const lookMs = minuteMs;

export interface Looks {
  /** Those of the shards whose turn it is. */
  due(shards: readonly string[]): readonly string[];
  /**
   * Looks through one of them. Counts for a minute, whatever `look` meets; but not when the shard was lost on the way, as after
   * a jump of the clock: who has it back looks anew, since nobody else has.
   */
  through(shard: string, isOwned: (shard: string) => boolean, look: () => Promise<void>): Promise<void>;
}

export const createLooks = (clock: Clock): Looks => {
  const lookedAt = new Map<string, number>();
  return {
    due: (shards) => {
      const now = clock.now();
      return shards.filter((shard) => {
        const at = lookedAt.get(shard);
        return at === undefined || Math.abs(now - at) >= lookMs;
      });
    },
    through: async (shard, isOwned, look) => {
      if (!isOwned(shard)) return;
      lookedAt.set(shard, clock.now());
      await look();
      if (!isOwned(shard)) lookedAt.delete(shard);
    },
  };
};
