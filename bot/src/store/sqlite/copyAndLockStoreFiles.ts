import Database from 'libsql';
import { asFault, checkLayout, createTable, isBusy, isDamaged } from './sqliteConnectionAndErrors.ts';
import { tables } from '../tableStorePort.ts';
import type { Key, Table } from '../tableStorePort.ts';
import { restrictFileMode } from './restrictFileMode.ts';

// Operations on whole store files: copying a file in use, reading a file that is not in use, and locking a file.

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

export const checkFileLayout = (file: string): void => {
  opened(file, checkLayout);
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Writes a copy of the current store into one new file. Other processes can read and write the store during the copy.
 */
export const copyStoreFile = (file: string, to: string): void => {
  opened(file, (db) => {
    db.exec('PRAGMA busy_timeout = 5000');
    // VACUUM INTO accepts an empty file and keeps its access rights, so the copy is private from its first byte on.
    restrictFileMode(to);
    db.exec(`VACUUM INTO ${quoted(to)}`);
  });
};

const hasTable = (db: Db, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").raw(true).get(name) !== undefined;

/**
 * Copies the rows of each table, in the order of their keys, into a new table of the present layout. Rows of a team
 * that were appended between those of other teams are then read faster, and tables of an earlier layout are converted.
 */
const sortTables = (db: Db): void => {
  db.exec('BEGIN EXCLUSIVE');
  for (const table of tables.filter((name) => hasTable(db, name))) {
    db.exec(`ALTER TABLE ${table} RENAME TO Earlier${table}`);
    db.exec(createTable(table));
    db.exec(`INSERT INTO ${table} SELECT pk, rk, etag, v FROM Earlier${table} ORDER BY pk, rk`);
    db.exec(`DROP TABLE Earlier${table}`);
  }
  db.exec('COMMIT');
};

/**
 * Rewrites a store file with sorted tables and without its free pages. Returns false if another process has the file
 * open, because SQLite lets only a sole user leave WAL mode. Throws if a later version wrote the file.
 */
export const rewriteStoreFile = (file: string): boolean =>
  opened(file, (db) => {
    try {
      db.exec('PRAGMA journal_mode = DELETE');
      checkLayout(db);
      // If the rewriting ends early, free pages must not contain the rows of the dropped tables.
      db.exec('PRAGMA secure_delete = ON');
      sortTables(db);
      // In memory, the copy of the vacuum would need as much memory as the file has content.
      db.exec('PRAGMA temp_store = FILE');
      db.exec('VACUUM');
      return true;
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      if (isBusy(error)) return false;
      throw error;
    }
  });

const notesTable = 'BackupNotes';

export const writeNote = (file: string, note: string): void => {
  opened(file, (db) => {
    db.exec('PRAGMA synchronous = FULL');
    db.exec(`CREATE TABLE ${notesTable} (note TEXT NOT NULL)`);
    db.prepare(`INSERT INTO ${notesTable} VALUES (?)`).run(note);
  });
};

/**
 * Returns the note that a backup contains beside its rows; undefined if the file has no note. Throws if the file is not
 * a store.
 */
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
  /** True if no table except Sys has a row. Every start of a server writes rows to Sys. */
  isEmpty(): boolean;
  /** Returns the values of a row as JSON; undefined if the row is missing. */
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

/** A damaged file cannot be in use, so the result is the same as for a locked file. */
const damaged: LockedStore = { isEmpty: () => false, textOf: () => undefined, release: () => undefined };

/**
 * Locks a store file, so that no other process can open it until the release. Returns undefined if another process uses
 * the file, and `damaged`, without a lock, if the file is damaged.
 */
export const lockStoreFile = (file: string): LockedStore | undefined => {
  // This connection holds the lock and also reads the rows. After a read, the driver would keep a separate connection
  // open until its statements are garbage-collected, and an open connection prevents the lock.
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
