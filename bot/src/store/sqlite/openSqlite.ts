import type { TableAdmin, TableStore } from '../tableStorePort.ts';
import { checkKey, checkRange, checkRow, checkSteps, checkTransactions } from '../checkRowsAndBatchTransactions.ts';
import { openConnection } from './sqliteConnectionAndErrors.ts';
import { createGatheredReads } from './gatheredReads.ts';
import { createKnownRows, rowOf } from './committedRowCache.ts';
import { createReader } from './rangeReader.ts';
import type { Reader } from './rangeReader.ts';
import { createRowReader } from './readRowsByKey.ts';
import type { RowReader } from './readRowsByKey.ts';
import { RowWriter } from './rowWriter.ts';
import { rowCost } from './loopPacerAndLockRetries.ts';
import { GroupWriter } from './groupWriter.ts';
import { CallScheduler, stepsCost } from './callScheduler.ts';

export interface SqliteOptions {
  /** Path of the database file, which is created if it is missing, or `:memory:`. Its folder must exist. */
  readonly file: string;
  /** Maximum time in milliseconds for which a call waits while another process writes the file; 5,000 by default. */
  readonly busyMs?: number;
  /** Minimum time in milliseconds between two checks, at commits, that the files still exist; 250 by default. */
  readonly fileCheckMs?: number;
}

export interface SqliteStore extends TableStore {
  readonly admin: TableAdmin;
  /** Returns `ok`, or one line for each fault. It reads the whole file and blocks the event loop during that time. */
  integrityCheck(): string;
  /**
   * Returns the number of transactions committed since opening. All writes of one event-loop turn share one
   * transaction.
   */
  commits(): number;
  /** Returns the state version of the file. Two equal versions mean that no process committed a change in between. */
  state(): Promise<string>;
}

const readCalls = (calls: CallScheduler, reader: Reader, readRows: RowReader): Pick<TableStore, 'get' | 'scan'> => {
  const gathered = createGatheredReads((takeWanted) => calls.readGathered(() => readRows(takeWanted())));
  return {
    get: async (table, key) => {
      checkKey(key);
      const knownRow = await gathered(table, key);
      // Each caller parses its own row, so that a row that another tool damaged fails only its own callers.
      return knownRow && rowOf(knownRow);
    },
    scan: (table, pk, range, page = {}) =>
      calls.read(() => {
        checkRange(pk, range);
        return reader.scan(table, pk, range, page);
      }),
  };
};

const writeCalls = (calls: CallScheduler, rows: RowWriter): Omit<TableStore, 'get' | 'scan' | 'close'> => ({
  insert: (table, row) => calls.writeRow(row, (mode) => rows.insert(table, row, mode)),
  replace: (table, row, etag) => calls.writeRow(row, (mode) => rows.replace(table, row, etag, mode)),
  merge: (table, row, etag) => calls.writeRow(row, (mode) => rows.merge(table, row, etag, mode)),
  touch: (table, row) => calls.writeRow(row, (mode) => rows.touch(table, row, mode)),
  delete: (table, key, etag) =>
    calls.write(
      () => {
        checkKey(key);
      },
      () => rowCost.write,
      (mode) => {
        rows.delete(table, key, etag, mode);
      },
    ),
  transact: (table, pk, steps) =>
    calls.write(
      () => {
        checkSteps(pk, steps);
      },
      () => stepsCost(steps),
      (mode) => {
        rows.transact(table, steps, mode);
      },
    ),
  inOrder: (transactions) =>
    calls.write(
      () => {
        checkTransactions(transactions);
      },
      () => transactions.reduce((sum, { steps }) => sum + stepsCost(steps), 0),
      (mode) => {
        for (const { table, steps } of transactions) rows.transact(table, steps, mode);
      },
    ),
});

const adminCalls = (calls: CallScheduler, reader: Reader, rows: RowWriter): TableAdmin => ({
  scanAll: (table, page = {}) => calls.read(() => reader.scanAll(table, page)),
  bulkPut: async (table, items) => {
    items.forEach(checkRow);
    await Promise.all(
      items.map((row) =>
        calls.writeRow(row, () => {
          rows.put(table, row);
        }),
      ),
    );
  },
});

/**
 * Opens the embedded store, or creates it. Any number of processes may open the same file. Throws UNAVAILABLE if the
 * file cannot be opened.
 */
export const openSqliteStore = (options: SqliteOptions): SqliteStore => {
  const busyMs = options.busyMs ?? 5_000;
  const connection = openConnection(options.file, options.fileCheckMs ?? 250);
  const dataVersion = (): number => (connection.statement('PRAGMA data_version').get() as [number])[0];
  const known = createKnownRows(dataVersion);
  const reader = createReader(connection, known);
  const rows = new RowWriter(connection, known);
  const writer = new GroupWriter({ connection, known, rows, busyMs });
  const calls = new CallScheduler({ connection, writer, busyMs });
  return {
    ...readCalls(calls, reader, createRowReader(connection, known)),
    ...writeCalls(calls, rows),
    close: () => calls.close(),
    admin: adminCalls(calls, reader, rows),
    integrityCheck: () => (connection.statement('PRAGMA integrity_check').all() as string[][]).flat().join('\n'),
    commits: () => writer.commits(),
    // This read is usually the only one before the next event of the event loop, so it does not open a transaction to
    // share with other reads.
    state: () =>
      // SQLite reports the commits of other connections only, so the commits of this connection are counted here.
      calls.readNow(() => ({ result: `${dataVersion()} ${writer.commits()}`, microseconds: rowCost.get })),
  };
};
