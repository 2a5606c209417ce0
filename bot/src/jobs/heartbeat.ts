import { schedule } from 'node-cron';
import type { ScheduledTask } from 'node-cron';
import { emptyOldCounters } from '../services/limiterSweep.ts';
import { createBacklog } from './backlog.ts';
import { runDueShard } from './dueRunner.ts';
import type { JobDeps } from './jobDeps.ts';
import { createGate } from './lanes.ts';
import { createLeases } from './leases.ts';
import { createSender } from './sender.ts';

/** A clock further than this from the store's own neither plans nor sends; /readyz tells by the missing heartbeat. */
export const maxSkewMs = 90_000;

/** Of due work that are planned side by side: more of them only make each turn of the loop longer. */
const chunksAtOnce = 2;

export interface Engine {
  /**
   * One beat: leases, then all due work, then all that is ready to be sent. A beat that meets another one of this
   * instance joins it: it ends when what was due at its beginning is done, by either. What broke off because a lease ran out on
   * the way, as on a machine that stood still, it does again under the next lease. Never throws.
   */
  readonly beat: () => Promise<void>;
  /** Epoch ms of the end of the last beat whose due work succeeded; undefined before the first. For readiness. */
  readonly lastBeatAt: () => number | undefined;
}

/**
 * Runs `work` unless it is running already; then it runs once more afterwards, for what came too late for it. Either way the
 * promise is of a run that began after the call.
 */
const single = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const beginNext = (): Promise<void> => {
    next = undefined;
    return begin();
  };
  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return begin();
    next = running.then(beginNext, beginNext);
    return next;
  };
};

interface RunningEngine extends Engine {
  readonly keepLeases: () => Promise<boolean>;
  /** Lets what is under way end, and begins nothing more. */
  readonly halt: () => void;
}

export const createEngine = (deps: JobDeps): RunningEngine => {
  let isStopping = false;
  const leases = createLeases(deps);
  const backlog = createBacklog(deps);
  const sender = createSender(deps, backlog, () => isStopping);
  const dueDeps = { ...deps, backlog, intake: sender.intake, planning: createGate(chunksAtOnce) };
  let lastBeatAt: number | undefined;
  const startedAt = deps.clock.now();
  /** How often something was not begun, or broke off, since its shard was no longer held. */
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
  deps.metrics.watch('heartbeat_lag_seconds', {}, () => (deps.clock.now() - (lastBeatAt ?? startedAt)) / 1000);

  /** Shards side by side; one that fails is logged and comes again with the next beat. */
  const forEachShard = async (
    what: string,
    work: (shard: string, isOwned: () => boolean) => Promise<void>,
  ): Promise<boolean> => {
    const one = async (shard: string): Promise<boolean> => {
      try {
        await work(shard, () => isMine(shard));
        return true;
      } catch (error) {
        deps.log.error(`${what}.failed`, error, { shard });
        return false;
      }
    };
    return (await Promise.all(owned().map(one))).every((succeeded) => succeeded);
  };

  const runDue = single(async () => {
    if (await forEachShard('due', (shard, isOwned) => runDueShard(dueDeps, shard, isOwned)))
      lastBeatAt = deps.clock.now();
  });
  const accounts = new Map<string, () => Promise<void>>();
  /** The mail and account work of a shard, which the reading of its messages has seen: reading it twice doubles an idle beat. */
  const accountsOf = (shard: string): (() => Promise<void>) => {
    const work =
      accounts.get(shard) ??
      single(async () => {
        try {
          await deps.accountWork?.(shard, () => isMine(shard));
        } catch (error) {
          deps.log.error('accounts.failed', error, { shard });
        }
      });
    accounts.set(shard, work);
    return work;
  };

  // Not one after the other: what takes a large tenant minutes must not hold up what is due for others meanwhile.
  const runSender = async (): Promise<void> => {
    await forEachShard('outbox', (shard, isOwned) => sender.run(shard, isOwned, accountsOf(shard)));
    await sender.intake.done();
  };
  const runCascades = single(async () => {
    try {
      await deps.cascadeWork?.(owned(), isMine);
    } catch (error) {
      deps.log.error('cascades.failed', error);
    }
  });
  const runMonths = single(async () => {
    await deps.monthWork?.(owned(), isMine);
  });

  const runPayments = single(async () => {
    try {
      await deps.paymentWork?.(owned(), isMine);
    } catch (error) {
      deps.log.error('payments.failed', error);
    }
  });

  const runBackup = single(async () => {
    await deps.backupWork?.(owned(), isMine);
  });

  // Asked at a wrong hour is worse than asked late: an instance whose clock is off leaves the work to the others.
  const isClockRight = (): boolean => {
    const skewMs = deps.clockSkewMs();
    const isRight = skewMs === undefined || Math.abs(skewMs) <= maxSkewMs;
    if (!isRight) deps.log.error('clock.wrong', undefined, { skewMs });
    return isRight;
  };

  const beat = async (): Promise<void> => {
    const before = refusals;
    await leases.keep();
    backlog.keep(leases.owned());
    if (!isClockRight()) return;
    await runDue();
    await Promise.all([runSender(), runCascades(), runMonths(), runPayments(), runBackup()]);
    if (refusals > before && !isStopping) await beat();
  };

  return {
    beat,
    lastBeatAt: () => lastBeatAt,
    keepLeases: () => leases.keep(),
    halt: () => {
      isStopping = true;
    },
  };
};

export interface Heartbeat extends Engine {
  /** An extra beat at once, for what must not wait: a start said to the bot. */
  wake(): void;
  /** Ends the ticking and waits for the beat under way. */
  stop(): Promise<void>;
}

const schedules = (
  deps: JobDeps,
  { wake, keep, tidy }: Readonly<Record<'wake' | 'keep' | 'tidy', () => void>>,
): ScheduledTask[] => {
  // Its own words would go to the console, in colours: a machine that was asleep or overloaded is told of in the log.
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

/** Ticks in UTC, unless `ticks` is false: then it beats when told to. The work is always "all rows up to now", so lost ticks and clock jumps delay and never lose. */
export const startHeartbeat = (deps: JobDeps, { ticks: isTicking }: { readonly ticks: boolean }): Heartbeat => {
  const engine = createEngine(deps);
  const running = new Set<Promise<void>>();
  const follow = (work: Promise<void>): void => {
    const done = work.catch((error: unknown) => {
      deps.log.error('heartbeat.failed', error);
    });
    running.add(done);
    void done.finally(() => running.delete(done));
  };
  const wake = (): void => {
    follow(engine.beat());
  };
  // Apart from the beat, which may be long: a lease must not run out under it.
  const keepLeases = async (): Promise<void> => {
    if (await engine.keepLeases()) await engine.beat();
  };
  const tidy = (): void => {
    follow(emptyOldCounters(deps));
  };
  const keep = (): void => {
    follow(keepLeases());
  };
  const tasks = isTicking ? schedules(deps, { wake, keep, tidy }) : [];
  return {
    beat: engine.beat,
    lastBeatAt: engine.lastBeatAt,
    wake,
    stop: async () => {
      engine.halt();
      await Promise.all(
        tasks.map(async (task) => {
          await task.stop();
        }),
      );
      await Promise.all(running);
    },
  };
};
