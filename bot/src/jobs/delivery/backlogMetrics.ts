import type { JobDeps } from '../core/jobDepsAndSettings.ts';

/**
 * Counts of the rows in one shard of `Due` or of the outbox that are due but not yet handled, as of the last read of
 * the shard.
 */
export interface BacklogCounts {
  readonly count: number;
  /** Epoch ms at which the oldest of these rows became due; undefined = there is none. */
  readonly oldestAt: number | undefined;
}

export const emptyBacklog: BacklogCounts = { count: 0, oldestAt: undefined };

/** Returns the counts with one more row, which became due at `since` (epoch ms). */
export const addToBacklog = ({ count, oldestAt }: BacklogCounts, since: number): BacklogCounts => ({
  count: count + 1,
  oldestAt: Math.min(oldestAt ?? since, since),
});

/** Reports the waiting rows of the shards of this instance as metrics. */
export interface Backlog {
  due(shard: string, waiting: BacklogCounts): void;
  outbox(shard: string, waiting: BacklogCounts): void;
  /** Drops the counts of all other shards, because other instances now have the leases of these shards. */
  keep(shards: readonly string[]): void;
}

export const createBacklog = ({ metrics, clock }: Pick<JobDeps, 'metrics' | 'clock'>): Backlog => {
  const due = new Map<string, BacklogCounts>();
  const outbox = new Map<string, BacklogCounts>();
  const oldest = (all: ReadonlyMap<string, BacklogCounts>) => (): number => {
    const ages = [...all.values()].map(({ oldestAt }) => (oldestAt === undefined ? 0 : clock.now() - oldestAt));
    return Math.max(0, ...ages) / 1000;
  };
  metrics.watch('due_lag_seconds', {}, oldest(due));
  metrics.watch('outbox_oldest_seconds', {}, oldest(outbox));
  metrics.watch('outbox_depth', {}, () => [...outbox.values()].reduce((sum, { count }) => sum + count, 0));
  return {
    due: (shard, waiting) => {
      due.set(shard, waiting);
    },
    outbox: (shard, waiting) => {
      outbox.set(shard, waiting);
    },
    keep: (shards) => {
      for (const all of [due, outbox]) for (const shard of all.keys()) if (!shards.includes(shard)) all.delete(shard);
    },
  };
};
