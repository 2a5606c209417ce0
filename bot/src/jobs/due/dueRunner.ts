import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { readAs } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { encode } from '../../store/rowCodec.ts';
import { storedKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { due, duePartition } from '../../store/kinds/due/dueRow.ts';
import { instantKey } from '../../store/kinds/core/instantKey.ts';
import { isConflict, isRowsFault } from '../../store/tableStorePort.ts';
import type { StoredRow } from '../../store/tableStorePort.ts';
import { deleteRows, writeDue, writeOutbox } from '../../services/runs/writeOutboxAndDueRows.ts';
import type { DueRow } from '../../services/runs/plannedPromptRows.ts';
import type { Backlog, BacklogCounts } from '../delivery/backlogMetrics.ts';
import { emptyBacklog, addToBacklog } from '../delivery/backlogMetrics.ts';
import { parkAfter } from '../core/retryPausesAndParkLimits.ts';
import { handleDueRow } from './handleDueRow.ts';
import { createAskReadings } from './dueRowContextAndOutcome.ts';
import type { DueDeps, DueOutcome } from './dueRowContextAndOutcome.ts';
import type { ImmediateSends } from '../delivery/immediateSends.ts';
import type { Semaphore } from '../../concurrency/semaphore.ts';

// Handles the due rows of a shard. A handled row is deleted, so every due row that still exists needs work. Lost ticks,
// a suspended machine or a jump of the clock can therefore delay work, but work is never lost.

export interface RunnerDeps extends DueDeps {
  readonly backlog: Pick<Backlog, 'due'>;
  readonly immediateSends: Pick<ImmediateSends, 'claim' | 'send'>;
  /** Limits how many chunks of all shards are handled concurrently, so that each turn of the event loop stays short. */
  readonly planning: Semaphore;
}

/**
 * Number of rows in a chunk. The writes of a chunk share transactions, which is cheaper than one write for each row.
 */
const chunkRows = 32;

/**
 * Parses a row; returns an empty list if this version of the product cannot read it. During an upgrade, a row may have
 * a newer version, which an upgraded instance will handle.
 */
const readable = (deps: Pick<DueDeps, 'log'>, row: StoredRow): Stored<DueRow>[] => {
  try {
    return [readAs(due, row)];
  } catch (error) {
    deps.log.error('due.unreadable', error, { key: row.rk });
    return [];
  }
};

/**
 * Reads the due rows of a shard page by page, oldest first, so that a backlog cannot fill the memory. Parked rows are
 * left out.
 */
export const duePages = async function* (
  deps: Pick<DueDeps, 'store' | 'clock' | 'log'>,
  shard: string,
): AsyncGenerator<Stored<DueRow>[]> {
  const now = deps.clock.now();
  const range = { from: '', to: `${instantKey(toInstant(now))}}` };
  let continuation: string | undefined;
  do {
    const more = continuation === undefined ? {} : { continuation };
    const page = await deps.store.scan(due.table, duePartition(shard), range, more);
    const rows = page.rows.flatMap((row) => readable(deps, row));
    yield rows.filter(({ value }) => value.parkedReason === null && msOf(value.at) <= now);
    continuation = page.continuation;
  } while (continuation !== undefined);
};

type Handled = { readonly row: Stored<DueRow> } & ({ readonly outcome: DueOutcome } | { readonly error: unknown });

/**
 * Logs a failure, and counts it if the row caused it. After `parkAfter.dueRow` failures the row is parked with the
 * reason, so that other rows continue.
 */
const countFailure = async (deps: DueDeps, { value, key, etag }: Stored<DueRow>, error: unknown): Promise<void> => {
  const { kind, orgId, meetingId, date } = value;
  deps.log.error('due.failed', error, { kind: storedKind(kind), orgId, meetingId, date, failures: value.failures + 1 });
  if (!isRowsFault(error)) return;
  const failures = value.failures + 1;
  const parkedReason = failures < parkAfter.dueRow ? null : error instanceof Error ? error.name : 'Error';
  try {
    await deps.store.merge(due.table, { ...key, values: encode(due, { failures, parkedReason }) }, etag);
  } catch (failure) {
    if (!isConflict(failure)) throw failure;
  }
};

/** Handles the rows of each meeting in order, one after the other. Different meetings are handled concurrently. */
const handleAll = async (deps: DueDeps, rows: readonly Stored<DueRow>[]): Promise<Handled[]> => {
  const byMeeting = new Map<string, Stored<DueRow>[]>();
  const readMayAsk = createAskReadings(deps);
  for (const row of rows) {
    const name = `${row.value.orgId}|${row.value.meetingId}`;
    byMeeting.set(name, [...(byMeeting.get(name) ?? []), row]);
  }
  const handleRow = async (row: Stored<DueRow>): Promise<Handled> => {
    try {
      return { row, outcome: await handleDueRow(deps, row.value, readMayAsk) };
    } catch (error) {
      return { row, error };
    }
  };
  const chains = [...byMeeting.values()].map(async (chain) => {
    const handled: Handled[] = [];
    for (const row of chain) handled.push(await handleRow(row));
    return handled;
  });
  return (await Promise.all(chains)).flat();
};

type Finished = Extract<Handled, { readonly outcome: DueOutcome }>;

/** Writes all rows that result from the handled rows, and then deletes the handled rows. */
const finish = async (deps: RunnerDeps, finished: readonly Finished[]): Promise<void> => {
  const messages = deps.immediateSends.claim(finished.flatMap((item) => item.outcome.outbox));
  const written = await writeOutbox(deps.store, messages);
  await writeDue(
    deps.store,
    finished.flatMap((item) => item.outcome.due),
  );
  await deleteRows(
    deps.store,
    due.table,
    finished.filter((item) => item.outcome.isDone).map((item) => item.row.key),
  );
  deps.immediateSends.send(
    written,
    finished.flatMap((item) => item.outcome.opening ?? []),
  );
};

/**
 * Writes the results of all rows together. If one row makes the write fail, the results are written row by row, so that
 * this row does not block the others.
 */
const finishAll = async (deps: RunnerDeps, finished: readonly Finished[]): Promise<void> => {
  try {
    await finish(deps, finished);
    return;
  } catch (error) {
    if (!isRowsFault(error)) throw error;
  }
  for (const item of finished) {
    try {
      await finish(deps, [item]);
    } catch (error) {
      await countFailure(deps, item.row, error);
    }
  }
};

interface Handling {
  /**
   * True if a handled row created another row that is already due. For example, a missed run plans the next run, which
   * may also be in the past.
   */
  readonly isMore: boolean;
  readonly left: readonly Stored<DueRow>[];
}

const handleChunk = async (deps: RunnerDeps, rows: readonly Stored<DueRow>[]): Promise<Handling> => {
  const handled = await handleAll(deps, rows);
  const finished = handled.filter((item): item is Finished => 'outcome' in item);
  await finishAll(deps, finished);
  for (const item of handled) if ('error' in item) await countFailure(deps, item.row, item.error);
  const now = deps.clock.now();
  return {
    isMore: finished.some(({ outcome }) => outcome.isDone && outcome.due.some((row) => msOf(row.at) <= now)),
    left: handled.flatMap((item) => ('outcome' in item && item.outcome.isDone ? [] : [item.row])),
  };
};

const chunksOf = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));

