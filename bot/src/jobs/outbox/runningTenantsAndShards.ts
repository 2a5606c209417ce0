import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createCountedKeys } from '../../concurrency/countedKeys.ts';
import { createRunningWork } from '../../concurrency/trackRunningWork.ts';
import type { RunningWork } from '../../concurrency/trackRunningWork.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';

// Tracks the running work of the sender, by tenant and by shard.

/**
 * Counts the running batches of each tenant. New messages of a tenant wait for the batches of this tenant, but not for
 * those of other tenants.
 */
export interface RunningTenants {
  has(tenant: OrgId): boolean;
  /** Counts the batch for each of its tenants until `work` ends. */
  during(batch: readonly Stored<OutboxRow>[], work: () => Promise<number>): Promise<number>;
}

export const createRunningTenants = (): RunningTenants => {
  const batches = createCountedKeys<OrgId>();
  const count = (tenants: ReadonlySet<OrgId>, change: 1 | -1): void => {
    for (const tenant of tenants) batches.add(tenant, change);
  };
  return {
    has: (tenant) => batches.get(tenant) > 0,
    during: (batch, work) => {
      const tenants = new Set(batch.map(({ value }) => value.orgId));
      count(tenants, 1);
      return work().finally(() => {
        count(tenants, -1);
      });
    },
  };
};

/**
 * Tracks the running work of each shard: messages and maintenance rows. A read of the shard leaves out the rows that
 * this work has claimed, so the sender waits until the work has ended and then reads the shard again.
 */
export interface RunningShards {
  in(shard: string): Promise<unknown>[];
  /** Tracks the promises until they settle. Resolves with the sum of their results. */
  all(shard: string, works: readonly Promise<number>[]): Promise<number>;
}

export const createRunningShards = (): RunningShards => {
  const shards = new Map<string, RunningWork>();
  return {
    in: (shard) => shards.get(shard)?.list() ?? [],
    all: async (shard, works) => {
      const running = shards.get(shard) ?? createRunningWork();
      shards.set(shard, running);
      const tracked = works.map((work) => running.track(work));
      return (await Promise.all(tracked)).reduce((sum, item) => sum + item, 0);
    },
  };
};
