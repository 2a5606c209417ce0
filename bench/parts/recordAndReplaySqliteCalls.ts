// Records the calls that the product makes to the SQLite driver. The recorder patches the driver, so that the product
// needs no code for it.
import { deserialize, serialize } from 'node:v8';
import Database from 'libsql';
import { timed } from '../measureTimesBlockingAndMemory.ts';

type Db = Database.Database;
type Statement = Database.Statement;

const ways = ['run', 'get', 'all'] as const;

export interface Step {
  readonly way: (typeof ways)[number] | 'exec';
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly rows: number;
  /** True for a query, and for the begin and end of a read-only transaction. */
  readonly isRead: boolean;
}

export interface Recording {
  /** The calls from the opening of the file to the start of the timed work. */
  readonly before: readonly Step[];
  readonly timed: readonly Step[];
}

/** A serialised `Recording`. The many objects of a parsed recording would slow the garbage collector and distort the times. */
export type SerializedRecording = Buffer;

export const readRecording = (recording: SerializedRecording): Recording => deserialize(recording) as Recording;

/** Runs the measured part of a benchmark and returns its time in milliseconds. The recording ends with this part. */
export type Timer = (work: () => Promise<unknown>) => Promise<number>;

export const rowsOf = (way: Step['way'], result: unknown): number => {
  if (way === 'all') return (result as unknown[]).length;
  if (way === 'get') return result === undefined ? 0 : 1;
  return way === 'run' ? (result as Database.RunResult).changes : 0;
};

/**
 * Returns a function that distinguishes reads from writes. The function must get all calls of one connection in order:
 * the store starts its read transactions with a plain BEGIN, and all calls up to the COMMIT or ROLLBACK are then reads.
 */
const createSorter = (): ((sql: string) => boolean) => {
  let isInReads = false;
  return (sql) => {
    if (sql === 'BEGIN') isInReads = true;
    const isRead = isInReads || sql.startsWith('SELECT') || sql === 'PRAGMA data_version';
    if (sql === 'COMMIT' || sql === 'ROLLBACK') isInReads = false;
    return isRead;
  };
};

const createRecorder = () => {
  let connection: Db | undefined;
  let isOn = true;
  const steps: Step[] = [];
  const isRead = createSorter();
  const take = (db: Db, { way, sql, values }: Pick<Step, 'way' | 'sql' | 'values'>, result: unknown): void => {
    if (!isOn) return;
    connection ??= db;
    if (connection !== db) throw new Error('More than one connection was at work');
    steps.push({ way, sql, values, rows: rowsOf(way, result), isRead: isRead(sql) });
  };
  return {
    steps,
    take,
    stop: (): void => {
      isOn = false;
    },
  };
};
type Recorder = ReturnType<typeof createRecorder>;

const withCallsRecorded = (statement: Statement, db: Db, sql: string, recorder: Recorder): Statement => {
  for (const way of ways) {
    const call: (...values: unknown[]) => unknown = statement[way].bind(statement);
    const recorded = (...values: unknown[]): unknown => {
      const result = call(...values);
      recorder.take(db, { way, sql, values: values.flat() }, result);
      return result;
    };
    Object.assign(statement, { [way]: recorded });
  }
  return statement;
};

/** Records the driver calls of the single connection that `work` opens, until the timed work ends. */
export const recordStatements = async (work: (timer: Timer) => Promise<unknown>): Promise<SerializedRecording> => {
  const recorder = createRecorder();
  const driver = Database.prototype;
  const plain = { prepare: Reflect.get(driver, 'prepare'), exec: Reflect.get(driver, 'exec') };
  Object.assign(driver, {
    prepare(this: Db, sql: string) {
      return withCallsRecorded(plain.prepare.call(this, sql), this, sql, recorder);
    },
    exec(this: Db, sql: string) {
      plain.exec.call(this, sql);
      recorder.take(this, { way: 'exec', sql, values: [] }, undefined);
      return this;
    },
  });
  let begun = 0;
  try {
    await work(async (timedWork) => {
      begun = recorder.steps.length;
      const ms = await timed(timedWork);
      recorder.stop();
      return ms;
    });
  } finally {
    Object.assign(driver, plain);
  }
  const { steps } = recorder;
  return serialize({ before: steps.slice(0, begun), timed: steps.slice(begun) } satisfies Recording);
};
