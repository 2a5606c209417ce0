import type { Instant, LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { mapInGroups } from '../../concurrency/mapInGroups.ts';
import { lastSendInstant } from '../../domain/runs/sendDecisionsAndSkipReasons.ts';
import { hashKey } from '../../domain/core/hashesIdsAndReverseDates.ts';
import { hourMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { encode } from '../../store/rowCodec.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { due } from '../../store/kinds/due/dueRow.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import type { OutboxKind, Recipient, RunEmailKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Key, Row, Table, TableStore } from '../../store/tableStorePort.ts';
import { putDue } from './planNextRunAndZones.ts';
import type { DueRow } from './planNextRunAndZones.ts';
import { deliveryKey } from './readRunAndDayRows.ts';
import type { RunRows } from './readRunAndDayRows.ts';

export type OutboxRow = Omit<ValueOf<typeof outbox>, 'kind'> & { readonly kind: OutboxKind };

export interface RunRef {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/**
 * Returns only the key fields of a run. A row is stored with all fields of its object, so an object with further fields
 * would add them to the row.
 */
export const runRefOf = ({ orgId, teamId, meetingId, date }: RunRef): RunRef => ({ orgId, teamId, meetingId, date });

/** Returns the outbox row of a new message. It has no lease, so any instance may claim and send it. */
export const newMessage = (
  runRef: RunRef,
  kind: OutboxKind,
  who: string,
  times: { readonly at: Instant; readonly notAfter: Instant },
): OutboxRow => ({
  orgId: runRef.orgId,
  teamId: runRef.teamId,
  meetingId: runRef.meetingId,
  date: runRef.date,
  at: times.at,
  kind,
  who,
  notBefore: times.at,
  notAfter: times.notAfter,
  lease: null,
  touched: null,
  failures: null,
  parkedReason: null,
});

/**
 * Returns the addresses that get a meeting's summary by email, each with its `who`: the recipient in the keys of outbox
 * rows and delivery records.
 */
export const addressesOf = (
  meeting: Pick<Meeting, 'reportSummaryEmail'> | undefined,
): readonly { readonly who: `email:${string}`; readonly address: string }[] =>
  (meeting?.reportSummaryEmail ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== '')
    .map((address) => ({ who: `email:${hashKey(address.toLowerCase())}` as const, address }));

const isMailed = (rows: RunRows, round: number, who: Recipient, kind: RunEmailKind): boolean =>
  rows.deliveries.get(deliveryKey(who, kind))?.value.round === round;

/**
 * Returns the summary emails of a run. An email with a delivery record in this round is left out, because its outcome
 * is final.
 */
export const summaryMails = (
  runRef: RunRef,
  run: Run,
  rows: RunRows,
  meeting: Pick<Meeting, 'reportSummaryEmail'>,
): OutboxRow[] =>
  addressesOf(meeting)
    .filter(({ who }) => !isMailed(rows, run.round, who, 'summaryEmail'))
    .map(({ who }) =>
      newMessage(runRef, `summaryEmail.${run.round}`, who, {
        at: run.opensAt,
        notAfter: toInstant(msOf(run.closesAt) + times.summaryLateHours * hourMs),
      }),
    );

/** Returns the fallback email with the questions, for a member whose chat refused the card. */
export const fallbackMail = (runRef: RunRef, run: Run, memberId: MemberId): OutboxRow =>
  newMessage(runRef, `fallbackEmail.${run.round}`, memberId, {
    at: run.opensAt,
    notAfter: toInstant(lastSendInstant('announcement', msOf(run.opensAt), msOf(run.closesAt))),
  });

const summaryKey = (runRef: RunRef, opensAt: Instant) => ({
  at: opensAt,
  kind: 'summary' as const,
  who: 'channel',
  ...runRefOf(runRef),
});

/**
 * Returns the step that requests an update of a run's counts, completion and channel summary. It must be written before
 * the change that causes the update. It overwrites without a condition, so that simultaneous answers never conflict.
 * `opensAt` must be the run's earliest opening, because the key contains it.
 */
export const summaryIntentStep = (store: TableStore, runRef: RunRef, opensAt: Instant, nowMs: number): RecordStep => {
  const key = summaryKey(runRef, opensAt);
  const touched = toInstant(nowMs);
  return outside(store).touchStep(outbox, key, { notBefore: touched, touched, ...key });
};

/**
 * Writes the summary intent (`summaryIntentStep`) in its own transaction. Use it if the change that follows cannot be
 * written in the same sequence.
 */
export const touchSummaryRow = (store: TableStore, runRef: RunRef, opensAt: Instant, nowMs: number): Promise<void> =>
  outside(store).transact([summaryIntentStep(store, runRef, opensAt, nowMs)]);

const rowOf = {
  outbox: (row: OutboxRow): Row => ({ ...outbox.at(null, row), values: encode(outbox, row) }),
  due: (row: DueRow): Row => ({ ...due.at(null, row), values: encode(due, row) }),
};

const batchRows = 100;

/**
 * Number of batches that are written at the same time. It stays below the 20 such batches a second that the table
 * service accepts in a partition.
 */
export const batchesAtOnce = 8;

/**
 * Groups rows into batches: at most 100 rows, all of one partition. Of several rows with the same key, only the last
 * one stays.
 */
export const batchesOf = <T extends Key>(rows: readonly T[]): T[][] => {
  const byPartition = new Map<string, Map<string, T>>();
  for (const row of rows) {
    const there = byPartition.get(row.pk) ?? new Map<string, T>();
    byPartition.set(row.pk, there.set(row.rk, row));
  }
  const batches: T[][] = [];
  for (const partition of byPartition.values()) {
    const all = [...partition.values()];
    for (let first = 0; first < all.length; first += batchRows) batches.push(all.slice(first, first + batchRows));
  }
  return batches;
};

/** Inserts a row. Returns false if it existed already, which is no error: a repeated job inserts the same rows. */
const insertAbsent = async (store: TableStore, table: Table, row: Row): Promise<boolean> => {
  try {
    await store.insert(table, row);
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return false;
  }
};

export interface Written<T> {
  readonly key: Key;
  readonly row: T;
}

/**
 * Writes rows. A batch is written in one transaction if all its rows are new, otherwise row by row with `insertOne`,
 * which returns false for a row that it did not write. Returns the rows that were written.
 */
const insertAll = async <T>(
  store: TableStore,
  table: Table,
  rows: readonly T[],
  ways: { readonly toRow: (row: T) => Row; readonly insertOne: (row: T) => Promise<boolean> },
): Promise<Written<T>[]> => {
  const pairs = rows.map((row) => {
    const stored = ways.toRow(row);
    return { pk: stored.pk, rk: stored.rk, stored, row };
  });
  const written = await mapInGroups(batchesOf(pairs), batchesAtOnce, async (batch) => {
    try {
      const steps = batch.map(({ stored }) => ({ do: 'insert' as const, row: stored }));
      await store.transact(table, batch[0]?.pk ?? '', steps);
      return batch;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const fresh: typeof batch = [];
      for (const pair of batch) if (await ways.insertOne(pair.row)) fresh.push(pair);
      return fresh;
    }
  });
  return written.flat().map(({ pk, rk, row }) => ({ key: { pk, rk }, row }));
};

export const writeOutbox = (store: TableStore, rows: readonly OutboxRow[]): Promise<Written<OutboxRow>[]> =>
  insertAll(store, 'Outbox', rows, {
    toRow: rowOf.outbox,
    insertOne: (row) => insertAbsent(store, 'Outbox', rowOf.outbox(row)),
  });

export const writeDue = async (store: TableStore, rows: readonly DueRow[]): Promise<void> => {
  const insertOne = async (row: DueRow): Promise<boolean> => {
    await putDue(store, row);
    return true;
  };
  await insertAll(store, 'Due', rows, { toRow: rowOf.due, insertOne });
};

/** Deletes rows. A missing row is no error, because another instance may have deleted it. */
export const deleteRows = async (store: TableStore, table: Table, keys: readonly Key[]): Promise<void> => {
  await mapInGroups(batchesOf(keys), batchesAtOnce, async (batch) => {
    try {
      await store.transact(
        table,
        batch[0]?.pk ?? '',
        batch.map(({ pk, rk }) => ({ do: 'delete' as const, key: { pk, rk } })),
      );
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const key of batch) await deleteOne(store, table, key);
    }
  });
};

const deleteOne = async (store: TableStore, table: Table, key: Key): Promise<void> => {
  try {
    await store.transact(table, key.pk, [{ do: 'delete', key }]);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};
