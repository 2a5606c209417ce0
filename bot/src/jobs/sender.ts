import type { Stored } from '../store/kind.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import { createRunCache } from '../services/runCache.ts';
import { createAskedLedger } from './asked.ts';
import { claimOne, readyRows, release } from './claims.ts';
import type { Reading } from './claims.ts';
import type { Backlog } from './backlog.ts';
import { createIntake } from './intake.ts';
import type { Intake } from './intake.ts';
import type { JobDeps } from './jobDeps.ts';
import { createGate, createLanes } from './lanes.ts';
import type { Gate } from './lanes.ts';
import { sendClaimed, sendLot } from './lot.ts';
import type { SenderState } from './lot.ts';
import { isMessage } from './messages.ts';
import { runName } from './runContext.ts';
import { handleSummary } from './summary.ts';
import { createTokenBuckets } from './tokenBuckets.ts';
import { handleUsed } from './used.ts';
import { handleWeek } from './weekCards.ts';

// Sends what lies in the outbox of a shard, in lots of whole runs, fair between tenants.

export interface Sender {
  /** All that is ready now, and what becomes ready meanwhile. A run of a shard need not wait for an earlier one to end. `accountWork`: where there may be some. */
  run(shard: string, isOwned: () => boolean, accountWork: () => Promise<void>): Promise<void>;
  /** For messages that are due as they are made. */
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
  /** What was under way in the shard already: it held its rows, and the rest of its tenants was left alone. */
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

/** Each in the turn its tenant would be done with it if all went alike, so that a large one does not hold the others up. */
const inTurn = (groups: readonly Group[]): Group[] => {
  const turns = new Map<string, number>();
  const ranked = groups.map((group) => {
    const turn = (turns.get(group.tenant) ?? 0) + group.rows.length;
    turns.set(group.tenant, turn);
    return { group, turn };
  });
  return ranked.sort((a, b) => a.turn - b.turn).map((one) => one.group);
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
    const failures = (row.value.failures ?? 0) + 1;
    const notBefore = deps.clock.now() + keeperRetryMs * failures;
    // Later than a message, since parked counts and summaries would stay wrong; but not for ever.
    const parked = failures < parkKeepersAfter ? {} : { parkedReason: error instanceof Error ? error.name : 'Error' };
    await release(deps, claimed, { notBefore, failures, ...parked });
  }
  return true;
};

const isKeeper = (kind: string): boolean => kind === 'sum' || kind === 'used' || kind === 'week';

/** `isStopping`: the process is about to end, so what has not begun is left to the next one. */
export const createSender = (deps: JobDeps, backlog: Pick<Backlog, 'outbox'>, isStopping: () => boolean): Sender => {
  const state: SenderState = {
    buckets: createTokenBuckets(deps),
    lanes: createLanes(deps.settings),
    asked: createAskedLedger(deps),
    runs: createRunCache(),
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

  /** How many lots of each tenant are under way: the rest of that tenant waits for them, and nobody else does. */
  const underWay = new Map<string, number>();
  const follow = (lot: readonly Stored<OutboxRow>[], change: 1 | -1): void => {
    for (const tenant of new Set(lot.map(({ value }) => value.orgId))) {
      const count = (underWay.get(tenant) ?? 0) + change;
      if (count === 0) underWay.delete(tenant);
      else underWay.set(tenant, count);
    }
  };

  /** What is under way in each shard, messages and what keeps something right: a beat that finds rows held ends after it. */
  const inShard = new Map<string, Set<Promise<unknown>>>();
  const followAll = async (shard: string, works: readonly Promise<number>[]): Promise<number> => {
    const there = inShard.get(shard) ?? new Set();
    inShard.set(shard, there);
    for (const work of works) {
      there.add(work);
      void work.then(() => there.delete(work));
    }
    return (await Promise.all(works)).reduce((sum, one) => sum + one, 0);
  };

  const sendAll = (ready: readonly Stored<OutboxRow>[], isOwned: () => boolean): Promise<number>[] => {
    if (deps.clock.now() < state.stoppedUntil) return [];
    const rows = ready.filter(({ value }) => !underWay.has(value.orgId));
    const gate = createGate(lotsAtOnce);
    return lotsFrom(inTurn(groupsOf(rows))).map((lot) => {
      follow(lot, 1);
      return gate
        .run(() => safely(async () => (isOwned() ? sendLot(deps, state, lot) : 0)))
        .finally(() => {
          follow(lot, -1);
        });
    });
  };

  const keepAll = (rows: readonly Stored<OutboxRow>[], isOwned: () => boolean): Promise<number>[] => {
    const gate = createGate(keepersAtOnce);
    return rows.map((row) => gate.run(() => safely(async () => (isOwned() && (await keep(deps, state, row)) ? 1 : 0))));
  };

  const passes = new Map<string, { readonly gate: Gate; next?: Promise<Passed> | undefined }>();

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

  /** One reading of a shard at a time, and one that waits for it, which others join: it sees what came too late for the first. */
  const readAndPass = (shard: string, isOwned: () => boolean, accountWork: () => Promise<void>): Promise<Passed> => {
    const there = passes.get(shard) ?? { gate: createGate(1) };
    passes.set(shard, there);
    const underWayHere = (): Promise<unknown>[] => [...(inShard.get(shard) ?? [])];
    there.next ??= there.gate
      .run(async () => {
        there.next = undefined;
        const before = underWayHere();
        const found = await readyRows(deps, shard);
        backlog.outbox(shard, found.waiting);
        return { found, before };
      })
      .then(async ({ found, before }) => {
        before.push(...underWayHere());
        return { sent: await pass(shard, found, isOwned, accountWork), before };
      });
    return there.next;
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
        // A pass that took a while may have left behind what became ready meanwhile, and one that met another may have found its
        // rows held; a short one leaves it to the next beat.
        const mayBeMore = before.length > 0 || (sent > 0 && deps.clock.now() - begun >= shortPassMs);
        if (!mayBeMore || !isOwned()) return;
      }
    },
  };
};
