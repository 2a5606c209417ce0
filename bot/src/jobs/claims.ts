import type { Instant } from '#contracts/ids.ts';
import { msOf, toInstant } from '../domain/time.ts';
import { withRemembered } from '../store/carried.ts';
import { encode } from '../store/codec.ts';
import { outside, readAs } from '../store/kind.ts';
import type { Stored } from '../store/kind.ts';
import { isAccountWork } from '../store/kinds/accountWork.ts';
import { instantKey, outbox, outboxPartition } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag, Key, StoredRow } from '../store/port.ts';
import { lotsOf } from '../services/outboxRows.ts';
import type { OutboxRow } from '../services/outboxRows.ts';
import { nothingWaits, withWaiting } from './backlog.ts';
import type { Waiting } from './backlog.ts';
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
  /** Also what is tried again later. */
  readonly waiting: Waiting;
}

/** What is sent for its own time; anything else in the outbox is kept right, or mailed, when it says so. */
const isTimed = (kind: string): boolean => /^(?:prompt|r1|r2|bcast)\./.test(kind);

/** Since when a row has been due; undefined for one that nobody waits for. */
const waitingSince = (row: OutboxRow, now: number): number | undefined => {
  const notBefore = msOf(row.notBefore);
  if (row.parkedReason !== null || (notBefore > now && !isTimed(row.kind))) return undefined;
  if (!isTimed(row.kind)) return notBefore;
  // A chat that is gone is tried once more, minutes later, and then given up.
  return row.isGone === true && notBefore > now ? undefined : msOf(row.at);
};

/** Rows that somebody holds are most of what lies in a shard while it is sent: they are only counted, which needs no parsing. */
const isHeld = ({ values }: StoredRow, now: number): boolean =>
  values['v'] === outbox.version && typeof values['lease'] === 'string' && Date.parse(values['lease']) > now;

const heldSince = ({ values }: StoredRow): number =>
  Date.parse(String(isTimed(String(values['kind'])) ? values['at'] : values['notBefore']));

const accountsSince = ({ values }: StoredRow, now: number): number | undefined => {
  const since = values['parkedReason'] === undefined ? Date.parse(String(values['notBefore'])) : Number.NaN;
  return since <= now ? since : undefined;
};

export const readyRows = async (deps: ClaimDeps, shard: string): Promise<Reading> => {
  const now = deps.clock.now();
  // The key holds the first due instant, and no row is due before that.
  const range = { from: '', to: `${instantKey(toInstant(now))}}` };
  const ready: Stored<OutboxRow>[] = [];
  let hasAccountWork = false;
  let waiting = nothingWaits;
  const wait = (since: number | undefined): void => {
    if (since !== undefined) waiting = withWaiting(waiting, since);
  };
  let continuation: string | undefined;
  do {
    const more = continuation === undefined ? {} : { continuation };
    const page = await deps.store.scan(outbox.table, outboxPartition(shard), range, more);
    // Work of accounts lies between the messages and looks different; jobs/mail.ts does it.
    const messages = page.rows.filter((one) => !isAccountWork(one.rk));
    hasAccountWork ||= messages.length < page.rows.length || page.rows.some(({ rk }) => isRunMail(rk));
    for (const row of page.rows) if (isAccountWork(row.rk)) wait(accountsSince(row, now));
    const held = messages.filter((one) => isHeld(one, now));
    for (const row of held) wait(heldSince(row));
    const others = held.length === 0 ? messages : messages.filter((one) => !isHeld(one, now));
    for (const row of others.flatMap((one) => readable(deps, one))) {
      wait(waitingSince(row.value, now));
      if (isReady(row.value, now)) ready.push(row);
    }
    continuation = page.continuation;
  } while (continuation !== undefined && ready.length < mostRows);
  return { rows: ready, hasAccountWork: hasAccountWork || continuation !== undefined, waiting };
};

/** The whole row: it is as it was read, or the etag refuses it, and a store that need not look at it first does half the work. */
const leaseStep = (row: Stored<OutboxRow>, lease: Instant) => ({
  row: withRemembered(outbox, { ...row.key, values: encode(outbox, { ...row.value, lease }) }, row.etag),
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
    return { row: row.value, key: row.key, lease, etag: await deps.store.replace(outbox.table, step.row, step.etag) };
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
      const steps = lot.map(({ row }) => ({ do: 'replace' as const, ...leaseStep(row, lease) }));
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
  change: {
    readonly notBefore: number;
    readonly failures?: number;
    readonly isGone?: true;
    readonly parkedReason?: string;
  },
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
      isGone: change.isGone ?? now.value.isGone,
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
