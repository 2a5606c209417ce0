import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { BlobContainer } from '../gateways/blobContainerPort.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { hourMs, minuteMs, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { createUlids } from '../gateways/ulidGenerator.ts';
import type { Log } from '../services/core/deps.ts';
import { PlacesChangedError } from '../store/placement/tableAdminAcrossStorageAccounts.ts';
import { buildFormat } from '../store/storeFormatAndFillingMark.ts';
import { isConflict } from '../store/tableStorePort.ts';
import type { Row, Table, TableAdmin, TableStore } from '../store/tableStorePort.ts';
import { backupOrder, partOf, readManifest, writeManifest } from './backupPartsAndManifest.ts';
import type { Manifest, Part } from './backupPartsAndManifest.ts';
import {
  discardRunning,
  readBackupState,
  readParts,
  writeBegin,
  writeEnd,
  writeProgress,
} from './backupProgressInStore.ts';
import type { BackupState, RunningBackup } from './backupProgressInStore.ts';
import { isOfProcesses } from './dropRowsAndRecordRestore.ts';

// The backup of the Azure tables to a blob container, each night or on command. Its progress is in the store, so
// another instance that gets the lease of the first shard continues the work. The container deletes old backups by its
// own rules.

export interface BackupDeps {
  readonly store: TableStore & { readonly admin: TableAdmin };
  readonly blobs: BlobContainer;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export interface BackupSettings {
  /** Number of characters of row data after which a part of the backup ends. */
  readonly partSize: number;
  readonly pageRows: number;
}
const defaultSettings: BackupSettings = { partSize: 4_000_000, pageRows: 1_000 };

const sizeOf = (row: Row): number => JSON.stringify(row.values).length;

const nextRows = async (
  { store }: BackupDeps,
  settings: BackupSettings,
  table: Table,
  from: string | null,
): Promise<{ readonly rows: Row[]; readonly continuation: string | undefined }> => {
  const rows: Row[] = [];
  let size = 0;
  let continuation = from ?? undefined;
  do {
    const page = await store.admin.scanAll(table, {
      limit: settings.pageRows,
      ...(continuation === undefined ? {} : { continuation }),
    });
    const kept = page.rows.filter((row) => table !== 'Sys' || !isOfProcesses(row));
    rows.push(...kept);
    size += kept.reduce((sum, row) => sum + sizeOf(row), 0);
    continuation = page.continuation;
  } while (continuation !== undefined && size < settings.partSize);
  return { rows, continuation };
};

const tableAfter = (table: Table): Table | undefined => backupOrder[backupOrder.indexOf(table) + 1];

/**
 * Begins the backup of the current table again, because an organisation moved to another storage account during the
 * scan and its rows may be missing in the parts.
 */
const repeatTable = ({ store }: BackupDeps, state: BackupState, running: RunningBackup): Promise<BackupState> =>
  writeProgress(store, state, { ...running, parts: running.partsBefore, continuation: null });

/** Writes the next part, or completes the backup if all parts are written. Returns the new progress. */
const step = async (deps: BackupDeps, settings: BackupSettings, state: BackupState): Promise<BackupState> => {
  const running = state.value.running ?? null;
  if (running === null) return state;
  const { table } = running;
  if (table === null) return finish(deps, state, running);
  try {
    return await writePart(deps, settings, state, { ...running, table });
  } catch (error) {
    if (!(error instanceof PlacesChangedError)) throw error;
    return repeatTable(deps, state, running);
  }
};

const writePart = async (
  deps: BackupDeps,
  settings: BackupSettings,
  state: BackupState,
  running: RunningBackup & { readonly table: Table },
): Promise<BackupState> => {
  const { id, table, parts } = running;
  const { rows, continuation } = await nextRows(deps, settings, table, running.continuation);
  const total = parts + (rows.length > 0 ? 1 : 0);
  const moved =
    continuation === undefined
      ? { table: tableAfter(table) ?? null, continuation: null, partsBefore: total }
      : { continuation };
  const next = { ...running, ...moved, parts: total };
  if (rows.length === 0) return writeProgress(deps.store, state, next);
  // Each attempt uses a new name, because `put` refuses the name of an existing blob.
  const name = `${table}-${String(parts).padStart(5, '0')}-${deps.newId()}.jsonl.gz`;
  const { part, bytes } = await partOf(name, table, rows);
  await deps.blobs.put(`${id}/${name}`, bytes);
  return writeProgress(deps.store, state, next, part);
};

const newManifest = async (deps: BackupDeps, { id, startedAt }: RunningBackup, parts: Part[]): Promise<Manifest> => {
  const finishedAt = toInstant(deps.clock.now());
  return writeManifest(deps.blobs, id, { madeAt: startedAt, finishedAt, ...buildFormat, parts });
};

const finish = async (deps: BackupDeps, state: BackupState, running: RunningBackup): Promise<BackupState> => {
  const { id } = running;
  const parts = await readParts(deps.store, running);
  if (parts.length !== running.parts) {
    await discardRunning(deps.store, state);
    throw new Error(`The store lacks parts of the backup ${id}, so the backup begins again.`);
  }
  // An earlier attempt may have written the manifest and failed before its record, or got no reply to the upload.
  const { finishedAt } = (await readManifest(deps.blobs, id)) ?? (await newManifest(deps, running, parts));
  const recorded = await writeEnd(deps.store, state, finishedAt);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  deps.log.info('backup.finished', { id, rows, parts: parts.length });
  return recorded;
};

/** Returns the date of the backup night. A night begins at 1:00 UTC, an hour after the other nightly work begins. */
const nightOf = (now: number): LocalDate => toInstant(now - hourMs).slice(0, 10) as LocalDate;

const secondMs = 1_000;
const idOf = (now: number): string => `${toInstant(now).slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Returns a name that no finished backup has. */
const freeName = async (blobs: BlobContainer, now: number): Promise<string> => {
  const id = idOf(now);
  return (await readManifest(blobs, id)) === undefined ? id : freeName(blobs, now + secondMs);
};

const begin = async ({ store, blobs, clock }: BackupDeps, idle: BackupState): Promise<BackupState> => {
  const now = clock.now();
  const id = await freeName(blobs, now);
  return writeBegin(store, idle, { id, startedAt: toInstant(now), day: nightOf(now) });
};

const isRunning = ({ value }: BackupState): boolean => (value.running ?? null) !== null;

/**
 * Begins the backup of this night if no backup is running. Returns the unchanged state if this night has a backup
 * already. A backup that the previous version began and did not finish is made again.
 */
const beginOfNight = async (deps: BackupDeps, state: BackupState): Promise<BackupState> => {
  const { id, day } = state.value;
  const isMade = id === null && (day ?? '') >= nightOf(deps.clock.now());
  return isRunning(state) || isMade ? state : begin(deps, state);
};

/**
 * Makes or continues the backup of this night until the backup is complete or `shouldContinue` returns false. Returns
 * true if the backup is complete.
 */
export const backUpTables = async (
  deps: BackupDeps,
  shouldContinue: () => boolean,
  settings: BackupSettings = defaultSettings,
): Promise<boolean> => {
  let state = await beginOfNight(deps, await readBackupState(deps.store));
  while (isRunning(state)) {
    if (!shouldContinue()) return false;
    // If this step completed an interrupted backup of an earlier night, the backup of this night begins.
    state = await beginOfNight(deps, await step(deps, settings, state));
  }
  return true;
};

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const complete = async (deps: BackupDeps, begun: BackupState): Promise<BackupState> => {
  let state = begun;
  while (isRunning(state)) state = await step(deps, defaultSettings, state);
  return state;
};

/**
 * Makes a complete backup now. An interrupted one is completed first; it may have begun days ago, so it may lack what
 * was saved since. Throws CONFLICT if a server makes a backup at the same time.
 */
export const backUpNow = async (
  store: BackupDeps['store'],
  blobs: BlobContainer,
  clock: Clock,
): Promise<{ readonly id: string; readonly rows: number }> => {
  const deps = { store, blobs, clock, log: silent, newId: createUlids(clock) };
  const begun = await begin(deps, await complete(deps, await readBackupState(store)));
  await complete(deps, begun);
  const id = begun.value.running?.id ?? '';
  const { parts = [] } = (await readManifest(blobs, id)) ?? {};
  return { id, rows: parts.reduce((sum, part) => sum + part.rows, 0) };
};

const checkMs = minuteMs;

/**
 * Creates the job that makes the backup on the instance with the lease of the first shard. The job never throws; after
 * a failure it tries again after ten minutes.
 */
export const createBackupWork = (
  deps: BackupDeps,
  firstShard: string,
): ((shards: readonly string[], isOwned: (shard: string) => boolean) => Promise<void>) => {
  let notBefore: number | undefined;
  let doneNight = '';
  return async (shards, isOwned) => {
    const now = deps.clock.now();
    const isWaiting = notBefore !== undefined && now < notBefore && notBefore - now <= 10 * checkMs;
    if (!shards.includes(firstShard) || isWaiting || doneNight >= nightOf(now)) return;
    notBefore = now + checkMs;
    try {
      if (await backUpTables(deps, () => isOwned(firstShard))) doneNight = nightOf(now);
      // The lease was lost during the backup. No wait is set, so that this instance continues with the next heartbeat
      // if it has the lease again.
      else notBefore = undefined;
    } catch (error) {
      // Another instance makes the backup, so this instance checks again after a minute.
      if (isConflict(error)) return;
      notBefore = now + 10 * checkMs;
      deps.log.error('backup.failed', error);
    }
  };
};
