import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { daysBetween, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { runDeletionJob } from '../../services/dataLifecycle/planAndRunDeletionJobs.ts';
import type { DeletionJob, DeletionJobDeps } from '../../services/dataLifecycle/planAndRunDeletionJobs.ts';
import { isReadyToClean } from '../../services/connect/connectTenantToOrganisationJob.ts';
import { checkClockAtNight } from '../../services/core/checkClockFarAhead.ts';
import { retryOnConflict } from '../../services/core/optimisticUpdate.ts';
import { replanAtNight } from '../../services/dataLifecycle/replanAtNight.ts';
import type { ReplanDeps } from '../../services/dataLifecycle/replanAtNight.ts';
import { trimShard } from '../../services/dataLifecycle/trimOldRows.ts';
import { outside, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import { connecting } from '../../store/kinds/connect/connectJob.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { nightly } from '../../store/kinds/dataLifecycle/nightlyWork.ts';
import { jobPartition } from '../../store/kinds/core/jobPartition.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { createOncePerPeriod, logUnlessInterrupted, wrongClockDays } from './oncePerPeriod.ts';
import type { ShardWork } from './oncePerPeriod.ts';
import { createShardPoller } from './pollShardsEachMinute.ts';

// Runs waiting and interrupted deletion jobs, and deletes the old rows of connected organisations. Once a day, it also
// deletes rows past their retention and plans the next runs of all meetings again. None of this work is urgent, so each
// shard is checked once a minute instead of at every heartbeat.

const failedEvent = 'deletionJobs.failed';

interface WaitingWork {
  readonly deletions: DeletionJob[];
  /** Source organisations of connections whose old rows can be deleted now. */
  readonly connected: OrgId[];
}

/** Reads deletion jobs (`cascade|`) and connections (`connect|`) with one scan, because it runs every minute. */
const waiting = async (deps: DeletionJobDeps): Promise<WaitingWork> => {
  const work: WaitingWork = { deletions: [], connected: [] };
  const range = { from: prefixRange('cascade|').from, to: prefixRange('connect|').to };
  for await (const row of scanRows(deps.store, deletionJob.table, jobPartition, range))
    try {
      if (row.rk.startsWith('cascade|')) work.deletions.push(readAs(deletionJob, row).value);
      else if (row.rk.startsWith('connect|')) {
        const { value } = readAs(connecting, row);
        if (isReadyToClean(deps, value)) work.connected.push(value.fromOrgId);
      }
    } catch (error) {
      // During an upgrade, a row may have a newer format version. It is skipped, because an instance that can read it
      // will handle it.
      deps.log.error('deletionJob.unreadable', error, { key: row.rk });
    }
  return work;
};

/**
 * Returns the shard in which a deletion job runs. All rows of an organisation are in one shard. A person's rows are in
 * several shards, so a person's job runs in the shard of the person's account.
 */
const shardOfDeletionJob = ({ orgId, id }: DeletionJob): string => shardOf(orgId ?? (id as OrgId));

/** True if the nightly work of the day is done: it was stored as done for the day, or for a day up to two weeks later. */
const isDone = (stored: LocalDate, day: LocalDate): boolean =>
  stored >= day && daysBetween(day, stored) < wrongClockDays;

const finishDay = (deps: DeletionJobDeps, shard: string, day: LocalDate): Promise<void> =>
  retryOnConflict(async () => {
    const records = outside(deps.store);
    const row = await records.get(nightly, { shard });
    if (row === undefined) await records.insert(nightly, { shard }, { day });
    // If the clock was set back by a few days, the stored day stays, so that the nightly work is not repeated.
    else if (!isDone(row.value.day, day)) await records.replace(nightly, { shard }, { day }, row.etag);
  });

export const createDeletionJobRunner = (deps: DeletionJobDeps & ReplanDeps): ShardWork => {
  const removals = createShardPoller(deps.clock);

  const workAtNight = createOncePerPeriod(deps, {
    period: () => toInstant(deps.clock.now()).slice(0, 10) as LocalDate,
    work: async (shard, day, shouldContinue) => {
      const row = await outside(deps.store).get(nightly, { shard });
      if (row !== undefined && isDone(row.value.day, day)) return true;
      if (!(await checkClockAtNight(deps, shard))) return false;
      await trimShard({ ...deps, shouldContinue }, shard);
      await replanAtNight({ ...deps, shouldContinue }, shard);
      await finishDay(deps, shard, day);
      return true;
    },
    failedEvent,
  });

  const remove = async (shards: readonly string[], isOwned: (shard: string) => boolean): Promise<void> => {
    if (shards.length === 0) return;
    const now = deps.clock.now();
    const { deletions, connected } = await waiting(deps);
    const due = deletions.filter((row) => msOf(row.notBefore) <= now);
    for (const shard of shards)
      await removals.poll(shard, isOwned, async (shouldContinue) => {
        const run = async (event: string, work: () => Promise<unknown>): Promise<void> => {
          if (shouldContinue()) await logUnlessInterrupted(deps, event, shard, work);
        };
        for (const row of due.filter((item) => shardOfDeletionJob(item) === shard))
          await run(failedEvent, () => runDeletionJob({ ...deps, shouldContinue }, row));
        for (const fromOrgId of connected.filter((orgId) => shardOf(orgId) === shard))
          await run('connect.resume', () => deps.endConnecting(fromOrgId));
      });
  };

  // Deletions that a person requested run before the nightly work.
  return async (shards, isOwned) => {
    await remove(removals.due(shards), isOwned);
    await workAtNight(shards, isOwned);
  };
};
