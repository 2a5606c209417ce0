// Measures the lower bound of a benchmark: the time that the SQLite driver alone needs for the same statements in the
// same transactions.
import { copyFileSync } from 'node:fs';
import Database from 'libsql';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { median, rounds, timed } from '../measureTimesBlockingAndMemory.ts';
import { count, inKB, times } from '../benchmarkTypesAndFigureFormats.ts';
import type { Row } from '../benchmarkTypesAndFigureFormats.ts';
import { bytesWrittenByProcess } from './bytesWrittenByProcess.ts';
import { withFolder } from './temporaryAndCountingStores.ts';
import { readRecording, rowsOf, recordStatements } from './recordAndReplaySqliteCalls.ts';
import type { SerializedRecording, Step, Timer } from './recordAndReplaySqliteCalls.ts';

type Db = Database.Database;
type Call = (values: readonly unknown[]) => unknown;

interface Ready {
  readonly call: Call;
  readonly step: Step;
}

/**
 * Returns a function that prepares a recorded step for replay. Each SQL statement is prepared only once and gets its
 * values as one list, which is the fastest way to call the driver.
 */
const createStatementCache = (db: Db): ((step: Step) => Ready) => {
  const prepared = new Map<string, Database.Statement>();
  const statement = (sql: string): Database.Statement => {
    const cached = prepared.get(sql);
    if (cached !== undefined) return cached;
    const created = db.prepare(sql);
    prepared.set(sql, created.reader ? created.raw(true) : created);
    return created;
  };
  const callOf = ({ way, sql }: Step): Call => {
    if (way === 'exec') return () => db.exec(sql);
    const created = statement(sql);
    return (values) => created[way](values);
  };
  const calls = new Map<string, Call>();
  return (step) => {
    const name = `${step.way} ${step.sql}`;
    const call = calls.get(name) ?? callOf(step);
    calls.set(name, call);
    return { call, step };
  };
};

const replay = (ready: readonly Ready[]): void => {
  for (const { call, step } of ready)
    if (rowsOf(step.way, call(step.values)) !== step.rows)
      throw new Error(`${step.sql}: not the ${step.rows} rows of the recording`);
};

interface Replay {
  readonly ms: number;
  readonly statements: number;
  readonly commits: number;
  readonly bytes: number;
}

/**
 * Replays the recorded driver calls for which `isAsked` is true. The calls run on a copy of `file`, the store as it was
 * before the recording.
 */
const replayOn = (file: string, recording: SerializedRecording, isAsked: (step: Step) => boolean): Promise<Replay> =>
  withFolder(async (folder) => {
    copyFileSync(file, storeFile(folder));
    const { before, timed: after } = readRecording(recording);
    const db = new Database(storeFile(folder));
    const prepare = createStatementCache(db);
    for (const step of before.filter(isAsked)) replay([prepare(step)]);
    const ready = after.filter(isAsked).map(prepare);
    const written = bytesWrittenByProcess();
    const ms = await timed(() => {
      replay(ready);
    });
    const bytes = bytesWrittenByProcess() - written;
    db.close();
    const commits = ready.filter(({ step }) => step.sql === 'COMMIT' && !step.isRead).length;
    return { ms, statements: ready.length, commits, bytes };
  });

interface DriverAlone {
  readonly writes: Replay;
  readonly all: Replay;
}

const once = async (file: string, recording: SerializedRecording): Promise<DriverAlone> => ({
  writes: await replayOn(file, recording, (step) => !step.isRead),
  all: await replayOn(file, recording, () => true),
});

/**
 * Records the statements of a benchmark and replays them several times. Call it after all other measurements of the
 * process: the recorder wraps the driver's statements, and the wrapped objects slow every later call of the product.
 */
export const driverAlone = async (
  file: string,
  work: (timer: Timer) => Promise<unknown>,
): Promise<readonly DriverAlone[]> => {
  const recording = await recordStatements(work);
  return rounds(5, () => once(file, recording));
};

interface FloorOf {
  readonly floors: readonly DriverAlone[];
  /** Time of the product for the same work, in milliseconds. */
  readonly ownMs: number;
  /**
   * Number of prompts or answers that the work handles. `unit`: the name of a single one in the table, such as "a
   * prompt".
   */
  readonly howMany: number;
  readonly unit: string;
  readonly figureOf: (ms: number) => string;
}

/**
 * Returns rows that show the driver's share of the product's time. The rows have no target, because the product cannot
 * save this time.
 */
export const floorRows = ({ floors, ownMs, howMany, unit, figureOf }: FloorOf): Row[] => {
  const withoutTarget = { target: 'no target', isMet: true };
  const rowOf = (name: string, msOf: (floor: DriverAlone) => number): Row => {
    const ms = median(floors.map(msOf));
    const baseline = `${figureOf(ownMs)} the product`;
    return { what: name, figure: figureOf(ms), baseline, ratio: `${times(ms / ownMs)} its time`, ...withoutTarget };
  };
  const each = (of: (replay: Replay) => number, from: (floor: DriverAlone) => Replay): number =>
    median(floors.map((floor) => of(from(floor)))) / howMany;
  const statements = (replay: Replay): number => replay.statements;
  const writes = (floor: DriverAlone): Replay => floor.writes;
  const reading = each(statements, ({ all }) => all) - each(statements, writes);
  const commits = each((replay) => replay.commits, writes);
  const bytes = each((replay) => replay.bytes, writes);
  return [
    rowOf('– the same writes by the driver alone', (floor) => floor.writes.ms),
    rowOf('– the same writes and reads by the driver alone', (floor) => floor.all.ms),
    {
      what: `– what the driver does for ${unit}`,
      figure: `${count(each(statements, writes))} writing, ${count(reading)} reading`,
      baseline: `${count(1 / commits)} a commit, ${inKB(bytes)} written`,
      ...withoutTarget,
    },
  ];
};
