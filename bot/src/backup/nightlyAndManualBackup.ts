import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { BlobContainer } from '../gateways/blobContainerPort.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { hourMs, minuteMs, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { createUlids } from '../gateways/ulidGenerator.ts';
import type { Log } from '../services/core/deps.ts';
import { PlacesChangedError } from '../store/placement/tableAdminAcrossStorageAccounts.ts';
import { buildFormat } from '../store/storeFormatAndFillingMark.ts';
import { outside } from '../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../store/recordKindsAndAccess.ts';
import { backupState } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import { isConflict } from '../store/tableStorePort.ts';
import type { Row, Table, TableAdmin, TableStore } from '../store/tableStorePort.ts';
import { backupOrder, partOf, readManifest, writeManifest } from './backupPartsAndManifest.ts';
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

type State = ValueOf<typeof backupState>;

const nothingYet: State = {
  ...{ finishedAt: null, day: null, id: null, startedAt: null, table: null, continuation: null },
  parts: [],
};

const readState = async ({ store }: Pick<BackupDeps, 'store'>): Promise<Stored<State>> => {
  const records = outside(store);
  const existing = await records.get(backupState, undefined);
  if (existing !== undefined) return existing;
  await records.insert(backupState, undefined, nothingYet);
  return readState({ store });
};

/**
 * Writes the progress. Fails with CONFLICT if another instance has continued the backup; the backup then belongs to
 * that instance.
 */
const writeState = async (deps: BackupDeps, before: Stored<State>, next: State): Promise<Stored<State>> => {
  const etag = await outside(deps.store).replace(backupState, undefined, next, before.etag);
  return { ...before, value: next, etag };
};

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
    for (const row of page.rows) if (table !== 'Sys' || !isOfProcesses(row)) rows.push(row);
    size += page.rows.reduce((sum, row) => sum + sizeOf(row), 0);
    continuation = page.continuation;
  } while (continuation !== undefined && size < settings.partSize);
  return { rows, continuation };
};

const tableAfter = (table: Table): Table | undefined => backupOrder[backupOrder.indexOf(table) + 1];

/**
 * Begins the backup of the current table again, because an organisation moved to another storage account during the
 * scan and its rows may be missing in the parts.
 */
const repeatTable = (deps: BackupDeps, state: Stored<State>): Promise<Stored<State>> => {
  const table = state.value.table ?? backupOrder[0];
  const parts = state.value.parts.filter((part) => part.table !== table);
  return writeState(deps, state, { ...state.value, table, parts, continuation: null });
};

/** Writes the next part. Returns the new progress; undefined after the last part. */
const step = async (
  deps: BackupDeps,
  settings: BackupSettings,
  state: Stored<State>,
): Promise<Stored<State> | undefined> => {
  try {
    return await writePart(deps, settings, state);
  } catch (error) {
    if (!(error instanceof PlacesChangedError)) throw error;
    return repeatTable(deps, state);
  }
};

const writePart = async (
  deps: BackupDeps,
  settings: BackupSettings,
  state: Stored<State>,
): Promise<Stored<State> | undefined> => {
  const { value } = state;
  const table = value.table ?? backupOrder[0];
  const { rows, continuation } = await nextRows(deps, settings, table, value.continuation);
  let { parts } = value;
  if (rows.length > 0) {
    // Each attempt uses a new name, because `put` refuses the name of an existing blob.
    const name = `${table}-${String(parts.length).padStart(5, '0')}-${deps.newId()}.jsonl.gz`;
    const { part, bytes } = await partOf(name, table, rows);
    await deps.blobs.put(`${value.id ?? ''}/${name}`, bytes);
    parts = [...parts, part];
  }
  const next = continuation === undefined ? tableAfter(table) : table;
  const moved = { ...value, parts, continuation: continuation ?? null, table: next ?? table };
  if (next !== undefined) return writeState(deps, state, moved);
  await finish(deps, state, moved);
  return undefined;
};

const finish = async (deps: BackupDeps, state: Stored<State>, { parts, id, startedAt }: State): Promise<void> => {
  const finishedAt = toInstant(deps.clock.now());
  const madeAt = startedAt ?? finishedAt;
  await writeManifest(deps.blobs, id ?? '', { madeAt, finishedAt, ...buildFormat, parts });
  await writeState(deps, state, { ...nothingYet, day: state.value.day, finishedAt });
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  deps.log.info('backup.finished', { id, rows, parts: parts.length });
};

/** Returns the date of the backup night. A night begins at 1:00 UTC, an hour after the other nightly work begins. */
const nightOf = (now: number): LocalDate => toInstant(now - hourMs).slice(0, 10) as LocalDate;

const idOf = (now: number): string => `${toInstant(now).slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Returns the progress of the backup of this night, and begins it if it has not begun. Undefined if it is complete. An
 * interrupted backup of an earlier night is continued first.
 */
const begun = async (deps: BackupDeps): Promise<Stored<State> | undefined> => {
  const state = await readState(deps);
  if (state.value.id !== null) return state;
  const now = deps.clock.now();
  const day = nightOf(now);
  if ((state.value.day ?? '') >= day) return undefined;
  const { finishedAt } = state.value;
  return writeState(deps, state, { ...nothingYet, finishedAt, day, id: idOf(now), startedAt: toInstant(now) });
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
  let state = await begun(deps);
  while (state !== undefined) {
    if (!shouldContinue()) return false;
    // If this part completed an interrupted backup of an earlier night, the backup of this night begins.
    state = (await step(deps, settings, state)) ?? (await begun(deps));
  }
  return true;
};

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Makes a complete backup now, or completes an interrupted one. Throws CONFLICT if a server makes a backup at the same
 * time.
 */
export const backUpNow = async (
  store: BackupDeps['store'],
  blobs: BlobContainer,
  clock: Clock,
): Promise<{ readonly id: string; readonly rows: number }> => {
  const deps = { store, blobs, clock, log: silent, newId: createUlids(clock) };
  const now = clock.now();
  let state = await readState(deps);
  if (state.value.id === null)
    state = await writeState(deps, state, {
      ...state.value,
      id: idOf(now),
      startedAt: toInstant(now),
      day: nightOf(now),
    });
  const id = state.value.id ?? '';
  for (let next: Stored<State> | undefined = state; next !== undefined;) next = await step(deps, defaultSettings, next);
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
