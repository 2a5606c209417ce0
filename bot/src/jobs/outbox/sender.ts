import type { Stored } from '../../store/kind.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { createRunCache } from '../../services/runs/runCache.ts';
import { isRowsFault } from '../../store/port.ts';
import { createAskedLedger } from '../delivery/promptedMembersLedger.ts';
import { claimOne, possibleSends, readyRows, release } from '../delivery/claims.ts';
import type { Reading, Release } from '../delivery/claims.ts';
import type { Backlog } from '../delivery/backlogMetrics.ts';
import { createIntake } from '../delivery/immediateSends.ts';
import type { Intake } from '../delivery/immediateSends.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { UnrecordedError } from './outboxRescheduling.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { createKeyedCoalescer } from '../../concurrency/coalesce.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { createTenantLimits } from '../core/tenantLimits.ts';
import { sendClaimed, sendLot } from '../delivery/batchSender.ts';
import type { SenderState } from '../delivery/batchSender.ts';
import { isMessage } from '../delivery/messages.ts';
import { createRecording } from '../delivery/recordOutcomes.ts';
import { runName } from '../delivery/runContext.ts';
import { handleSummary } from './summaryPosting.ts';
import { createReminderRegistry } from '../delivery/reminderRegistry.ts';
import { createTokenBuckets } from '../delivery/tokenBuckets.ts';
import { handleUsed } from './activeMemberUsage.ts';
import { handleWeek } from './weekCards.ts';

// Sends what lies in the outbox of a shard, in lots of whole runs, fair between tenants.

export interface Sender {
  /** All that is ready now, and what becomes ready meanwhile. A run of a shard need not wait for an earlier one to end. `accountWork`: where there may be some. */
  run(shard: string, isOwned: () => boolean, accountWork: () => Promise<void>): Promise<void>;
  /** For messages that are due when they are written. */
  readonly intake: Intake;
}

/** Whole runs share what is read for them; a lot is what one lease can see through at the lowest of usual rates. */
const lotRows = 400;
const lotsAtOnce = 4;
const keepersAtOnce = 8;
const keeperRetryMs = 10_000;
const parkKeepersAfter = 10;
const shortPassMs = 1_000;

interface Passed {
  /** Messages that are over. */
  readonly sent: number;
  /** Work of the shard that was already running. That work held its rows, so the rest of those tenants was skipped. */
  readonly before: readonly Promise<unknown>[];
}

interface Group {
  readonly tenant: string;
  readonly rows: readonly Stored<OutboxRow>[];
}

/** Rows of one run together, in pieces no larger than a lot, each tenant's oldest first. */
const groupsOf = (rows: readonly Stored<OutboxRow>[]): Group[] => {
  const byRun = new Map<string, Stored<OutboxRow>[][]>();
  for (const row of rows) {
    const pieces = byRun.get(runName(row.value)) ?? [];
    byRun.set(runName(row.value), pieces);
    const last = pieces.at(-1);
    if (last === undefined || last.length === lotRows) pieces.push([row]);
    else last.push(row);
  }
  return [...byRun.values()].flat().map((piece) => ({ tenant: piece[0]?.value.orgId ?? '', rows: piece }));
};

/** Weighted fair queueing by tenant, so that a large tenant does not delay the others. */
const inTurn = (groups: readonly Group[]): Group[] => {
  const turns = new Map<string, number>();
  const ranked = groups.map((group) => {
    const turn = (turns.get(group.tenant) ?? 0) + group.rows.length;
    turns.set(group.tenant, turn);
    return { group, turn };
  });
  return ranked.sort((a, b) => a.turn - b.turn).map((item) => item.group);
};

const lotsFrom = (groups: readonly Group[]): Stored<OutboxRow>[][] => {
  const lots: Stored<OutboxRow>[][] = [];
  for (const { rows } of groups) {
    const last = lots.at(-1);
    if (last === undefined || last.length + rows.length > lotRows) lots.push([...rows]);
    else last.push(...rows);
  }
  return lots;
};

/** A failure after a send counts the send and keeps what the chat service answered, so that only the record is retried. */
const sendsAfter = (row: OutboxRow, error: unknown): Pick<Release, 'sends' | 'accepted'> =>
  error instanceof UnrecordedError
    ? { sends: possibleSends(row) + 1, accepted: { ...error.sent, isLate: error.isLate } }
    : {};

/** Rows that keep something right rather than send a message: claimed one by one. True when the row was ours to handle. */
const keep = async (deps: JobDeps, state: SenderState, row: Stored<OutboxRow>): Promise<boolean> => {
  const claimed = await claimOne(deps, row);
  if (claimed === undefined) return false;
  try {
    if (row.value.kind === 'sum') await handleSummary(deps, state, claimed);
    else if (row.value.kind === 'week') await handleWeek(deps, state, claimed);
    else await handleUsed(deps, claimed);
  } catch (error) {
    const { kind, orgId, meetingId, date } = row.value;
    deps.log.error('outbox.failed', error, { kind, orgId, meetingId, date });
    // A busy or unreachable store does not mean that the row is faulty, so the row is not parked for it.
    const cause: unknown = error instanceof UnrecordedError ? error.cause : error;
    const failures = (row.value.failures ?? 0) + (isRowsFault(cause) ? 1 : 0);
    const notBefore = deps.clock.now() + keeperRetryMs * Math.max(1, failures);
    // Parked later than a message, because a parked row leaves counts and summaries wrong.
    const reason = error instanceof Error ? error.name : 'Error';
    const parked = failures < parkKeepersAfter ? {} : { parkedReason: reason };
    if (failures >= parkKeepersAfter) observeParked(deps, kind, reason);
    await release(deps, claimed, { notBefore, failures, ...parked, ...sendsAfter(claimed.row, error) });
  }
  return true;
};

