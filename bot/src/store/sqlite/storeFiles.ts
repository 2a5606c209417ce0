import Database from 'libsql';
import { asFault, checkLayout, isBusy, isDamaged } from './sqliteConnection.ts';
import { tables } from '../tableStore.ts';
import type { Key, Table } from '../tableStore.ts';
import { makePrivate } from './restrictFileMode.ts';

// Whole store files: copying one that is in use, reading one that is not, and taking one out of use.

type Db = Database.Database;

const opened = <T>(file: string, work: (db: Db) => T): T => {
  let db: Db | undefined;
  try {
    db = new Database(file);
    return work(db);
  } catch (error) {
    throw asFault(error);
  } finally {
    db?.close();
  }
};

/** Throws when a later version made the file. */
export const checkFileLayout = (file: string): void => {
  opened(file, checkLayout);
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A copy of the store as it is now, in one file that must not be there yet. Readers and writers of the store go on meanwhile. */
export const copyStoreFile = (file: string, to: string): void => {
  opened(file, (db) => {
    db.exec('PRAGMA busy_timeout = 5000');
    // The engine writes into an empty file too, and keeps its rights.
    makePrivate(to);
    db.exec(`VACUUM INTO ${quoted(to)}`);
  });
};

/**
 * Rewrites a store file without its free pages. False when another process has it open: leaving WAL is granted only to one that is
 * alone. Throws when a later version made the file.
 */
export const rewriteStoreFile = (file: string): boolean =>
  opened(file, (db) => {
    try {
      db.exec('PRAGMA journal_mode = DELETE');
      checkLayout(db);
      db.exec('VACUUM');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  });

const notesTable = 'BackupNotes';

/** Writes a text into a copy, beside its rows. */
export const writeNote = (file: string, note: string): void => {
  opened(file, (db) => {
    db.exec('PRAGMA synchronous = FULL');
    db.exec(`CREATE TABLE ${notesTable} (note TEXT NOT NULL)`);
    db.prepare(`INSERT INTO ${notesTable} VALUES (?)`).run(note);
  });
};

const hasTable = (db: Db, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").raw(true).get(name) !== undefined;

/** Returns the note of a copy; undefined for a file without one. Throws if the file is no store. */
export const readNote = (file: string): string | undefined =>
  opened(file, (db) => {
    if (!hasTable(db, notesTable)) return undefined;
    return (db.prepare(`SELECT note FROM ${notesTable}`).raw(true).get() as [string] | undefined)?.[0];
  });

export const removeNote = (file: string): void => {
  opened(file, (db) => {
    db.exec(`DROP TABLE IF EXISTS ${notesTable}`);
  });
};

const rowsAtOnce = 2_000;

/** Every row of a table as the file holds it. */
export const eachStoredText = (
  file: string,
  table: Table,
  take: (pk: string, rk: string, text: string) => void,
): void => {
  opened(file, (db) => {
    const select = db
      .prepare(`SELECT pk, rk, v FROM ${table} WHERE (pk, rk) > (?, ?) ORDER BY pk, rk LIMIT ${rowsAtOnce}`)
      .raw(true);
    let after: readonly string[] = ['', ''];
    for (;;) {
      const rows = select.all(...after) as [string, string, string][];
      for (const [pk, rk, text] of rows) take(pk, rk, text);
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      after = [last[0], last[1]];
    }
  });
};

export interface LockedStore {
  /** True if it contains only the rows that every start writes. */
  isEmpty(): boolean;
  /** The values of a row as the file holds them; undefined when it is not there. */
  textOf(table: Table, key: Key): string | undefined;
  release(): void;
}

const isEmptyStore = (db: Db): boolean =>
  tables.every(
    (table) =>
      table === 'Sys' ||
      !hasTable(db, table) ||
      db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).raw(true).get() === undefined,
  );

const textOf = (db: Db, table: Table, pk: string, rk: string): string | undefined => {
  if (!hasTable(db, table)) return undefined;
  const row = db.prepare(`SELECT v FROM ${table} WHERE pk = ? AND rk = ?`).raw(true).get(pk, rk);
  return (row as [string] | undefined)?.[0];
};

/** A file that is no store any more, and so is not in use. */
const damaged: LockedStore = { isEmpty: () => false, textOf: () => undefined, release: () => undefined };

/**
 * Takes a store file out of use: no other process has it open or can open it until the release. Undefined when another process
 * uses it, because only a sole user can leave WAL mode. One connection does all of it, because the driver keeps a connection that
 * has read open until its statements are collected.
 */
export const lockStoreFile = (file: string): LockedStore | undefined => {
  const db = new Database(file);
  const release = (): void => {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.close();
  };
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    release();
    if (isBusy(error)) return undefined;
    if (isDamaged(error)) return damaged;
    throw asFault(error);
  }
  return {
    isEmpty: () => isEmptyStore(db),
    textOf: (table, { pk, rk }) => textOf(db, table, pk, rk),
    release,
  };
};
