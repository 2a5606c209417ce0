import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../domain/core/clockPort.ts';
import { msOf } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { troubles } from '../domain/observability/troubleNamesAndRepairHints.ts';
import { BlobError } from '../gateways/blobContainerPort.ts';
import { rawFields } from '../store/rowCodec.ts';
import { formatMark } from '../store/storeFormatAndFillingMark.ts';
import { scanRows } from '../store/recordKindsAndAccess.ts';
import { storeFormat } from '../store/kinds/operations/storeFormat.ts';
import { isOfPlaces } from '../store/placement/organisationPlaceKinds.ts';
import { shardLease } from '../store/kinds/operations/shardLease.ts';
import type { WholeStore } from '../store/placement/partitionAccountsAndPlaceTags.ts';
import { tables, rowLimits, StoreError } from '../store/tableStorePort.ts';
import type { Key, Row, Step, StoredRow, Table } from '../store/tableStorePort.ts';
import { storeTroubleOf } from '../store/troubleFromStoreError.ts';
import { BackupRefused } from './backupRefusedError.ts';
import { addRow, createTally } from './tableChecksum.ts';
import type { CountedRow } from './tableChecksum.ts';

// Functions for filling a store from another source. They check that no process uses the store, that it is empty, and
// that all rows arrived.

export const pagesOf = async function* (
  { admin }: Pick<WholeStore, 'admin'>,
  table: Table,
  from?: string,
): AsyncGenerator<{
  readonly rows: readonly Row[];
  readonly etags: readonly string[];
  readonly continuation?: string;
}> {
  let continuation = from;
  do {
    const page = await admin.scanAll(table, continuation === undefined ? {} : { continuation });
    ({ continuation } = page);
    yield {
      rows: page.rows.map(({ pk, rk, values }) => ({ pk, rk, values })),
      etags: page.rows.map((row) => row.etag),
      ...(continuation === undefined ? {} : { continuation }),
    };
  } while (continuation !== undefined);
};

/**
 * Converts the error of an interrupted filling: the new message explains the repair and asks to run the command again.
 */
export const interruptedBackup = (what: string, error: unknown): unknown => {
  if (!(error instanceof StoreError) && !(error instanceof BlobError)) return error;
  const mend = error instanceof StoreError ? troubles[storeTroubleOf(error)].mend : error.message;
  return new BackupRefused(
    `${what} was interrupted. ${mend} Then run it again. Until it finishes, no server starts on this store.`,
    {
      cause: error,
    },
  );
};

const readLeases = async (store: WholeStore): Promise<StoredRow[]> => {
  const leases: StoredRow[] = [];
  for await (const row of scanRows(store, shardLease.table, 'lease', { from: '', to: '~' })) leases.push(row);
  return leases;
};

const isValidLease = ({ values }: StoredRow, clock: Clock): boolean => {
  const { until } = rawFields(values);
  return typeof until === 'string' && msOf(until as never) > clock.now();
};

/** Milliseconds in which a running instance renews its leases, which end after ten seconds. */
const renewalMs = 12_000;

/**
 * Throws if a server uses the store. A running instance holds leases, which expire within ten seconds after it stops.
 * The end of a lease has the clock of the server, which may differ from `clock`. So this also waits, and throws if a
 * lease is renewed meanwhile. A store without leases needs no wait.
 */
export const refuseWhileRunning = async (
  store: WholeStore,
  clock: Clock,
  what: string,
  sleep: (ms: number) => Promise<unknown> = pause,
): Promise<void> => {
  const refused = (): BackupRefused =>
    new BackupRefused(`A server is running on ${what}. Stop it, wait ten seconds, and try again.`);
  const before = await readLeases(store);
  if (before.some((row) => isValidLease(row, clock))) throw refused();
  if (before.length === 0) return;
  await sleep(renewalMs);
  const known = new Set(before.map((row) => row.etag));
  if ((await readLeases(store)).some((row) => !known.has(row.etag))) throw refused();
};

const isMark = (table: Table, { pk }: Row): boolean => table === storeFormat.table && pk === 'format';

/** True for rows that are useful only to the process that wrote them, or in the storage accounts of the source. */
const isOfProcesses = (table: Table, { pk }: Row): boolean =>
  table === 'Sys' && (pk === 'lease' || pk === 'probe' || pk === 'backup' || isOfPlaces(pk));

export const isMoved = (table: Table, row: Row): boolean => !isMark(table, row) && !isOfProcesses(table, row);

export const isEmpty = async (store: WholeStore): Promise<boolean> => {
  for (const table of tables) {
    if (table === 'Sys') continue;
    const page = await store.admin.scanAll(table, { limit: 1, keysOnly: true });
    if (page.rows.length > 0) return false;
  }
  return true;
};

export const deleteStep = ({ pk, rk }: Key): Step => ({ do: 'delete', key: { pk, rk } });

/** Groups keys or rows into batches, each of one partition and small enough for a transaction that deletes them. */
export const deletionBatches = async function* <K extends Key>(
  keys: AsyncIterable<K>,
): AsyncGenerator<readonly [K, ...K[]]> {
  let batch: [K, ...K[]] | undefined;
  for await (const key of keys) {
    if (batch !== undefined && batch.length < rowLimits.transactionRows && batch[0].pk === key.pk) {
      batch.push(key);
      continue;
    }
    if (batch !== undefined) yield batch;
    batch = [key];
  }
  if (batch !== undefined) yield batch;
};

const keysWithoutMark = async function* (store: WholeStore, table: Table): AsyncGenerator<Key> {
  for await (const { rows } of pagesOf(store, table)) yield* rows.filter((row) => !isMark(table, row));
};

/**
 * Deletes all rows except the format mark, because `markFilling` stores in it that no server may start on the store.
 */
export const emptyStore = async (store: WholeStore): Promise<void> => {
  for (const table of tables)
    for await (const keys of deletionBatches(keysWithoutMark(store, table)))
      await store.transact(table, keys[0].pk, keys.map(deleteStep));
};

export const tallyOfTable = async (
  store: WholeStore,
  table: Table,
  counts: (table: Table, row: Row) => boolean,
): Promise<CountedRow> => {
  const tally = createTally();
  for await (const { rows } of pagesOf(store, table))
    for (const row of rows) if (counts(table, row)) addRow(tally, row);
  return tally.counted();
};

/** Returns the progress of a filling that is running or was interrupted; the empty text if the store is complete. */
export const fillingOf = async (store: WholeStore): Promise<string> => (await formatMark(store))?.filling ?? '';
