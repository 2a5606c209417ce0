import { statSync } from 'node:fs';
import Database from 'libsql';
import { StoreError, tables } from '../tableStore.ts';
import type { Table } from '../tableStore.ts';
import { makePrivate } from './restrictFileMode.ts';
import { createSharedReads } from './sharedReads.ts';
import type { SharedReads } from './sharedReads.ts';

/** libsql's statement in raw mode, as far as it is used here. Values go as one list: single ones are copied twice on their way. */
export interface Statement {
  run(values?: readonly (string | number)[]): { changes: number };
  get(values?: readonly (string | number)[]): unknown;
  all(values?: readonly (string | number)[]): unknown[];
}

export interface Connection {
  /**
   * Begins and ends transactions. Not by prepared statements: one that found the file locked stays unfinished until it is run
   * again, and until then nothing that is read ends, so that the same snapshot is read on and on.
   */
  exec(sql: string): void;
  /** Prepared once per text. Rows come as arrays: libsql adds a `_metadata` property to row objects. */
  statement(sql: string): Statement;
  /** The same for a text of each table: looked up by the table, since to put a text together costs as much as to run it. */
  ofTable(sql: (table: Table) => string): (table: Table) => Statement;
  inTransaction(): boolean;
  readonly reads: SharedReads;
  /** Throws UNAVAILABLE when the files under the connection were removed or replaced. Checks every `fileCheckMs`. */
  checkFiles(): void;
  /** The same from the last check's result. */
  checkUsable(): void;
  close(): void;
}

const formatVersion = 1;
const cacheKilobytes = 32_768;
const openingMs = 5_000;

/** Recognises an error by its code and not by its class: libsql converts only some of its errors to its own class. */
const driverCode = (error: unknown): string | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
};

export const isDriverError = (error: unknown): boolean => driverCode(error) !== undefined;

/** Another connection holds the lock; nothing was done and trying again helps. */
export const isBusy = (error: unknown): boolean => {
  const code = driverCode(error);
  return code !== undefined && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
};

/** The file is no store any more. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(?:CORRUPT|NOTADB)/.test(driverCode(error) ?? '');

/** Converts every SQLite error to UNAVAILABLE, because callers handle them alike. Returns any other error unchanged. */
export const asFault = (error: unknown): unknown => {
  const code = driverCode(error);
  return code === undefined
    ? error
    : new StoreError('UNAVAILABLE', `the store file refused: ${code}`, { cause: error });
};

/** The etag comes before the values, so that a scan of keys need not follow a long row to its overflow pages. */
const createTable = (table: Table): string =>
  `CREATE TABLE IF NOT EXISTS ${table} (pk TEXT NOT NULL, rk TEXT NOT NULL, etag TEXT NOT NULL, v TEXT NOT NULL, PRIMARY KEY (pk, rk)) WITHOUT ROWID`;

const single = (db: Database.Database, sql: string): unknown =>
  (db.prepare(sql).raw(true).get() as unknown[] | undefined)?.[0];

/** Throws when the tables of the file are laid out as this build does not know. */
export const checkLayout = (db: Database.Database): void => {
  if (Number(single(db, 'PRAGMA user_version')) > formatVersion)
    throw new StoreError('UNAVAILABLE', 'the store file was written by a newer version');
};

const setUp = (db: Database.Database): void => {
  // Only while opening: the timeout blocks the thread, which has no other work yet.
  db.exec(`PRAGMA busy_timeout = ${openingMs}`);
  const mode = single(db, 'PRAGMA journal_mode = WAL');
  if (mode !== 'wal' && mode !== 'memory') throw new StoreError('UNAVAILABLE', 'the store file allows no WAL');
  db.exec('PRAGMA synchronous = FULL');
  // A group of a morning's answers touches more than the 2 MB that SQLite keeps by itself, and would be written twice.
  db.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
  // Overwrites deleted content, so that no data of an erased person stay in free pages of the file.
  db.exec('PRAGMA secure_delete = ON');
  checkLayout(db);
  db.exec('BEGIN IMMEDIATE');
  for (const table of tables) db.exec(createTable(table));
  db.exec(`PRAGMA user_version = ${formatVersion}`);
  db.exec('COMMIT');
  db.exec('PRAGMA busy_timeout = 0');
};

/** Turning WAL on does not honour the busy timeout, so processes that open a new file together try again here. */
const setUpPatiently = (db: Database.Database): void => {
  const pauseMs = 10;
  const end = performance.now() + openingMs;
  for (;;) {
    try {
      setUp(db);
      return;
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
};

const inode = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/**
 * SQLite keeps writing into a WAL that was unlinked, so acknowledged writes would be lost with the process. The watch notices the
 * loss, copies the lost WAL into the database file, and refuses all further calls. It does not check at every commit, because on
 * some file systems a check after a write costs half as much as the write.
 */
const watchFiles = (
  file: string,
  fileCheckMs: number,
  checkpoint: () => void,
): Pick<Connection, 'checkFiles' | 'checkUsable'> => {
  const paths = file === ':memory:' ? [] : [file, `${file}-wal`];
  const before = paths.map(inode);
  let lookedAt = performance.now();
  let isLost = false;
  const checkUsable = (): void => {
    if (isLost) throw new StoreError('UNAVAILABLE', 'the store files were removed or replaced');
  };
  const checkFiles = (): void => {
    if (!isLost && performance.now() - lookedAt >= fileCheckMs) {
      lookedAt = performance.now();
      isLost = paths.some((path, index) => inode(path) !== before[index]);
      if (isLost) checkpoint();
    }
    checkUsable();
  };
  return { checkFiles, checkUsable };
};

const openDatabase = (file: string): Database.Database => {
  let db;
  if (file !== ':memory:') makePrivate(file);
  try {
    db = new Database(file);
  } catch (error) {
    throw new StoreError('UNAVAILABLE', 'the store file cannot be opened', { cause: error });
  }
  try {
    setUpPatiently(db);
    return db;
  } catch (error) {
    db.close();
    throw asFault(error);
  }
};

/** @param file path of the database file, made if absent; or `:memory:` */
export const openConnection = (file: string, fileCheckMs: number): Connection => {
  const db = openDatabase(file);
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    let match = prepared.get(sql);
    if (!match) {
      const created = db.prepare(sql);
      // Raw mode is refused by libsql for statements that return no rows.
      match = created.reader ? created.raw(true) : created;
      prepared.set(sql, match);
    }
    return match;
  };
  const byTable: Map<Table, Statement>[] = [];
  const ofTable = (sql: (table: Table) => string): ((table: Table) => Statement) => {
    const cache = new Map<Table, Statement>();
    byTable.push(cache);
    return (table) => {
      const cached = cache.get(table);
      if (cached !== undefined) return cached;
      const created = statement(sql(table));
      cache.set(table, created);
      return created;
    };
  };
  const exec = (sql: string): void => {
    db.exec(sql);
  };
  const inTransaction = (): boolean => db.inTransaction;
  const reads = createSharedReads({ exec, inTransaction });
  const checkpoint = (): void => {
    reads.end();
    statement('PRAGMA wal_checkpoint(TRUNCATE)').get();
  };
  return {
    exec,
    statement,
    ofTable,
    inTransaction,
    reads,
    ...watchFiles(file, fileCheckMs, checkpoint),
    close: () => {
      try {
        checkpoint();
      } catch {
        // Another process is using the file: it will checkpoint. Nothing acknowledged depends on this one.
      }
      prepared.clear();
      for (const created of byTable) created.clear();
      db.close();
    },
  };
};
