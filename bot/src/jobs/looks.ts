import type { Clock } from '../domain/clock.ts';
import { minuteMs } from '../domain/time.ts';

// Work in no hurry is looked for once a minute and not with every beat.

const lookMs = minuteMs;

export interface Looks {
  /** Those of the shards whose turn it is. */
  due(shards: readonly string[]): readonly string[];
  /**
   * Looks through one of them. Counts for a minute from when its turn was asked for, since what was read between then and now may
   * be older than a jump of the clock, whatever `look` meets; but not when the shard was lost on the way, were it only for a
   * moment, as after such a jump or on a machine that stood still: who has it then looks anew, since nobody else has.
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
