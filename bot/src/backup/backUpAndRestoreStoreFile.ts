import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Clock } from '../domain/core/clockPort.ts';
import { toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import {
  buildFormat,
  checkMark,
  claimFormat,
  markIn,
  NewerStoreError,
  refuseNewer,
} from '../store/storeFormatAndFillingMark.ts';
import type { FormatMark } from '../store/storeFormatAndFillingMark.ts';
import { storeFormat } from '../store/kinds/operations/storeFormat.ts';
import { tables } from '../store/tableStorePort.ts';
import type { Table, Values } from '../store/tableStorePort.ts';
import {
  checkFileLayout,
  copyStoreFile,
  eachStoredText,
  readNote,
  removeNote,
  lockStoreFile,
  writeNote,
} from '../store/sqlite/copyAndLockStoreFiles.ts';
import type { LockedStore } from '../store/sqlite/copyAndLockStoreFiles.ts';
import { openSqliteStore } from '../store/sqlite/openSqlite.ts';
import { storeTroubleOf } from '../store/troubleFromStoreError.ts';
import { BackupRefused } from './backupRefusedError.ts';
import { removeOthers, restoredRow } from './dropRowsAndRecordRestore.ts';
import { createTally, isSame } from './tableChecksum.ts';
import type { CountedRow } from './tableChecksum.ts';

// Backs up the embedded store (one SQLite file) to a file and restores it. A backup is a copy of the store file with a
// note: the time, the format of the store, and the number and checksum of the rows of each table.

const noteVersion = 1;
const counted = z.object({ rows: z.int(), digest: z.string() });
const note = z.object({
  backup: z.literal(noteVersion),
  madeAt: instant,
  format: z.int(),
  readableBy: z.int(),
  tables: z.record(z.enum(tables), counted),
});
type Note = z.output<typeof note>;

const tallyOf = (file: string, table: Table): CountedRow => {
  const tally = createTally();
  eachStoredText(file, table, (pk, rk, text) => {
    tally.add({ pk, rk }, text);
  });
  return tally.counted();
};

const talliesOf = (file: string): Record<Table, CountedRow> =>
  Object.fromEntries(tables.map((table) => [table, tallyOf(file, table)])) as Record<Table, CountedRow>;

const logEnds = ['-wal', '-shm', '-journal'] as const;

const removeStore = (file: string): void => {
  for (const end of ['', ...logEnds]) rmSync(`${file}${end}`, { force: true });
};

const flush = (place: string): void => {
  const handle = openSync(place, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/**
 * Moves a finished file to its final name. After a loss of power, the file exists under this name either completely or
 * not at all.
 */
const putInPlace = (created: string, file: string): void => {
  flush(created);
  renameSync(created, file);
  flush(path.dirname(path.resolve(file)));
};

const markOf = (file: string): FormatMark | undefined => {
  let formatMark: FormatMark | undefined;
  const { pk, rk } = storeFormat.at(null, undefined);
  eachStoredText(file, 'Sys', (rowPk, rowRk, text) => {
    if (rowPk === pk && rowRk === rk) formatMark = markIn(JSON.parse(text) as Values);
  });
  return formatMark;
};

/**
 * Throws BackupRefused if there is no store file, and a StoreError if this build must not use the file. Writes no rows,
 * because the disk of the file may be full.
 */
export const checkFile = (file: string): void => {
  if (!existsSync(file)) throw new BackupRefused(`There is no store at ${file}.`);
  checkFileLayout(file);
  checkMark(markOf(file));
};

const whyNot = (error: unknown, folder: string): string => {
  switch (storeTroubleOf(error)) {
    case 'disk-full':
    case 'disk-fault':
      return `the disk of ${folder} is full or fails; free some space and run the command again`;
    case 'store-read-only':
      return `nothing can be written in ${folder}; check its owner, rights and mount, and run the command again`;
    case 'store-damaged':
      return 'the store is damaged; restore a backup. If it can be opened, npm run verify-store in a clone lists its faults';
    case 'store-busy':
      return 'another process locks the store; end that process and run the command again';
    case 'store-identity':
    case 'store-newer':
    case 'store-removed':
    case 'store-rights':
    case 'store-unfinished':
    case 'store-unreachable':
    case 'store': {
      const { cause } = error instanceof Error ? error : { cause: undefined };
      return cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
    }
  }
};

/**
 * Returns the error for the operator: a refusal that begins with `what` and adds the reason. `folder`: the folder to
 * which the command wrote. A BackupRefused or NewerStoreError is returned unchanged.
 */
const refused = (what: string, error: unknown, folder: string): BackupRefused | NewerStoreError => {
  if (error instanceof BackupRefused || error instanceof NewerStoreError) return error;
  return new BackupRefused(`${what}: ${whyNot(error, folder)}. Nothing was changed.`, { cause: error });
};

export interface FileBackup {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes a backup of the store `file` to the new file `to`, and compares the checksums of the written file. The store
 * may be in use. Throws BackupRefused.
 */
export const backUpFile = (file: string, to: string, clock: Clock): FileBackup => {
  if (!existsSync(file)) throw new BackupRefused(`There is no store at ${file}.`);
  if (existsSync(to)) throw new BackupRefused(`There is a file at ${to} already. Give the backup another name.`);
  const folder = path.dirname(path.resolve(to));
  if (!existsSync(folder)) throw new BackupRefused(`There is no folder ${folder}.`);
  const created = `${to}.unfinished`;
  try {
    removeStore(created);
    const madeAt = toInstant(clock.now());
    copyStoreFile(file, created);
    const all = talliesOf(created);
    const { format, readableBy } = markOf(created) ?? { format: 1, readableBy: 1 };
    const written: Note = { backup: noteVersion, madeAt, format, readableBy, tables: all };
    writeNote(created, JSON.stringify(written));
    flush(created);
    checkRows(created, written);
    putInPlace(created, to);
    return { rows: Object.values(all).reduce((sum, item) => sum + item.rows, 0), bytes: statSync(to).size };
  } catch (error) {
    removeStore(created);
    throw refused('The backup could not be written', error, folder);
  }
};

const damaged = (cause?: unknown): BackupRefused =>
  new BackupRefused('The backup is damaged: its content is not complete or was changed. Use another one.', { cause });

const noteIn = (file: string): Note => {
  let text: string | undefined;
  try {
    text = readNote(file);
  } catch (error) {
    throw damaged(error);
  }
  if (text === undefined) throw new BackupRefused('The file is not a complete backup of a store.');
  const content = JSON.parse(text) as { backup?: unknown; readableBy?: unknown };
  const isNewer = Number(content.backup) > noteVersion || Number(content.readableBy) > buildFormat.format;
  if (isNewer) throw new BackupRefused('The backup was made by a newer version. Restore it with that version.');
  const parsed = note.safeParse(content);
  if (!parsed.success) throw damaged(parsed.error);
  return parsed.data;
};

const checkRows = (file: string, backupNote: Note): void => {
  for (const table of tables) {
    const content = backupNote.tables[table];
    let existing: CountedRow;
    try {
      existing = tallyOf(file, table);
    } catch (error) {
      throw damaged(error);
    }
    if (!isSame(existing, content)) throw damaged();
  }
};

/**
 * Turns the copy of a backup into a store: removes the note, the sessions, the codes and the rows of old processes (see
 * `removeOthers`), and records the restore.
 */
const prepare = async (created: string, backupNote: Note, clock: Clock): Promise<void> => {
  removeNote(created);
  const store = openSqliteStore({ file: created });
  try {
    await removeOthers(store);
    await store.admin.bulkPut('Sys', [restoredRow(toInstant(clock.now()), backupNote.madeAt)]);
    await claimFormat(store);
  } finally {
    await store.close();
  }
};

export interface FileRestore {
  readonly rows: number;
  readonly madeAt: string;
  /** Path to which the previous store was moved; null = there was none, or it was empty. */
  readonly keptAs: string | null;
}

/** Returns the name under which a store, or the log of a store, is kept if a backup replaces it. */
const keptName = (file: string, clock: Clock): string =>
  `${file}.replaced-${toInstant(clock.now()).replace(/[-:]/g, '').slice(0, 15)}`;

const keepLogs = (file: string, keptAs: string): void => {
  for (const end of logEnds) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${keptAs}${end}`);
};

/**
 * Locks the store at `file`. Throws if the store is in use. Unless `isReplacing`, also throws if the store contains data
 * or was written by a newer version. If there is no store, creates and locks an empty one, so that no server creates its
 * own store there during the restore.
 */
const taken = (file: string, isReplacing: boolean, clock: Clock): LockedStore => {
  // SQLite would apply the log of a store that is gone to the restored backup.
  if (!existsSync(file)) keepLogs(file, keptName(file, clock));
  const alone = lockStoreFile(file);
  if (alone === undefined)
    throw new BackupRefused(`The store ${file} is in use. Stop the server first, then restore again.`);
  if (isReplacing) return alone;
  try {
    // If the operator replaces the store, its format is not checked: operators downgrade by restoring a backup that was
    // made before the upgrade.
    const mark = alone.textOf(storeFormat.table, storeFormat.at(null, undefined));
    if (mark !== undefined) refuseNewer(markIn(JSON.parse(mark) as Values));
    if (alone.isEmpty()) return alone;
  } catch (error) {
    alone.release();
    throw error;
  }
  alone.release();
  throw new BackupRefused(`There is a store at ${file} already. Add --replace to replace it with the backup.`);
};

/**
 * Keeps the old store under another name. A hard link is tried first, so that `file` exists at every instant, also if
 * the process ends in between. On file systems without hard links the store is renamed.
 */
const keep = (file: string, keptAs: string): void => {
  if (existsSync(keptAs)) throw new BackupRefused(`There is a file at ${keptAs} already. Wait a second, then restore.`);
  try {
    linkSync(file, keptAs);
  } catch {
    renameSync(file, keptAs);
  }
  // A store that no process has open has no write-ahead log, unless it is damaged. Such a log must move too, because
  // SQLite would apply it to the restored backup.
  keepLogs(file, keptAs);
};

const swap = (created: string, file: string, before: LockedStore, clock: Clock): string | null => {
  if (before.isEmpty()) {
    putInPlace(created, file);
    return null;
  }
  const keptAs = keptName(file, clock);
  keep(file, keptAs);
  try {
    putInPlace(created, file);
  } catch (error) {
    for (const end of ['', ...logEnds])
      if (existsSync(`${keptAs}${end}`)) renameSync(`${keptAs}${end}`, `${file}${end}`);
    rmSync(keptAs, { force: true });
    throw error;
  }
  return keptAs;
};

/**
 * Restores the backup `from` to the store at `file`. A store that already contains data is kept in the same folder
 * under another name. A failure before the last step leaves all files unchanged. Throws BackupRefused.
 */
export const restoreFile = async (
  { from, file, isReplacing }: { readonly from: string; readonly file: string; readonly isReplacing: boolean },
  clock: Clock,
): Promise<FileRestore> => {
  if (!existsSync(from)) throw new BackupRefused(`There is no file ${from}.`);
  const created = `${file}.restoring`;
  const isNew = !existsSync(file);
  let before: LockedStore | undefined;
  try {
    before = taken(file, isReplacing, clock);
    removeStore(created);
    copyFileSync(from, created);
    // A copy has the access rights of its source, and backups are often read-only.
    chmodSync(created, 0o600);
    const backupNote = noteIn(created);
    checkRows(created, backupNote);
    await prepare(created, backupNote, clock);
    const keptAs = swap(created, file, before, clock);
    const rows = Object.values(backupNote.tables).reduce((sum, table) => sum + table.rows, 0);
    return { rows, madeAt: backupNote.madeAt, keptAs };
  } catch (error) {
    if (isNew && before !== undefined) rmSync(file, { force: true });
    throw refused('The backup could not be restored', error, path.dirname(file));
  } finally {
    before?.release();
    removeStore(created);
  }
};
