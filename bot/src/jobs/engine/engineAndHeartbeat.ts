import { schedule } from 'node-cron';
import type { ScheduledTask } from 'node-cron';
import { removeOldCounters } from '../../services/rateLimits/removeOldCounters.ts';
import { createBacklog } from '../delivery/backlogMetrics.ts';
import { runDueShard } from '../due/dueRunner.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { coalesce, createKeyedCoalescer } from '../../concurrency/coalesce.ts';
import type { KeyedCoalescer } from '../../concurrency/coalesce.ts';
import { createRunningWork } from '../../concurrency/trackRunningWork.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { isClockWrong } from './clockCheck.ts';
import { createShardLeases } from './shardLeases.ts';
import type { ShardLeases } from './shardLeases.ts';
import { createSender } from '../outbox/outboxSender.ts';

/**
 * Number of chunks of due rows (32 rows each) that are handled concurrently. More chunks would only make each turn of
 * the event loop longer.
 */
const chunksAtOnce = 2;

export interface Engine {
  /**
   * Handles all due work once: leases, then due rows, then the outbox and the background jobs. The promise resolves
   * when all work that was due at the call is done. If a lease lapsed meanwhile, for example because the machine was
   * suspended, the work is repeated with a new lease. Never throws.
   */
  readonly poll: () => Promise<void>;
  /**
   * Returns the epoch ms at which the due rows of all held shards were last handled without a failure; undefined before
   * the first time. The readiness check uses this instant.
   */
  readonly lastBeatAt: () => number | undefined;
}

interface RunningEngine extends Engine {
  readonly keepLeases: () => Promise<boolean>;
  /** Starts no new work, but lets running work end. */
  readonly halt: () => void;
}

const createOwnedShards = (deps: JobDeps, leases: ShardLeases) => {
  let isStopping = false;
  /** Number of times that work was skipped or stopped because the instance did not have the lease of the shard. */
  let refusals = 0;
  const isMine = (shard: string): boolean => {
    if (leases.isOwned(shard)) return !isStopping;
    refusals += 1;
    return false;
  };
  const owned = (): readonly string[] => {
    if (leases.hasLapsed()) refusals += 1;
    return leases.owned();
  };
  /**
   * Runs `work` concurrently for all shards whose lease this instance has. If a shard fails, the error is logged and
   * the next heartbeat retries it. Returns true if all shards succeeded.
   */
  const forEach = async (
    what: string,
    work: (shard: string, isOwned: () => boolean) => Promise<void>,
  ): Promise<boolean> => {
    const runShard = async (shard: string): Promise<boolean> => {
      try {
        await work(shard, () => isMine(shard));
        return true;
      } catch (error) {
        deps.log.error(`${what}.failed`, error, { shard });
        return false;
      }
    };
    return (await Promise.all(owned().map(runShard))).every((succeeded) => succeeded);
  };
  return {
    ...{ isMine, owned, forEach },
    refusals: () => refusals,
    isStopping: () => isStopping,
    halt: () => {
      isStopping = true;
    },
  };
};

type OwnedShards = ReturnType<typeof createOwnedShards>;

/**
 * Creates the jobs that run beside the sender: deletion jobs, payments, the backup and the search index. `coalesce`
 * ensures that the same job never runs twice at the same time.
 */
const createBackgroundJobs = (deps: JobDeps, { owned, isMine }: OwnedShards): readonly (() => Promise<void>)[] => [
  coalesce(async () => {
    try {
      await deps.deletionWork?.(owned(), isMine);
    } catch (error) {
      deps.log.error('deletionJobs.failed', error);
    }
  }),
  coalesce(async () => {
    try {
      await deps.paymentWork?.(owned(), isMine);
    } catch (error) {
      deps.log.error('payments.failed', error);
    }
  }),
  coalesce(async () => {
    await deps.backupWork?.(owned(), isMine);
  }),
  coalesce(async () => {
    try {
      await deps.searchIndexWork?.(owned(), isMine);
    } catch (error) {
      deps.log.error('searchIndex.failed', error);
    }
  }),
];

/**
 * Creates the job for the emails and account work of each shard. The sender starts it only if its own read of the shard
 * found such rows, because a second read would double the cost of an idle heartbeat.
 */
const createAccountJobs = (deps: JobDeps, { isMine }: OwnedShards): ((shard: string) => () => Promise<void>) => {
  const jobs: KeyedCoalescer<void> = createKeyedCoalescer();
  const run = async (shard: string): Promise<void> => {
    try {
      await deps.accountWork?.(shard, () => isMine(shard));
    } catch (error) {
      deps.log.error('accounts.failed', error, { shard });
    }
  };
  return (shard) => () => jobs.run(shard, () => run(shard));
};

