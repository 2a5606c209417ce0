import { statSync } from 'node:fs';
import Database from 'libsql';
import { storeFile } from '../../../bot/src/startup/openAndCheckStores.ts';
import { kindOf } from '../../../bot/src/store/admin/kindOfRow.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type {
  Etag,
  Row as StoreRow,
  Step,
  Table,
  TableAdmin,
  TableStore,
} from '../../../bot/src/store/tableStorePort.ts';
import { fakeClock } from '../../../tests/support/data/fakeClock.ts';
import { seedManyTeams } from '../../../tests/support/data/seedManyTeams.ts';
import { morning } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { withFolder } from '../../parts/temporaryAndCountingStores.ts';
import { count, inMB } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

const meetings = 10_000;
const perTeam = 10;
const members = meetings * perTeam;
/** Number of teams in the measured day. So few are enough, because the bytes for a member do not depend on it. */
const dayTeams = 100;

const rowsInBatch = 5_000;

const rowOfStep = (step: Step): StoreRow => {
  if (step.do !== 'insert') throw new Error('The seed only inserts rows.');
  return step.row;
};

const notUsed = (): Promise<never> => Promise.reject(new Error('The seed only inserts rows.'));

/**
 * Returns a store that only inserts, thousands of rows in a commit, because a commit for each row would take minutes.
 * The rows reach the file in the order in which the seed writes them. `flush` writes the rows that still wait.
 */
const fillingStore = (admin: TableAdmin): { readonly store: TableStore; readonly flush: () => Promise<void> } => {
  let waiting = new Map<Table, StoreRow[]>();
  let size = 0;
  const flush = async (): Promise<void> => {
    const written = waiting;
    waiting = new Map();
    size = 0;
    for (const [table, rows] of written) await admin.bulkPut(table, rows);
  };
  const put = async (table: Table, rows: readonly StoreRow[]): Promise<void> => {
    waiting.set(table, [...(waiting.get(table) ?? []), ...rows]);
    size += rows.length;
    if (size >= rowsInBatch) await flush();
  };
  const store: TableStore = {
    insert: async (table, row) => {
      await put(table, [row]);
      return 'seeded' as Etag;
    },
    transact: (table, _pk, steps) => put(table, steps.map(rowOfStep)),
    ...{
      get: notUsed,
      replace: notUsed,
      merge: notUsed,
      delete: notUsed,
      touch: notUsed,
      inOrder: notUsed,
      scan: notUsed,
    },
    close: () => Promise.resolve(),
  };
  return { store, flush };
};

interface KindSize {
  readonly name: string;
  rows: number;
  bytes: number;
}

/** Returns the rows and bytes of each kind, the largest first. The bytes are those of keys, ETags and values. */
const sizesIn = (db: Database.Database): KindSize[] => {
  const sizes = new Map<string, KindSize>();
  for (const table of tables) {
    const rows = db.prepare(`SELECT pk, rk, octet_length(etag) + octet_length(v) FROM ${table}`).raw(true).all();
    for (const [pk, rk, bytes] of rows as [string, string, number][]) {
      const name = kindOf(table, { pk, rk })?.name ?? table;
      const size = sizes.get(name) ?? { name, rows: 0, bytes: 0 };
      size.rows += 1;
      size.bytes += pk.length + rk.length + bytes;
      sizes.set(name, size);
    }
  }
  return [...sizes.values()].sort((a, b) => b.bytes - a.bytes);
};

const withoutTarget = { target: 'no target', isMet: true };

/** Kinds of rows below this share of all bytes are not listed in the table. */
const smallest = 0.01;

const linesOf = (sizes: readonly KindSize[]): Row[] => {
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return sizes
    .filter(({ bytes }) => bytes >= all * smallest)
    .map(({ name, rows, bytes }) => ({
      what: `– ${name}`,
      figure: inMB(bytes),
      baseline: `${count(rows)} rows of ${count(Math.round(bytes / rows))} bytes`,
      ...withoutTarget,
    }));
};

/**
 * Returns the size of the smallest file that this version can read and that has all rows: each row has its key, its ETag
 * and a value without any content, and every table is ordered by key, which needs no second copy of a key.
 */
const sizeWithoutContent = (db: Database.Database, file: string): number => {
  db.exec('PRAGMA secure_delete = OFF');
  for (const table of tables) {
    db.exec(`CREATE TABLE keys AS SELECT pk, rk, etag, '{}' AS v FROM ${table}`);
    db.exec(`DROP TABLE ${table}`);
    db.exec(
      `CREATE TABLE ${table} (pk TEXT NOT NULL, rk TEXT NOT NULL, etag TEXT NOT NULL, v TEXT NOT NULL, PRIMARY KEY (pk, rk)) WITHOUT ROWID`,
    );
    db.exec(`INSERT INTO ${table} SELECT pk, rk, etag, v FROM keys ORDER BY pk, rk`);
    db.exec('DROP TABLE keys');
  }
  db.exec('VACUUM');
  return statSync(file).size;
};

const seeded = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const file = storeFile(folder);
    const opened = openSqliteStore({ file });
    const { store, flush } = fillingStore(opened.admin);
    const person = (name: string) => ({ conversationId: `a:chat of ${name}` });
    await seedManyTeams(
      { store, clock: fakeClock(morning) },
      { teams: meetings, members: perTeam, orgs: 1_000, person },
    );
    await flush();
    await opened.close();
    const bytes = statSync(file).size;
    const db = new Database(file);
    const sizes = sizesIn(db);
    db.exec('VACUUM');
    const vacuumed = statSync(file).size;
    const withoutContent = sizeWithoutContent(db, file);
    db.close();
    return [
      {
        what: `store of ${count(members)} members in ${count(meetings)} meetings`,
        figure: inMB(bytes),
        baseline: `${inMB(vacuumed)} after VACUUM`,
        target: '≤ 60 MB',
        isMet: bytes <= 60e6,
      },
      {
        what: '– lower bound of this format',
        figure: inMB(withoutContent),
        baseline: 'all keys and ETags, values without content, after VACUUM',
        ...withoutTarget,
      },
      ...linesOf(sizes),
    ];
  });

const dayOf = async (): Promise<Row[]> => {
  const plan = { teams: dayTeams, members: perTeam, orgs: 10 };
  const [before, after] = [await seedDay(plan), await seedDay({ ...plan, until: 'ANSWERED' })];
  const [first, second] = [new Database(before.file), new Database(after.file)];
  const earlier = new Map(sizesIn(first).map((size) => [size.name, size]));
  const added = sizesIn(second).map(({ name, rows, bytes }) => ({
    name,
    rows: rows - (earlier.get(name)?.rows ?? 0),
    bytes: bytes - (earlier.get(name)?.bytes ?? 0),
  }));
  first.close();
  second.close();
  const grown = statSync(after.file).size - statSync(before.file).size;
  return [
    {
      what: `– a first day of ${count(dayTeams * perTeam)} members, all answer`,
      figure: inMB(grown),
      baseline: `${count(grown / dayTeams / perTeam)} bytes a member`,
      ...withoutTarget,
    },
    ...linesOf(added),
  ];
};

export const bench: Bench = async () => [...(await seeded()), ...(await dayOf())];
