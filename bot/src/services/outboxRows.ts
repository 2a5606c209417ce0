import type { Instant, LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { instantsFor, isAsked } from '../domain/owing.ts';
import { lastMoment } from '../domain/sending.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { encode } from '../store/codec.ts';
import { outside } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { due, outbox } from '../store/kinds/work.ts';
import type { OutboxKind } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Key, Row, Table, TableStore } from '../store/port.ts';
import { putDue } from './planning.ts';
import type { DueRow } from './planning.ts';
import { deliveryKey } from './runRows.ts';
import type { RunRows } from './runRows.ts';

export type OutboxRow = Omit<ValueOf<typeof outbox>, 'kind'> & { readonly kind: OutboxKind };

/** A run by its key. */
export interface RunRef {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/** The key alone, of whatever has one: rows are written as they come, so nothing else may ride along. */
export const runRefOf = ({ orgId, teamId, meetingId, date }: RunRef): RunRef => ({ orgId, teamId, meetingId, date });

type MemberKind = 'prompt' | 'r1' | 'r2';

const message = (
  run: RunRef,
  kind: OutboxKind,
  who: string,
  times: { readonly at: Instant; readonly notAfter: number },
): OutboxRow => ({
  ...runRefOf(run),
  at: times.at,
  kind,
  who,
  notBefore: times.at,
  notAfter: toInstant(times.notAfter),
  lease: null,
  touched: null,
  failures: null,
  parkedReason: null,
});

/** Whether the message of this kind went out, or never will, in this round of the run. */
const isFinal = (rows: RunRows, round: number, who: string, kind: MemberKind | 'bcast'): boolean =>
  rows.deliveries.get(deliveryKey(who as MemberId, kind))?.value.round === round;

/** A message to each member who owes and whom these instants concern, `at` their due instant. `zone` null = everybody. */
export const memberMessages = (
  run: RunRef,
  occurrence: Occurrence,
  rows: RunRows,
  { kind, at, zone }: { readonly kind: MemberKind; readonly at: Instant; readonly zone: string | null },
): OutboxRow[] => {
  const answered = new Set(rows.answers.map((one) => one.value.memberId));
  return occurrence.members
    .filter((one) => isAsked(one) && !answered.has(one.memberId) && (zone === null || one.zone === zone))
    .filter((one) => !isFinal(rows, occurrence.round, one.memberId, kind))
    .map((one) => {
      const closesAt = msOf(instantsFor(occurrence, one)?.closesAt ?? occurrence.closesAt);
      const notAfter = lastMoment(kind, msOf(at), closesAt);
      return message(run, `${kind}.${occurrence.round}`, one.memberId, { at, notAfter });
    });
};

/** The word to the channel that a run has opened. */
export const broadcastMessage = (run: RunRef, occurrence: Occurrence, rows: RunRows): OutboxRow[] => {
  if (isFinal(rows, occurrence.round, '!ch', 'bcast')) return [];
  const at = occurrence.opensAt;
  const notAfter = lastMoment('bcast', msOf(at), msOf(occurrence.closesAt));
  return [message(run, `bcast.${occurrence.round}`, '!ch', { at, notAfter })];
};

const callOffMs = 5 * minuteMs;
const inFlightMs = 90_000;

/**
 * Has the cards of a run say that it was called off. Written before it is, and dropped when that never came to be; cards
 * that are on their way just now are looked at once they have arrived.
 */
export const calledOffMessages = (run: RunRef, occurrence: Occurrence, rows: RunRows, nowMs: number): OutboxRow[] => {
  const answered = new Set(rows.answers.map((one) => one.value.memberId));
  const at = toInstant(nowMs);
  return occurrence.members
    .filter((one) => isAsked(one) && !answered.has(one.memberId))
    .map((one) => {
      const { round } = occurrence;
      const isThere = rows.deliveries.get(deliveryKey(one.memberId, 'prompt'))?.value.state === 'SENT';
      const row = message(run, `off.${round}`, one.memberId, { at, notAfter: nowMs + callOffMs });
      return isThere ? row : { ...row, notBefore: toInstant(nowMs + inFlightMs) };
    });
};

const sumKey = (run: RunRef, opensAt: Instant) => ({ ...runRefOf(run), at: opensAt, kind: 'sum' as const, who: '!ch' });

/**
 * Asks for the counts, completion and channel summary of a run to be looked at again. Written before the change it is
 * about, without condition, so that any number of answers at once never meet a conflict. `opensAt` is its key.
 */
export const touchSummary = async (store: TableStore, run: RunRef, opensAt: Instant, nowMs: number): Promise<void> => {
  const key = sumKey(run, opensAt);
  const touched = toInstant(nowMs);
  await outside(store).touch(outbox, key, { ...key, notBefore: touched, touched });
};

const rowOf = {
  outbox: (row: OutboxRow): Row => ({ ...outbox.at(null, row), values: encode(outbox.version, row) }),
  due: (row: DueRow): Row => ({ ...due.at(null, row), values: encode(due.version, row) }),
};

const lotSize = 100;

/** Rows of any partitions as lots of at most 100, each of one partition. */
export const lotsOf = <T extends Key>(rows: readonly T[]): T[][] => {
  const byPartition = new Map<string, T[][]>();
  for (const row of rows) {
    const lots = byPartition.get(row.pk) ?? [];
    byPartition.set(row.pk, lots);
    const last = lots.at(-1);
    if (last === undefined || last.length === lotSize) lots.push([row]);
    else last.push(row);
  }
  return [...byPartition.values()].flat();
};

const insertAbsent = async (store: TableStore, table: Table, row: Row): Promise<void> => {
  try {
    await store.insert(table, row);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

const distinct = <T extends Key>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [`${row.pk} ${row.rk}`, row])).values(),
];