const isKeeper = (kind: string): boolean => kind === 'sum' || kind === 'used' || kind === 'week';

/** `isStopping`: the process is about to end, so what has not begun is left to the next one. */
export const createSender = (deps: JobDeps, backlog: Pick<Backlog, 'outbox'>, isStopping: () => boolean): Sender => {
  const state: SenderState = {
    buckets: createTokenBuckets(deps),
    reminders: createReminderRegistry(),
    limits: createTenantLimits(deps.settings),
    asked: createAskedLedger(deps),
    runs: createRunCache(),
    recording: createRecording(),
    stoppedUntil: 0,
    isStopping,
  };

  /** Failures of one lot or row are logged: its lease runs out, and the others go on. */
  const safely = async (work: () => Promise<number>): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      deps.log.error('outbox.failed', error);
      return 0;
    }
  };

  /** Number of running batches by tenant. The rest of a tenant waits for its own batches only. */
  const underWay = new Map<string, number>();
  const follow = (lot: readonly Stored<OutboxRow>[], change: 1 | -1): void => {
    for (const tenant of new Set(lot.map(({ value }) => value.orgId))) {
      const count = (underWay.get(tenant) ?? 0) + change;
      if (count === 0) underWay.delete(tenant);
      else underWay.set(tenant, count);
    }
  };

  /** Running work by shard: messages and maintenance rows. A pass that finds rows held waits for it. */
  const inShard = new Map<string, Set<Promise<unknown>>>();
  const followAll = async (shard: string, works: readonly Promise<number>[]): Promise<number> => {
    const there = inShard.get(shard) ?? new Set();
    inShard.set(shard, there);
    for (const work of works) {
      there.add(work);
      void work.then(() => there.delete(work));
    }
    return (await Promise.all(works)).reduce((sum, item) => sum + item, 0);
  };

  const sendAll = (ready: readonly Stored<OutboxRow>[], isOwned: () => boolean): Promise<number>[] => {
    if (deps.clock.now() < state.stoppedUntil) return [];
    const rows = ready.filter(({ value }) => !underWay.has(value.orgId));
    const lots = createSemaphore(lotsAtOnce);
    return lotsFrom(inTurn(groupsOf(rows))).map((lot) => {
      follow(lot, 1);
      return lots
        .run(() => safely(async () => (isOwned() ? sendLot(deps, state, lot) : 0)))
        .finally(() => {
          follow(lot, -1);
        });
    });
  };

  const keepAll = (rows: readonly Stored<OutboxRow>[], isOwned: () => boolean): Promise<number>[] => {
    const keepers = createSemaphore(keepersAtOnce);
    return rows.map((row) =>
      keepers.run(() => safely(async () => (isOwned() && (await keep(deps, state, row)) ? 1 : 0))),
    );
  };

  const readings = createKeyedCoalescer<{ readonly passed: Promise<Passed> }>();

  /** All that is ready in a shard. How many messages are over. */
  const pass = async (
    shard: string,
    found: Omit<Reading, 'waiting'>,
    isOwned: () => boolean,
    accountWork: () => Promise<void>,
  ): Promise<number> => {
    const messages = found.rows.filter((row) => isMessage(row.value.kind));
    const keepers = found.rows.filter((row) => isKeeper(row.value.kind));
    const [sent] = await Promise.all([
      followAll(shard, sendAll(messages, isOwned)),
      followAll(shard, keepAll(keepers, isOwned)),
      found.hasAccountWork ? accountWork() : undefined,
    ]);
    return sent;
  };

  /**
   * Reads a shard once at a time. Calls that arrive during a reading share the next one and its pass, so they see rows that came too
   * late for the first. A pass need not end before the next reading.
   */
  const readAndPass = async (
    shard: string,
    isOwned: () => boolean,
    accountWork: () => Promise<void>,
  ): Promise<Passed> => {
    const underWayHere = (): Promise<unknown>[] => [...(inShard.get(shard) ?? [])];
    const { passed } = await readings.run(shard, async () => {
      const before = underWayHere();
      const found = await readyRows(deps, shard);
      backlog.outbox(shard, found.waiting);
      before.push(...underWayHere());
      return { passed: pass(shard, found, isOwned, accountWork).then((sent) => ({ sent, before })) };
    });
    return passed;
  };

  const intake = createIntake(deps, {
    mayClaim: () => !isStopping() && deps.clock.now() >= state.stoppedUntil,
    send: async (claimed) => {
      await safely(() => sendClaimed(deps, state, claimed));
    },
  });

  return {
    intake,
    run: async (shard, isOwned, accountWork) => {
      for (;;) {
        const begun = deps.clock.now();
        const { sent, before } = await readAndPass(shard, isOwned, accountWork);
        await Promise.all(before);
        // A long pass may have missed rows that became ready meanwhile, and a pass that met another one may have found rows held.
        // After a short pass the next heartbeat finds the rest.
        const mayBeMore = before.length > 0 || (sent > 0 && deps.clock.now() - begun >= shortPassMs);
        if (!mayBeMore || !isOwned()) return;
      }
    },
  };
};
