import { countInFlight } from '../inFlight.ts';
import type { Etag, Row, Step, Table, TableAdmin, TableStore, Values } from '../port.ts';
import { checkKey, checkRange, checkRow, checkSteps } from '../rowRules.ts';
import { connect } from './connection.ts';
import { createReader } from './reader.ts';
import type { Costed } from './reader.ts';
import { createCommitter } from './commit.ts';
import { createEtags } from './etags.ts';
import { deleteOperation, rowOperation, stepsOperation } from './operations.ts';
import type { Operation, Verb } from './operations.ts';
import { createThreadCommitter } from './thread.ts';
import type { WritingThread } from './thread.ts';
import { cost, createPacer, whenFree } from './turn.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  /** Path of the database file, made if absent, or `:memory:`. Its folder must exist. */
  readonly file: string;
  /** How long a call waits for a file another process is writing, in milliseconds; 5,000 when left out. */
  readonly busyMs?: number;
  /** Milliseconds between looks, at commits, whether the files are still there; 250 when left out. */
  readonly fileCheckMs?: number;
  /** The thread that writes, with a connection of its own; left out, and for memory, the thread that asks writes. */
  readonly thread?: WritingThread;
}

export interface SqliteStore extends TableStore {
  readonly admin: TableAdmin;
  /** `ok`, or what is wrong, a line each. Reads the whole file and holds the event loop meanwhile. */
  integrityCheck(): string;
  /** Transactions committed since opening: one for all writes of an event-loop turn. */
  commits(): number;
  /** Names the state of the file: the same name again only while nothing was committed to it, by this process or another. */
  state(): Promise<string>;
}

const characters = (values: Values): number =>
  Object.values(values).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const writeCost = (row: Row): number => cost.write + cost.characters(characters(row.values));

const stepsCost = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'delete' ? cost.write : writeCost(step.row)), 0);

/** Opens or makes the embedded store. Any number of processes may open one file. Throws UNAVAILABLE. */
export const openSqliteStore = (options: SqliteOptions): SqliteStore => {
  const busyMs = options.busyMs ?? 5_000;
  const connection = connect(options.file, options.fileCheckMs ?? 250);
  const reader = createReader(connection);
  const nextEtag = createEtags();
  const here = createCommitter(connection);
  const committer =
    options.thread === undefined || options.file === ':memory:'
      ? here
      : createThreadCommitter(options.thread, options.file, here);
  const writer = createWriter(connection, committer, busyMs);
  const pacer = createPacer();
  const calls = countInFlight();

  const read = <T>(action: () => Costed<T>): Promise<T> =>
    calls.run(() =>
      pacer.run(() =>
        whenFree(busyMs, () => {
          connection.checkUsable();
          connection.reads.join();
          const { result, microseconds } = action();
          pacer.spend(microseconds);
          return result;
        }),
      ),
    );

  /** Checks before queueing, so that a row that cannot be stored never reaches a group. */
  const write = (check: () => void, microseconds: () => number, operation: () => Operation): Promise<void> =>
    calls.run(() => {
      check();
      return writer.submit(microseconds(), operation());
    });
  const writeRow = async (
    verb: Exclude<Verb, 'delete' | 'drop'>,
    table: Table,
    row: Row,
    expected: Etag | null = null,
  ): Promise<Etag> => {
    const next = nextEtag();
    await write(
      () => {
        checkRow(row);
      },
      () => writeCost(row),
      () => rowOperation(verb, table, row, { expected, next }),
    );
    return next;
  };

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
    insert: (table, row) => writeRow('insert', table, row),
    replace: (table, row, etag) => writeRow('replace', table, row, etag),
    merge: (table, row, etag) => writeRow('merge', table, row, etag),
    touch: (table, row) => writeRow('touch', table, row),
    delete: (table, key, etag) =>
      write(
        () => {
          checkKey(key);
        },
        () => cost.write,
        () => deleteOperation(table, key, etag),
      ),
    transact: (table, pk, steps) =>
      write(
        () => {
          checkSteps(pk, steps);
        },
        () => stepsCost(steps),
        () => stepsOperation(table, steps, nextEtag),
      ),
    close: () =>
      calls.close(async () => {
        await committer.close();
        connection.close();
      }),
    admin: {
      scanAll: (table, page = {}) => read(() => reader.scanAll(table, page)),
      bulkPut: async (table, all) => {
        all.forEach(checkRow);
        await Promise.all(all.map((row) => writeRow('put', table, row)));
      },
    },
    integrityCheck: () => (connection.statement('PRAGMA integrity_check').all() as string[][]).flat().join('\n'),
    commits: () => writer.commits(),
    state: () =>
      read(() => {
        // Told of the commits of others; those of this connection are counted here.
        const [version] = connection.statement('PRAGMA data_version').get() as [number];
        return { result: `${version} ${writer.commits()}`, microseconds: cost.get };
      }),
  };
};
