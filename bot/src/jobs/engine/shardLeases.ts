import { createSemaphore } from '../../concurrency/semaphore.ts';
import { planShardLeases } from '../../domain/engine/planShardLeases.ts';
import type { LeasePlan, LeaseView } from '../../domain/engine/planShardLeases.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { presencePrefix, shardLease } from '../../store/kinds/operations/shardLease.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { isClockWrong } from './clockCheck.ts';

type LeaseDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'instanceId' | 'settings' | 'clockSkewMs' | 'storageAccounts'
>;
type LeaseRow = Stored<ValueOf<typeof shardLease>>;

export interface ShardLeases {
  /**
   * Every `shardRenewMs`, renews, takes and releases leases; an earlier call does nothing. Calls run one after the
   * other. If this machine's clock is wrong, all leases are given up instead. Returns true if this call gained shards.
   */
  keep(): Promise<boolean>;
  owned(): readonly string[];
  isOwned(shard: string): boolean;
  /** True if a lease of this instance has lapsed. Another instance may now have the lease of that shard. */
  hasLapsed(): boolean;
}

// All rows of the partition. Besides the shard leases it contains a presence row of each instance, so that an instance
// without a shard is counted too.
const everything = { from: '', to: '~' };

const nameOf = (row: LeaseRow): string => row.key.rk;
const isPresence = (name: string): boolean => name.startsWith(presencePrefix);

const viewOf = ({ instanceId, settings }: LeaseDeps, rows: readonly LeaseRow[], now: number): LeaseView => {
  const leases = rows.map((row) => [nameOf(row), { owner: row.value.owner, until: msOf(row.value.until) }] as const);
  return {
    me: instanceId,
    now,
    shards: settings.shards,
    held: new Map(leases.filter(([name]) => !isPresence(name))),
    instances: new Map(
      leases
        .filter(([name]) => isPresence(name))
        .map(([name, { until }]) => [name.slice(presencePrefix.length), until]),
    ),
  };
};

/**
 * Writes all leases in one transaction. If another instance has changed one of them, they are written one by one.
 * Returns the names of the written leases.
 */
const writeLeases = async (
  records: Records<null>,
  steps: readonly (readonly [string, RecordStep])[],
): Promise<string[]> => {
  try {
    await records.transact(steps.map(([, step]) => step));
    return steps.map(([name]) => name);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  const won: string[] = [];
  for (const [name, step] of steps) {
    try {
      await records.transact([step]);
      won.push(name);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return won;
};

/** Deletes the presence rows of instances whose last lease ended more than an hour ago. */
const deleteOldPresence = async (
  { store }: Pick<LeaseDeps, 'store'>,
  rows: readonly LeaseRow[],
  now: number,
): Promise<void> => {
  const isOld = (row: LeaseRow): boolean => isPresence(nameOf(row)) && msOf(row.value.until) < now - hourMs;
  for (const row of rows.filter(isOld)) {
    try {
      await store.delete(shardLease.table, row.key, row.etag);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

type StepFor = (rows: ReadonlyMap<string, LeaseRow>, name: string, until: number) => RecordStep;

/** Returns a function that creates the write of one lease of this instance. */
const leaseSteps =
  (
    { instanceId, storageAccounts }: Pick<LeaseDeps, 'instanceId' | 'storageAccounts'>,
    records: Records<null>,
  ): StepFor =>
  (rows, name, until) => {
    const accounts = isPresence(name) ? { accounts: storageAccounts } : {};
    const value = { owner: instanceId, until: toInstant(until), ...accounts };
    const row = rows.get(name);
    return row === undefined
      ? records.insertStep(shardLease, { shard: name }, value)
      : records.replaceStep(shardLease, { shard: name }, value, row.etag);
  };

/**
 * Sets the end of each lease of this instance to the Unix epoch. If the clock of this instance is ahead, the ends that
 * the instance wrote are in the future for all other instances, which would neither take the shards nor stop counting
 * this instance.
 */
const giveUpLeases = async (
  deps: Pick<LeaseDeps, 'instanceId' | 'storageAccounts'>,
  records: Records<null>,
  rows: readonly LeaseRow[],
): Promise<void> => {
  const own = rows.filter(({ value }) => value.owner === deps.instanceId && msOf(value.until) > 0);
  if (own.length === 0) return;
  const stored = new Map(own.map((row) => [nameOf(row), row]));
  const stepFor = leaseSteps(deps, records);
  await writeLeases(
    records,
    [...stored.keys()].map((name) => [name, stepFor(stored, name, 0)] as const),
  );
};

export const createShardLeases = (deps: LeaseDeps): ShardLeases => {
  const { clock, instanceId, settings } = deps;
  const records = outside(deps.store);
  const stepFor = leaseSteps(deps, records);
  let mine = new Map<string, number>();
  let renewedAt: number | undefined;

  const apply = async (rows: readonly LeaseRow[], plan: LeasePlan, now: number): Promise<void> => {
    const stored = new Map(rows.map((row) => [nameOf(row), row]));
    const until = now + settings.shardLeaseMs;
    const kept = [`${presencePrefix}${instanceId}`, ...plan.keep].map(
      (name) => [name, stepFor(stored, name, until)] as const,
    );
    const released = plan.release.map((name) => [name, stepFor(stored, name, now)] as const);
    const written = await writeLeases(records, [...kept, ...released]);
    mine = new Map(plan.keep.filter((shard) => written.includes(shard)).map((shard) => [shard, until]));
  };

  const renew = async (now: number): Promise<void> => {
    const rows = await records.list(shardLease, undefined, everything);
    if (isClockWrong(deps)) {
      mine = new Map();
      await giveUpLeases(deps, records, rows);
      return;
    }
    await apply(rows, planShardLeases(viewOf(deps, rows, now)), now);
    await deleteOldPresence(deps, rows, now);
  };

  const isOwned = (shard: string): boolean => (mine.get(shard) ?? 0) > clock.now();

  const renewAndCompare = async (now: number): Promise<boolean> => {
    renewedAt = now;
    const before = settings.shards.filter(isOwned).length;
    try {
      await renew(now);
      return settings.shards.filter(isOwned).length > before;
    } catch (error) {
      // The failed renewal is tried again at the next call. If the store keeps failing, the leases lapse by themselves.
      renewedAt = undefined;
      deps.log.error('leases.failed', error);
      return false;
    }
  };

  const renewals = createSemaphore(1);

  return {
    keep: () =>
      renewals.run(async () => {
        const now = clock.now();
        // After the clock was set back, the age of the leases is unknown, so they are renewed as well.
        if (renewedAt !== undefined && now >= renewedAt && now - renewedAt < settings.shardRenewMs) return false;
        return renewAndCompare(now);
      }),
    owned: () => settings.shards.filter(isOwned),
    isOwned,
    hasLapsed: () => [...mine.keys()].some((shard) => !isOwned(shard)),
  };
};
