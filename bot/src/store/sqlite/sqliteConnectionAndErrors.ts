import { statSync } from 'node:fs';
import Database from 'libsql';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { StoreError, tables } from '../tableStorePort.ts';
import type { Table } from '../tableStorePort.ts';
import { restrictFileMode } from './restrictFileMode.ts';
import { createSharedReads } from './sharedReadTransaction.ts';
import type { SharedReads } from './sharedReadTransaction.ts';

/**
 * The part of libsql's statement in raw mode that this store uses. Values are passed as one list, because libsql copies
 * separate values twice.
 */
export interface Statement {
  run(values?: readonly (string | number)[]): { changes: number };
  get(values?: readonly (string | number)[]): unknown;
  all(values?: readonly (string | number)[]): unknown[];
}

export interface Connection {
  /**
   * Runs SQL that begins or ends a transaction. A prepared statement is not used for that: if it found the file locked,
   * it would stay unfinished until its next run, and all reads until then would see the same old snapshot.
   */
  exec(sql: string): void;
  /**
   * Prepares each SQL text once. Rows are returned as arrays, because libsql adds a `_metadata` property to row
   * objects.
   */
  statement(sql: string): Statement;
  /**
   * Like `statement`, for a text that depends on the table. Statements are found by their table, because building the
   * text costs as much as running it.
   */
  ofTable(sql: (table: Table) => string): (table: Table) => Statement;
  /** Like `ofTable`, for a text that depends on several tables. Only the newest statements stay prepared. */
  ofTables(sql: (tables: readonly Table[]) => string): (tables: readonly Table[]) => Statement;
  inTransaction(): boolean;
  readonly reads: SharedReads;
  /**
   * Throws UNAVAILABLE if the files of the connection were removed or replaced. Checks the files at most every
   * `fileCheckMs`.
   */
  checkFiles(): void;
  /** Throws UNAVAILABLE if the last check of the files failed. */
  checkUsable(): void;
  close(): void;
}

const formatVersion = 1;
const cacheKilobytes = 32_768;
const openingMs = 5_000;
/** Maximum number of prepared statements for lists of tables. The answers of a busy morning need about 50. */
const maxTableLists = 200;

/**
 * Returns the SQLite code of an error. The class of the error is not enough, because libsql converts only some errors
 * to its own class.
 */
const driverCode = (error: unknown): string | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
};

export const isDriverError = (error: unknown): boolean => driverCode(error) !== undefined;

/** True if another connection has the lock. Nothing was done, so a retry is safe. */
export const isBusy = (error: unknown): boolean => {
  const code = driverCode(error);
  return code !== undefined && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
};

export const isDamaged = (error: unknown): boolean => /^SQLITE_(?:CORRUPT|NOTADB)/.test(driverCode(error) ?? '');

/**
 * Converts every SQLite error to UNAVAILABLE, because callers handle all of them in the same way. Returns any other
 * error unchanged.
 */
export const asFault = (error: unknown): unknown => {
  const code = driverCode(error);
  return code === undefined
    ? error
    : new StoreError('UNAVAILABLE', `the store file refused: ${code}`, { cause: error });
};

/**
 * Tables whose rows are appended, with an index for their keys (decision 096). In a tree that is ordered by key, each
 * row of an answer changes another page. With row ids, only pages of the index change, which hold more keys. Rows of the
 * other tables are short or soon deleted, so a second tree would cost more.
 */
const tablesWithRowIds: ReadonlySet<Table> = new Set(['Team']);

/**
 * Returns the SQL that creates a table. The etag is before the values, so that a scan of keys and etags does not read
 * the overflow pages of long rows.
 */
export const createTable = (table: Table): string =>
  `CREATE TABLE IF NOT EXISTS ${table} (pk TEXT NOT NULL, rk TEXT NOT NULL, etag TEXT NOT NULL, v TEXT NOT NULL, PRIMARY KEY (pk, rk))${tablesWithRowIds.has(table) ? '' : ' WITHOUT ROWID'}`;

const single = (db: Database.Database, sql: string): unknown =>
  (db.prepare(sql).raw(true).get() as unknown[] | undefined)?.[0];