/** Inserts what is not there yet: a lot at once when all is new, else row by row. */
const insertAll = async <T>(
  store: TableStore,
  table: Table,
  rows: readonly T[],
  ways: { readonly toRow: (row: T) => Row; readonly one: (row: T) => Promise<void> },
): Promise<void> => {
  const pairs = distinct(rows.map((row) => ({ ...ways.toRow(row), row })));
  await Promise.all(
    lotsOf(pairs).map(async (lot) => {
      try {
        const steps = lot.map(({ pk, rk, values }) => ({ do: 'insert' as const, row: { pk, rk, values } }));
        await store.transact(table, lot[0]?.pk ?? '', steps);
      } catch (error) {
        if (!isConflict(error)) throw error;
        for (const { row } of lot) await ways.one(row);
      }
    }),
  );
};

export const writeOutbox = (store: TableStore, rows: readonly OutboxRow[]): Promise<void> =>
  insertAll(store, 'Outbox', rows, {
    toRow: rowOf.outbox,
    one: (row) => insertAbsent(store, 'Outbox', rowOf.outbox(row)),
  });

export const writeDue = (store: TableStore, rows: readonly DueRow[]): Promise<void> =>
  insertAll(store, 'Due', rows, { toRow: rowOf.due, one: (row) => putDue(store, row) });

/** Deletes rows that are done with; one that is gone already is fine. */
export const deleteRows = async (store: TableStore, table: Table, keys: readonly Key[]): Promise<void> => {
  await Promise.all(
    lotsOf(distinct(keys.map(({ pk, rk }) => ({ pk, rk })))).map(async (lot) => {
      try {
        await store.transact(
          table,
          lot[0]?.pk ?? '',
          lot.map((key) => ({ do: 'delete' as const, key })),
        );
      } catch (error) {
        if (!isConflict(error)) throw error;
        for (const key of lot) await deleteOne(store, table, key);
      }
    }),
  );
};

const deleteOne = async (store: TableStore, table: Table, key: Key): Promise<void> => {
  try {
    await store.transact(table, key.pk, [{ do: 'delete', key }]);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};
