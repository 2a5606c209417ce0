import type { Instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import { maxSends } from '../../domain/runs/lastSendInstants.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { withUnknownFields } from '../../store/unknownFieldCarryOver.ts';
import { encode } from '../../store/rowCodec.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Etag } from '../../store/tableStorePort.ts';
import { batchesAtOnce, batchesOf } from '../../services/runs/writeOutboxAndDueRows.ts';
import { mapInGroups } from '../../concurrency/mapInGroups.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { readableRow } from './readReadyOutboxRows.ts';
import type { OpeningRows } from './readAndCacheRunContext.ts';

export type ClaimDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'settings'>;

export interface Claimed {
  readonly row: OutboxRow;
  readonly key: Stored<OutboxRow>['key'];
  readonly lease: string;
  /**
   * The rows that were read to open the run of the message. Set only if this process opened the run and sends the
   * message directly afterwards.
   */
  readonly opening?: OpeningRows | undefined;
}

/**
 * Returns the row with the lease of this claim. A claim that ends normally removes its lease. An existing lease
 * therefore means that the last claim stopped early and may have sent the message, so one send is counted now. From
 * then on, `admitSend` counts each send before it begins.
 */
const leased = (row: OutboxRow, lease: Instant): OutboxRow =>
  row.lease === null || row.hasLapsed === true
    ? { ...row, lease }
    : { ...row, lease, hasLapsed: true, sends: (row.sends ?? 0) + 1 };

/**
 * Returns the replace that sets the lease. It contains the whole row, so that the store need not read the row first.
 * Because of the ETag it fails if the row has changed.
 */
const leaseStep = (row: Stored<OutboxRow>, lease: Instant) => ({
  row: withUnknownFields(outbox, { ...row.key, values: encode(outbox, leased(row.value, lease)) }, row.etag),
  etag: row.etag,
});

/**
 * Claims one row: sets a lease, so that no other instance handles it. Returns undefined if another instance claimed it
 * first.
 */
export const claimOne = async (
  deps: ClaimDeps,
  row: Stored<OutboxRow>,
): Promise<(Claimed & { readonly etag: Etag }) | undefined> => {
  const lease = toInstant(deps.clock.now() + deps.settings.rowLeaseMs);
  try {
    const step = leaseStep(row, lease);
    const etag = await deps.store.replace(outbox.table, step.row, step.etag);
    return { row: leased(row.value, lease), key: row.key, lease, etag };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

/**
 * Claims the rows that no other instance claims first. Each batch is one transaction. If it fails because of another
 * instance, its rows are claimed one by one.
 */
export const claimAll = async (deps: ClaimDeps, rows: readonly Stored<OutboxRow>[]): Promise<Claimed[]> => {
  const batches = batchesOf(rows.map((row) => ({ ...row.key, row })));
  const claimed = await mapInGroups(batches, batchesAtOnce, async (batch): Promise<(Claimed | undefined)[]> => {
    const lease = toInstant(deps.clock.now() + deps.settings.rowLeaseMs);
    const steps = batch.map(({ row }) => ({ do: 'replace' as const, ...leaseStep(row, lease) }));
    try {
      await deps.store.transact(outbox.table, batch[0]?.pk ?? '', steps);
      return batch.map(({ row }) => ({ row: leased(row.value, lease), key: row.key, lease }));
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    return Promise.all(batch.map(({ row }) => claimOne(deps, row)));
  });
  return claimed.flat().filter((item) => item !== undefined);
};

/**
 * True if a send may begin: at least a third of the lease must be left. An instance that was paused and resumes
 * therefore sends nothing under an old lease.
 */
export const canBegin = ({ clock, settings }: ClaimDeps, lease: string): boolean =>
  Date.parse(lease) - clock.now() >= settings.rowLeaseMs / 3;

const changeTries = 3;

/**
 * Changes a row that this instance holds, and tries again after a conflict. Returns false if another instance holds the
 * row, or after three conflicts.
 */
const changeHeld = async (
  deps: ClaimDeps,
  { key, lease }: Claimed,
  change: (current: OutboxRow) => OutboxRow,
): Promise<boolean> => {
  for (let attempt = 0; attempt < changeTries; attempt += 1) {
    const stored = await deps.store.get(outbox.table, key);
    const current = stored === undefined ? undefined : readableRow(deps, stored);
    if (current?.value.lease !== lease) return false;
    const value = change(current.value);
    try {
      await outside(deps.store).replace(outbox, value, value, current.etag);
      return true;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return false;
};

/** Returns how many sends of this message the chat service may already have accepted. */
export const possibleSends = ({ sends }: OutboxRow): number => sends ?? 0;

/**
 * Decides whether a claimed message may be sent. PARK: the chat service may already have accepted `maxSends` sends.
 * LOST: another instance holds the row. After a lapsed claim, the send is first counted in the row, so that the count
 * is right even if every process crashes. Otherwise the lease itself counts as one possible send, which saves a write.
 */
export const admitSend = async (deps: ClaimDeps, claimed: Claimed): Promise<'SEND' | 'PARK' | 'LOST'> => {
  const before = possibleSends(claimed.row);
  if (before >= maxSends) return 'PARK';
  if (claimed.row.hasLapsed !== true) return 'SEND';
  const isOurs = await changeHeld(deps, claimed, (current) => ({ ...current, sends: before + 1 }));
  return isOurs ? 'SEND' : 'LOST';
};

/** The fields that an instance changes when it ends its claim of a row. */
export interface Rescheduling {
  /** Epoch ms before which the row is not handled again. */
  readonly notBefore: number;
  readonly failures?: number;
  readonly isGone?: true;
  /** The instant to which a snooze or quiet hours moved the message. */
  readonly movedTo?: Instant;
  /**
   * Number of sends that the chat service may have accepted, including the send of this claim. Left out if this claim
   * sent nothing.
   */
  readonly sends?: number;
  readonly accepted?: OutboxRow['accepted'];
  readonly parkedReason?: string;
}

/**
 * Ends the claim and gives the row a later time, if this instance still holds it. If other code asked during the claim
 * that the row is handled earlier (`touched` has changed), the row keeps the instant that this code set.
 */
export const reschedule = async (deps: ClaimDeps, claimed: Claimed, change: Rescheduling): Promise<void> => {
  const sends = change.sends ?? possibleSends(claimed.row);
  await changeHeld(deps, claimed, (current) => ({
    ...current,
    lease: null,
    sends: sends === 0 ? null : sends,
    notBefore: current.touched === claimed.row.touched ? toInstant(change.notBefore) : current.notBefore,
    failures: change.failures ?? current.failures,
    isGone: change.isGone ?? current.isGone,
    movedTo: change.movedTo ?? current.movedTo,
    accepted: change.accepted === undefined ? current.accepted : change.accepted,
    parkedReason: change.parkedReason ?? current.parkedReason,
  }));
};
