import { isDeepStrictEqual } from 'node:util';
import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import type { RecordStep, Stored, ValueOf } from '../store/recordKindsAndAccess.ts';
import { backupPart, backupState } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import { prefixRange, rowLimits, StoreError } from '../store/tableStorePort.ts';
import type { Key, TableStore } from '../store/tableStorePort.ts';
import { backupOrder } from './backupPartsAndManifest.ts';
import type { Part } from './backupPartsAndManifest.ts';

// The progress of a backup in the store: one row for its state, and one row for each finished part, because a row with
// all parts of a large backup would exceed the size of a row.

export type BackupState = Stored<ValueOf<typeof backupState>>;
export type RunningBackup = NonNullable<BackupState['value']['running']>;

const nothingYet: BackupState['value'] = {
  ...{ finishedAt: null, day: null, id: null, startedAt: null, table: null, continuation: null },
  ...{ parts: [], running: null },
};

export const readBackupState = async (store: TableStore): Promise<BackupState> => {
  const records = outside(store);
  const existing = await records.get(backupState, undefined);
  if (existing !== undefined) return existing;
  await records.insert(backupState, undefined, nothingYet);
  return readBackupState(store);
};

/**
 * Writes the state together with other rows of its partition. Fails with CONFLICT if another instance has continued the
 * backup; the backup then belongs to that instance.
 */
const writeState = async (
  store: TableStore,
  before: BackupState,
  next: BackupState['value'],
  steps: readonly RecordStep[] = [],
): Promise<BackupState> => {
  const records = outside(store);
  await records.transact([records.replaceStep(backupState, undefined, next, before.etag), ...steps]);
  // A transaction returns no etag, so the row is read again.
  const written = await readBackupState(store);
  if (!isDeepStrictEqual(written.value, next)) throw new StoreError('CONFLICT', 'The backup was continued elsewhere.');
  return written;
};

/** Writes the progress, and the row of the part that was finished with it, if any. */
export const writeProgress = (
  store: TableStore,
  before: BackupState,
  running: RunningBackup,
  part?: Part,
): Promise<BackupState> => {
  const steps =
    part === undefined ? [] : [outside(store).touchStep(backupPart, { number: running.parts - 1 }, { ...part })];
  return writeState(store, before, { ...before.value, running }, steps);
};

/** Returns the finished parts of the running backup. */
export const readParts = async (store: TableStore, { parts }: RunningBackup): Promise<Part[]> => {
  const [from, to] = [0, parts].map((number) => backupPart.at(null, { number }).rk);
  const rows = await outside(store).list(backupPart, undefined, { from: from ?? '', to: to ?? '' });
  return rows.map((row) => row.value);
};

/**
 * Deletes the rows of the parts, while no backup is running. Each transaction also writes the state, so that it fails
 * if another instance has begun a backup.
 */
const deleteParts = async (store: TableStore, idle: BackupState): Promise<BackupState> => {
  let state = idle;
  for (;;) {
    const request = { limit: rowLimits.transactionRows - 1, keysOnly: true };
    const { rows } = await store.scan(backupPart.table, idle.key.pk, prefixRange('part|'), request);
    if (rows.length === 0) return state;
    const deletionOf = ({ pk, rk }: Key): RecordStep => ({
      ...{ table: backupPart.table, pk },
      step: { do: 'delete', key: { pk, rk } },
    });
    state = await writeState(store, state, state.value, rows.map(deletionOf));
  }
};

/** Begins a backup. The progress of a backup of the previous version is discarded. */
export const writeBegin = async (
  store: TableStore,
  idle: BackupState,
  { id, startedAt, day }: { readonly id: string; readonly startedAt: Instant; readonly day: LocalDate },
): Promise<BackupState> => {
  const state = await deleteParts(store, idle);
  const running = { id, startedAt, table: backupOrder[0], continuation: null, parts: 0, partsBefore: 0 };
  return writeState(store, state, { ...nothingYet, finishedAt: state.value.finishedAt, day, running });
};

/** Records that the running backup is complete. */
export const writeEnd = async (store: TableStore, before: BackupState, finishedAt: Instant): Promise<BackupState> => {
  const recorded = await writeState(store, before, { ...nothingYet, day: before.value.day, finishedAt });
  return deleteParts(store, recorded);
};

/** Discards the running backup, so that the next attempt begins another one. */
export const discardRunning = (store: TableStore, before: BackupState): Promise<BackupState> =>
  writeState(store, before, { ...nothingYet, finishedAt: before.value.finishedAt });
