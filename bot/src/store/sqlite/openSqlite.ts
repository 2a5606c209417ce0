import { countInFlight } from '../inFlightCounter.ts';
import type { Row, Step, TableAdmin, TableStore } from '../tableStore.ts';
import { checkKey, checkRange, checkRow, checkSteps, checkTransactions } from '../rowLimits.ts';
import { asFault, openConnection, isBusy } from './sqliteConnection.ts';
import { createKnownRows } from './knownRows.ts';
import { createReader } from './sqliteReader.ts';
import type { Costed } from './sqliteReader.ts';
import { charactersOf, createRowWriter } from './rowWriter.ts';
import { rowCost, createPacer, whenUnlocked } from './loopPacer.ts';
import { createWriter } from './groupWriter.ts';
import type { WriteMode } from './groupWriter.ts';

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
  /** Returns the number of transactions committed since opening. All writes of one event-loop turn share one transaction. */
  commits(): number;
  /** Returns the state version of the file. Two equal versions mean that no process committed a change in between. */
  state(): Promise<string>;
}

const writeCost = (row: Row): number => rowCost.write + rowCost.characters(charactersOf(row.values));

const stepsCost = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'delete' ? rowCost.write : writeCost(step.row)), 0);

/** Opens the embedded store, or creates it. Any number of processes may open the same file. Throws UNAVAILABLE. */
export const openSqliteStore = (options: SqliteOptions): SqliteStore => {
  const busyMs = options.busyMs ?? 5_000;
  const connection = openConnection(options.file, options.fileCheckMs ?? 250);
  const dataVersion = (): number => (connection.statement('PRAGMA data_version').get() as [number])[0];
  const known = createKnownRows(dataVersion);
  const reader = createReader(connection, known);
  const rows = createRowWriter(connection, known);
  const writer = createWriter({ connection, known, rows, busyMs });
  const pacer = createPacer();
  const calls = countInFlight();

  const readOnce = <T>(action: () => Costed<T>): T => {
    connection.checkUsable();
    const { result, microseconds } = action();
    pacer.spend(microseconds);
    return result;
  };
  const readPatiently = <T>(action: () => Costed<T>): Promise<T> =>
    calls.run(() => pacer.run(() => whenUnlocked(busyMs, () => readOnce(action))));
  /**
   * Reads immediately if the turn has time left and no other process locks the file, which is nearly always true. Otherwise it
   * waits.
   */
  const readNow = async <T>(action: () => Costed<T>): Promise<T> => {
    if (!pacer.isFree()) return readPatiently(action);
    try {
      calls.check();
      return readOnce(action);
    } catch (error) {
      if (!isBusy(error)) throw asFault(error);
      return readPatiently(action);
    }
  };
  const read = <T>(action: () => Costed<T>): Promise<T> =>
    readNow(() => {
      connection.reads.join();
      return action();
    });

  /** Queues a write. It is checked before, so that a row that cannot be stored never reaches a group. */
  const write = <T>(check: () => void, microseconds: () => number, apply: (signIn: WriteMode) => T): Promise<T> =>
    calls.run(() => {
      check();
      return writer.submit(microseconds(), apply);
    });
  const writeRow = <T>(row: Row, apply: (signIn: WriteMode) => T): Promise<T> =>
    write(
      () => {
        checkRow(row);
      },
      () => writeCost(row),
      apply,
    );

  return {
    get: (table, key) =>
      read(() => {
        checkKey(key);
        return reader.get(table, key);
      }),
    scan: (table, pk, range, page = {}) =>
      read(() => {
        checkRange(pk, range);
        return reader.scan(table, pk, range, page);
      }),
    insert: (table, row) => writeRow(row, () => rows.insert(table, row)),
    replace: (table, row, etag) => writeRow(row, () => rows.replace(table, row, etag)),
    merge: (table, row, etag) => writeRow(row, () => rows.merge(table, row, etag)),
    touch: (table, row) => writeRow(row, (signIn) => rows.touch(table, row, signIn)),
    delete: (table, key, etag) =>
      write(
        () => {
          checkKey(key);
        },
        () => rowCost.write,
        () => {
          rows.delete(table, key, etag);
        },
      ),
    transact: (table, pk, steps) =>
      write(
        () => {
          checkSteps(pk, steps);
        },
        () => stepsCost(steps),
        (signIn) => {
          rows.transact(table, steps, signIn);
        },
      ),
    inOrder: (transactions) =>
      write(
        () => {
          checkTransactions(transactions);
        },
        () => transactions.reduce((sum, { steps }) => sum + stepsCost(steps), 0),
        (signIn) => {
          for (const { table, steps } of transactions) rows.transact(table, steps, signIn);
        },
      ),
    close: () =>
      calls.close(() => {
        connection.close();
      }),
    admin: {
      scanAll: (table, page = {}) => read(() => reader.scanAll(table, page)),
      bulkPut: async (table, items) => {
        items.forEach(checkRow);
        await Promise.all(
          items.map((row) =>
            writeRow(row, () => {
              rows.put(table, row);
            }),
          ),
        );
      },
    },
    integrityCheck: () => (connection.statement('PRAGMA integrity_check').all() as string[][]).flat().join('\n'),
    commits: () => writer.commits(),
    // This read is usually the only one of its tick, so it does not open a transaction to share with other reads.
    state: () =>
      // SQLite reports the commits of other connections; the commits of this connection are counted here.
      readNow(() => ({ result: `${dataVersion()} ${writer.commits()}`, microseconds: rowCost.get })),
  };
};
