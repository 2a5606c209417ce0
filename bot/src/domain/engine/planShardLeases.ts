// Assigns shards, the parts of all scheduled work, to instances of the server. Leases only spread the load; guard rows,
// whose insert succeeds only once, ensure that work is done once.

export interface Lease {
  readonly owner: string;
  /** Epoch ms at which the lease ends. */
  readonly until: number;
}

export interface LeaseView {
  readonly me: string;
  readonly now: number;
  readonly shards: readonly string[];
  /** Leases by shard. A shard without an entry was never leased, so any instance may take it. */
  readonly held: ReadonlyMap<string, Lease>;
  /** The epoch ms until which each known instance counts as running. */
  readonly instances: ReadonlyMap<string, number>;
}

export interface LeasePlan {
  /** Shards whose lease this instance renews or takes. */
  readonly keep: readonly string[];
  /** Shards above the fair share. This instance releases these shards, so that another instance can take them. */
  readonly release: readonly string[];
}

/**
 * Chooses a fair share of the shards: first shards that this instance already holds, then shards without a valid lease.
 */
export const planShardLeases = ({ me, now, shards, held, instances }: LeaseView): LeasePlan => {
  const others = [...instances].filter(([name, until]) => name !== me && until > now).length;
  const share = Math.ceil(shards.length / (others + 1));
  const isFree = (shard: string): boolean => {
    const lease = held.get(shard);
    return lease === undefined || lease.until <= now;
  };
  const mine = shards.filter((shard) => held.get(shard)?.owner === me && !isFree(shard));
  const free = shards.filter(isFree);
  const kept = mine.slice(0, share);
  return { keep: [...kept, ...free.slice(0, share - kept.length)], release: mine.slice(share) };
};