const waitingIn = (rows: readonly Stored<DueRow>[], before: BacklogCounts): BacklogCounts =>
  rows.reduce((all, { value }) => addToBacklog(all, msOf(value.at)), before);

/**
 * Handles the due rows of a shard once. Returns true if handled rows created rows that are already due, so that another
 * pass must follow immediately.
 */
const pass = async (deps: RunnerDeps, shard: string, isOwned: () => boolean): Promise<boolean> => {
  const startedAt = performance.now();
  let isMore = false;
  let waiting = emptyBacklog;
  const left: Stored<DueRow>[] = [];
  for await (const rows of duePages(deps, shard)) {
    // The backlog is reported before the work begins, so that the metrics show it even if the work hangs.
    waiting = waitingIn(rows, waiting);
    deps.backlog.due(shard, waiting);
    for (const chunk of chunksOf(rows, chunkRows)) {
      if (!isOwned()) return false;
      const handling = await deps.planning.run(() => handleChunk(deps, chunk));
      isMore ||= handling.isMore;
      left.push(...handling.left);
    }
  }
  deps.backlog.due(shard, waitingIn(left, emptyBacklog));
  deps.metrics.observe('due_scan_seconds', (performance.now() - startedAt) / 1000, {});
  return isMore;
};

/**
 * Handles all due rows of a shard, including due rows that result from handled rows. After a downtime, for example,
 * each missed run plans the next run.
 */
export const runDueShard = async (deps: RunnerDeps, shard: string, isOwned: () => boolean): Promise<void> => {
  while (isOwned() && (await pass(deps, shard, isOwned)));
};
