import type { OrgId } from '#contracts/core/ids.ts';
import type { Stored } from '../../store/records.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';

// The work of the sender that is running now, by tenant and by shard.

/** Counts the running batches of each tenant. New messages of a tenant wait for its own batches only. */
export interface RunningTenants {
  has(tenant: OrgId): boolean;
  /** Counts the tenants of a batch until `work` ends. */
  during(batch: readonly Stored<OutboxRow>[], work: () => Promise<number>): Promise<number>;
}

export const createRunningTenants = (): RunningTenants => {
  const batches = new Map<OrgId, number>();
  const count = (tenants: ReadonlySet<OrgId>, change: 1 | -1): void => {
    for (const tenant of tenants) {
      const left = (batches.get(tenant) ?? 0) + change;
      if (left === 0) batches.delete(tenant);
      else batches.set(tenant, left);
    }
  };
  return {
    has: (tenant) => batches.has(tenant),
    during: (batch, work) => {
      const tenants = new Set(batch.map(({ value }) => value.orgId));
      count(tenants, 1);
      return work().finally(() => {
        count(tenants, -1);
      });
    },
  };
};

/** The running work of each shard: messages and maintenance rows. A pass that finds rows held waits for it. */
export interface RunningShards {
  in(shard: string): Promise<unknown>[];
  /** Resolves with the sum when all of this work is over. */
  all(shard: string, works: readonly Promise<number>[]): Promise<number>;
}

export const createRunningShards = (): RunningShards => {
  const shards = new Map<string, Set<Promise<unknown>>>();
  return {
    in: (shard) => [...(shards.get(shard) ?? [])],
    all: async (shard, works) => {
      const running = shards.get(shard) ?? new Set();
      shards.set(shard, running);
      for (const work of works) {
        running.add(work);
        void work.then(() => running.delete(work));
      }
      return (await Promise.all(works)).reduce((sum, item) => sum + item, 0);
    },
  };
};