/** Throws if a newer version wrote the file, because this version may not know its layout. */
export const checkLayout = (db: Database.Database): void => {
  if (Number(single(db, 'PRAGMA user_version')) > formatVersion)
    throw new StoreError('UNAVAILABLE', 'the store file was written by a newer version');
};

const setUp = (db: Database.Database): void => {
  // The busy timeout blocks the thread, so it is set only during opening, when the thread has no other work.
  db.exec(`PRAGMA busy_timeout = ${openingMs}`);
  const mode = single(db, 'PRAGMA journal_mode = WAL');
  if (mode !== 'wal' && mode !== 'memory') throw new StoreError('UNAVAILABLE', 'the store file allows no WAL');
  db.exec('PRAGMA synchronous = FULL');
  // Storing many answers in one group changes more pages than SQLite's default cache of 2 MB can contain. Without a
  // larger cache, those pages would be written twice.
  db.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
  // Overwrites deleted content, so that free pages of the file contain no data of an erased person.
  db.exec('PRAGMA secure_delete = ON');
  checkLayout(db);
  db.exec('BEGIN IMMEDIATE');
  for (const table of tables) db.exec(createTable(table));
  db.exec(`PRAGMA user_version = ${formatVersion}`);
  db.exec('COMMIT');
  db.exec('PRAGMA busy_timeout = 0');
};

/**
 * Sets the database up and retries while it is locked. SQLite ignores the busy timeout when it turns WAL on, so
 * processes that open a new file together need these retries.
 */
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
 * Detects removed or replaced files, because SQLite would continue to write into a WAL that was unlinked, and
 * acknowledged writes would be lost. After a removal, the lost WAL is copied into the database file and all later calls
 * fail. Not every commit checks, because a check may cost half as much as a write.
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
  if (file !== ':memory:') restrictFileMode(file);
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

/** Prepares the statements of a connection. `clear` drops all of them. */
const createStatements = (
  db: Database.Database,
): Pick<Connection, 'statement' | 'ofTable' | 'ofTables'> & { readonly clear: () => void } => {
  const prepare = (sql: string): Statement => {
    const created = db.prepare(sql);
    // libsql rejects raw mode for statements that return no rows, so only statements that return rows get it.
    return created.reader ? created.raw(true) : created;
  };
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    let match = prepared.get(sql);
    if (!match) {
      match = prepare(sql);
      prepared.set(sql, match);
    }
    return match;
  };
  const caches: Map<string, Statement>[] = [prepared];
  const ofTable = (sql: (table: Table) => string): ((table: Table) => Statement) => {
    const cache = new Map<Table, Statement>();
    caches.push(cache);
    return (table) => {
      const cached = cache.get(table);
      if (cached !== undefined) return cached;
      const created = statement(sql(table));
      cache.set(table, created);
      return created;
    };
  };
  const ofTables = (sql: (tables: readonly Table[]) => string): ((tables: readonly Table[]) => Statement) => {
    const cache = new BoundedMap<string, Statement>(maxTableLists);
    caches.push(cache);
    return (list) => {
      const name = list.join();
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const created = prepare(sql(list));
      cache.set(name, created);
      return created;
    };
  };
  const clear = (): void => {
    for (const cache of caches) cache.clear();
  };
  return { statement, ofTable, ofTables, clear };
};

/** Opens a connection. `file`: path of the database file, which is created if it is missing, or `:memory:`. */
export const openConnection = (file: string, fileCheckMs: number): Connection => {
  const db = openDatabase(file);
  const { clear, ...statements } = createStatements(db);
  const exec = (sql: string): void => {
    db.exec(sql);
  };
  const inTransaction = (): boolean => db.inTransaction;
  const reads = createSharedReads({ exec, inTransaction });
  const checkpoint = (): void => {
    reads.end();
    statements.statement('PRAGMA wal_checkpoint(TRUNCATE)').get();
  };
  return {
    exec,
    ...statements,
    inTransaction,
    reads,
    ...watchFiles(file, fileCheckMs, checkpoint),
    close: () => {
      try {
        checkpoint();
      } catch {
        // Another process uses the file and will copy the WAL later. No acknowledged write depends on this checkpoint.
      }
      clear();
      db.close();
    },
  };
};
