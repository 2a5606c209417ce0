import type { LocalDate, OrgId } from '#contracts/core/ids.ts';
import { shardOf } from '../../domain/core/hashing.ts';
import { msOf, toInstant } from '../../domain/core/time.ts';
import { runCascade } from '../../services/dataLifecycle/deletionSaga.ts';
import type { Cascade, CascadeRunDeps } from '../../services/dataLifecycle/deletionSaga.ts';
import { Halted } from '../../services/runs/batchedDeletion.ts';
import { retryOnConflict } from '../../services/core/optimisticUpdate.ts';
import { planShard } from '../../services/runs/replanning.ts';
import type { ReplanDeps } from '../../services/runs/replanning.ts';
import { trimShard } from '../../services/dataLifecycle/retention.ts';
import { outside, readAs, scanRows } from '../../store/kind.ts';
import { cascade, nightly, sagaPartition } from '../../store/kinds/sagas.ts';
import { prefixRange } from '../../store/port.ts';
import { createShardPoller } from './shardPoller.ts';

// Continues deletions that wait or were interrupted. Once a day it removes rows past their retention and plans the runs of all
// meetings. Deletions are rare and not urgent, so each shard is checked once a minute and not at every heartbeat.

const waiting = async (deps: CascadeRunDeps): Promise<Cascade[]> => {
  const rows: Cascade[] = [];
  for await (const row of scanRows(deps.store, cascade.table, sagaPartition, prefixRange('cascade|')))
    try {
      rows.push(readAs(cascade, row).value);
    } catch (error) {
      // A row of a newer version, during an upgrade: an instance that can read it handles it.
      deps.log.error('cascade.unreadable', error, { key: row.rk });
    }
  return rows;
};

/** All work of a tenant lies in one shard; of a person in several, in that of their account. */
const shardOfCascade = ({ orgId, id }: Cascade): string => shardOf(orgId ?? (id as OrgId));

const finishDay = (deps: CascadeRunDeps, shard: string, day: LocalDate): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(nightly, { shard });
    if (row === undefined) await records.insert(nightly, { shard }, { day });
    // A clock that went back does not make a night be done again.
    else if (row.value.day < day) await records.replace(nightly, { shard }, { day }, row.etag);
  });

export interface CascadeWork {
  /** Does the work due in the owned shards while `isOwned` allows it. Never throws for a fault in one removal. */
  (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void>;
}

export const createCascadeWork = (deps: CascadeRunDeps & ReplanDeps): CascadeWork => {
  const removals = createShardPoller(deps.clock);
  const nights = createShardPoller(deps.clock);
  /** The day up to which a shard is known to be done, so that the store is asked once a day. */
  const done = new Map<string, LocalDate>();

  const night = async (shard: string, mayGoOn: () => boolean): Promise<void> => {
    const day = toInstant(deps.clock.now()).slice(0, 10) as LocalDate;
    if ((done.get(shard) ?? '') >= day) return;
    const row = await outside(deps.store).get(nightly, { shard });
    if (row === undefined || row.value.day < day) {
      await trimShard({ ...deps, mayGoOn }, shard);
      await planShard({ ...deps, mayGoOn }, shard);
      await finishDay(deps, shard, day);
    }
    done.set(shard, day);
  };

  const attempt = async (shard: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Halted)) deps.log.error('cascades.failed', error, { shard });
    }
  };

  const remove = async (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void> => {
    if (shards.length === 0) return;
    const now = deps.clock.now();
    const due = (await waiting(deps)).filter((row) => msOf(row.notBefore) <= now);
    for (const shard of shards)
      await removals.poll(shard, isOwned, async (mayGoOn) => {
        for (const row of due.filter((item) => shardOfCascade(item) === shard))
          if (mayGoOn()) await attempt(shard, () => runCascade({ ...deps, mayGoOn }, row));
      });
  };

  // Deletions that a person requested come before the nightly work.
  return async (shards, isOwned) => {
    await remove(removals.due(shards), isOwned);
    for (const shard of nights.due(shards))
      await nights.poll(shard, isOwned, (mayGoOn) => attempt(shard, () => night(shard, mayGoOn)));
  };
};