/**
 * True if this machine's clock is close enough to the store's clock. A prompt at a wrong time is worse than a late
 * prompt, so an instance with a wrong clock leaves the work to other instances.
 */
const isClockRight = (deps: JobDeps): boolean => {
  const isRight = !isClockWrong(deps);
  if (!isRight) deps.log.error('clock.wrong', undefined, { skewMs: deps.clockSkewMs() ?? null });
  return isRight;
};

export const createEngine = (deps: JobDeps): RunningEngine => {
  const leases = createShardLeases(deps);
  const shards = createOwnedShards(deps, leases);
  const backlog = createBacklog(deps);
  const sender = createSender(deps, backlog, shards.isStopping);
  const { immediateSends } = sender;
  const dueDeps = { ...deps, backlog, immediateSends, planning: createSemaphore(chunksAtOnce) };
  const accountJob = createAccountJobs(deps, shards);
  const backgroundJobs = createBackgroundJobs(deps, shards);
  const closeMonths = coalesce(async () => {
    await deps.monthWork?.(shards.owned(), shards.isMine);
  });
  let lastHeartbeatAt: number | undefined;
  const startedAt = deps.clock.now();
  deps.metrics.watch('heartbeat_lag_seconds', {}, () => (deps.clock.now() - (lastHeartbeatAt ?? startedAt)) / 1000);

  const runDue = coalesce(async () => {
    if (await shards.forEach('due', (shard, isOwned) => runDueShard(dueDeps, shard, isOwned)))
      lastHeartbeatAt = deps.clock.now();
  });
  // Shards run concurrently, because minutes of work for a large tenant must not delay the due work of other tenants.
  const runSender = async (): Promise<void> => {
    await shards.forEach('outbox', (shard, isOwned) => sender.run(shard, isOwned, accountJob(shard)));
    await immediateSends.done();
  };
  const poll = async (): Promise<void> => {
    const before = shards.refusals();
    await leases.keep();
    backlog.keep(leases.owned());
    if (!isClockRight(deps)) return;
    await runDue();
    // The months are closed after the outbox. After a downtime over the end of a month, the outbox may contain rows
    // that add usage of that month to the ledger.
    await Promise.all([runSender().then(closeMonths), ...backgroundJobs.map((run) => run())]);
    if (shards.refusals() > before && !shards.isStopping()) await poll();
  };

  return { poll, lastBeatAt: () => lastHeartbeatAt, keepLeases: () => leases.keep(), halt: shards.halt };
};

export interface Heartbeat extends Engine {
  /** Handles all due work now instead of at the next tick, for example after the command `start` in the chat. */
  wake(): void;
  /** Stops the ticks, and waits for the work that is running. */
  stop(): Promise<void>;
}

const schedules = (
  deps: JobDeps,
  { wake, keep, tidy }: Readonly<Record<'wake' | 'keep' | 'tidy', () => void>>,
): ScheduledTask[] => {
  // The scheduler's coloured console output is suppressed. Its warnings and errors, such as a late tick on a suspended
  // or overloaded machine, become one event of the log.
  const silent = (): void => undefined;
  const late = (): void => {
    deps.log.warn('heartbeat.late');
  };
  const options = { timezone: 'UTC', logger: { info: silent, debug: silent, warn: late, error: late } };
  return [
    schedule('*/5 * * * * *', wake, options),
    schedule('*/3 * * * * *', keep, options),
    schedule('0 13 * * * *', tidy, options),
  ];
};

/**
 * Starts the heartbeat. If `ticks` is false, work is done only on request. Each tick handles all rows that are due, so
 * lost ticks and clock jumps delay work but never lose it.
 */
export const startHeartbeat = (deps: JobDeps, { ticks: isTicking }: { readonly ticks: boolean }): Heartbeat => {
  const engine = createEngine(deps);
  const running = createRunningWork();
  const follow = (work: Promise<void>): void => {
    const logged = work.catch((error: unknown) => {
      deps.log.error('heartbeat.failed', error);
    });
    void running.track(logged);
  };
  const wake = (): void => {
    follow(engine.poll());
  };
  // Leases are renewed by separate ticks, because the work of one tick may take longer than a lease lasts.
  const keepLeases = async (): Promise<void> => {
    if (await engine.keepLeases()) await engine.poll();
  };
  const tidy = (): void => {
    follow(removeOldCounters(deps));
  };
  const keep = (): void => {
    follow(keepLeases());
  };
  const tasks = isTicking ? schedules(deps, { wake, keep, tidy }) : [];
  return {
    poll: engine.poll,
    lastBeatAt: engine.lastBeatAt,
    wake,
    stop: async () => {
      engine.halt();
      await Promise.all(
        tasks.map(async (task) => {
          await task.stop();
        }),
      );
      await running.done();
    },
  };
};
