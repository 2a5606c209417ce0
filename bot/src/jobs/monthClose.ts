import { Halted } from '../services/cascadeRows.ts';
import { closeShard, lastMonthOver } from '../services/monthClose.ts';
import type { MonthCloseDeps } from '../services/monthClose.ts';
import { createLooks } from './looks.ts';

// Looks now and then whether a month is over whose invoices are not made. In no hurry, so the store is asked once a month and shard.

export interface MonthWork {
  /** What is due in the shards owned, as far as `isOwned` lets it. Never throws for what one shard does. */
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createMonthWork = (deps: MonthCloseDeps): MonthWork => {
  const looks = createLooks(deps.clock);
  /** The month up to which a shard is known to be closed. */
  const closed = new Map<string, string>();

  const close = async (shard: string, mayGoOn: () => boolean): Promise<void> => {
    const month = lastMonthOver(deps.clock.now());
    if ((closed.get(shard) ?? '') >= month) return;
    try {
      if (await closeShard({ ...deps, mayGoOn }, shard)) closed.set(shard, month);
    } catch (error) {
      if (!(error instanceof Halted)) deps.log.error('monthClose.failed', error, { shard });
    }
  };

  return async (shards, isOwned) => {
    for (const shard of looks.due(shards)) await looks.through(shard, isOwned, (mayGoOn) => close(shard, mayGoOn));
  };
};
