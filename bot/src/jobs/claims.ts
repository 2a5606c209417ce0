import { msOf, toInstant } from '../domain/time.ts';
import { encode } from '../store/codec.ts';
import { outside, readAs } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { isAccountWork } from '../store/kinds/accountWork.ts';
import { instantKey, outbox, outboxPartition } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag, Key, StoredRow } from '../store/port.ts';
import { lotsOf } from '../services/outboxRows.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import type { JobDeps } from './jobDeps.ts';

export type ClaimDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>;

/** A row this instance holds until `lease`. */
export interface Claimed {
  readonly row: OutboxRow;
  readonly key: Stored<OutboxRow>['key'];
  readonly lease: string;
}

const isReady = (row: OutboxRow, now: number): boolean =>
  row.parkedReason === null && msOf(row.notBefore) <= now && (row.lease === null || msOf(row.lease) <= now);

const readable = (deps: ClaimDeps, row: StoredRow): Stored<OutboxRow>[] => {
  try {
    const { value, ...rest } = readAs(outbox, row);
    return [{ ...rest, value: { ...value, kind: value.kind as OutboxRow['kind'] } }];
  } catch (error) {
    deps.log.error('outbox.unreadable', error, { key: row.rk });
    return [];
  }
};

/** One row by its key, when it may be worked on now. */
export const readyRow = async (deps: ClaimDeps, key: Key): Promise<Stored<OutboxRow> | undefined> => {
  const stored = await deps.store.get(outbox.table, key);
  const [row] = stored === undefined ? [] : readable(deps, stored);
  return row !== undefined && isReady(row.value, deps.clock.now()) ? row : undefined;
};

/** More than this is left for the next reading, so that a backlog cannot fill the memory. */
const mostRows = 20_000;

/** Whether a row of the outbox is one of these, by its key. */
export const isRunMail = (rk: string): boolean => /^\d{14}\|(?:mail|fall)\.\d+\|/.test(rk);

export interface Reading {
  /** What may be worked on now, oldest first. */
  readonly rows: readonly Stored<OutboxRow>[];
  /** Whether mail or work of accounts may lie between them, so that only then somebody looks for it. */
  readonly hasAccountWork: boolean;
}

export const readyRows = async (deps: ClaimDeps, shard: string): Promise<Reading> => {
  const now = deps.clock.now();
  // The key holds the first due instant, and no row is due before that.
  const range = { from: '', to: `${instantKey(toInstant(now))}}` };
  const ready: Stored<OutboxRow>[] = [];
  let hasAccountWork = false;
  let continuation: string | undefined;
  do {
    const more = continuation === undefined ? {} : { continuation };
    const page = await deps.store.scan(outbox.table, outboxPartition(shard), range, more);
    // Work of accounts lies between the messages and looks different; jobs/mail.ts does it.
    const messages = page.rows.filter((one) => !isAccountWork(one.rk));
    hasAccountWork ||= messages.length < page.rows.length || page.rows.some(({ rk }) => isRunMail(rk));
    for (const row of messages.flatMap((one) => readable(deps, one))) if (isReady(row.value, now)) ready.push(row);
    continuation = page.continuation;
  } while (continuation !== undefined && ready.length < mostRows);
  return { rows: ready, hasAccountWork: hasAccountWork || continuation !== undefined };
};

const leaseStep = (row: Stored<OutboxRow>, lease: string) => ({
  row: { ...row.key, values: encode(outbox.version, { lease }) },
  etag: row.etag,
});

/** One row; undefined when another instance was faster. */
export const claimOne = async (
  deps: ClaimDeps,
  row: Stored<OutboxRow>,
): Promise<(Claimed & { readonly etag: Etag }) | undefined> => {
  const lease = toInstant(deps.clock.now() + deps.settings.rowLeaseMs);
  try {
    const step = leaseStep(row, lease);
    return { row: row.value, key: row.key, lease, etag: await deps.store.merge(outbox.table, step.row, step.etag) };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

/** As many of the rows as nobody else holds: a lot at once, or one by one when somebody was faster with some. */
export const claimAll = async (deps: ClaimDeps, rows: readonly Stored<OutboxRow>[]): Promise<Claimed[]> => {
  const lots = lotsOf(rows.map((row) => ({ ...row.key, row })));
  const claimed = await Promise.all(
    lots.map(async (lot): Promise<(Claimed | undefined)[]> => {
      const lease = toInstant(deps.clock.now() + deps.settings.rowLeaseMs);
      const steps = lot.map(({ row }) => ({ do: 'merge' as const, ...leaseStep(row, lease) }));
      try {
        await deps.store.transact(outbox.table, lot[0]?.pk ?? '', steps);
        return lot.map(({ row }) => ({ row: row.value, key: row.key, lease }));
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      return Promise.all(lot.map(({ row }) => claimOne(deps, row)));
    }),
  );
  return claimed.flat().filter((one) => one !== undefined);
};

/** Sending may begin only while a third of the lease is left: a paused instance that wakes sends nothing. */
export const mayBegin = ({ clock, settings }: ClaimDeps, lease: string): boolean =>
  Date.parse(lease) - clock.now() >= settings.rowLeaseMs / 3;

const releaseTries = 3;

/** Gives a row back for later, if it is still ours; one that was touched meanwhile keeps the time it was touched for. */
export const release = async (
  deps: ClaimDeps,
  { row, key, lease }: Claimed,
  change: { readonly notBefore: number; readonly failures?: number; readonly parkedReason?: string },
): Promise<void> => {
  for (let attempt = 0; attempt < releaseTries; attempt += 1) {
    const stored = await deps.store.get(outbox.table, key);
    const [now] = stored === undefined ? [] : readable(deps, stored);
    if (now?.value.lease !== lease) return;
    const isTouched = now.value.touched !== row.touched;
    const value = {
      ...now.value,
      lease: null,
      notBefore: isTouched ? now.value.notBefore : toInstant(change.notBefore),
      failures: change.failures ?? now.value.failures,
      parkedReason: change.parkedReason ?? now.value.parkedReason,
    };
    try {
      await outside(deps.store).replace(outbox, value, value, now.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};
