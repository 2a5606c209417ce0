import path from 'node:path';
import Database from 'libsql';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { withFolder } from '../../parts/temporaryAndCountingStores.ts';
import { median, rounds, timed } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

// Compares the store with the SQLite driver below it: both do the same work on the same file of rows.

const values = { v: 1, name: 'A member of the team', text: 'x'.repeat(200), isEnabled: true };
const json = JSON.stringify(values);
const perPartition = 1_000;
const pkOf = (index: number): string => `p${Math.floor(index / perPartition)}`;
const rkOf = (index: number): string => `r${String(index % perPartition).padStart(4, '0')}`;
const batch = 10_000;

interface Pair {
  readonly own: number;
  readonly bare: number;
}

interface Measured {
  readonly point: Pair;
  readonly known: Pair;
  readonly insert: Pair;
  readonly scan: Pair;
  readonly batch: Pair;
}

const direct = (file: string) => {
  const db = new Database(file);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  // The store may still be writing its last pages to the file, so the second connection waits for the lock.
  db.exec('PRAGMA busy_timeout = 5000');
  return {
    get: db.prepare('SELECT pk, rk, etag, v FROM Team WHERE pk = ? AND rk = ?').raw(true),
    scan: db
      .prepare('SELECT pk, rk, etag, v FROM Team WHERE pk = ? AND rk >= ? AND rk < ? ORDER BY rk LIMIT 100')
      .raw(true),
    insert: db.prepare('INSERT INTO Team (pk, rk, etag, v) VALUES (?, ?, ?, ?)'),
    begin: () => db.exec('BEGIN IMMEDIATE'),
    commit: () => db.exec('COMMIT'),
    close: () => {
      db.close();
    },
  };
};
type Direct = ReturnType<typeof direct>;

/** Returns the positions of rows spread over the whole file. The store and the driver read the same rows. */
const spots = (howMany: number, rows: number): number[] =>
  Array.from({ length: howMany }, (_, index) => (index * 7_919_993) % rows);

const reads = 5_000;
const scans = 500;
const inserts = 300;
const batches = 50;

const pairOf = async (
  howMany: number,
  own: () => Promise<unknown>,
  bare: () => void,
  before: () => void = () => undefined,
): Promise<Pair> => {
  const measured = await rounds(5, async () => {
    const bareMs = await timed(bare);
    before();
    return { bare: bareMs, own: await timed(own) };
  });
  const rate = (ms: readonly number[]): number => (howMany * 1000) / median(ms);
  return { own: rate(measured.map((item) => item.own)), bare: rate(measured.map((item) => item.bare)) };
};

let made = 0;
const fresh = (): string => {
  made += 1;
  return `n${made}`;
};

const measure = async (store: SqliteStore, db: Direct, rows: number): Promise<Measured> => {
  const points = spots(reads, rows);
  const starts = spots(scans, rows);
  const begin = (index: number): string => rkOf(index % (perPartition - 100));
  const readAll = async (): Promise<void> => {
    for (const index of points) await store.get('Team', { pk: pkOf(index), rk: rkOf(index) });
  };
  const readBare = (): void => {
    for (const index of points) JSON.parse((db.get.get(pkOf(index), rkOf(index)) as string[])[3] ?? '');
  };
  return {
    // A write by another connection empties the store's cache, so every row is read from the file.
    point: await pairOf(reads, readAll, readBare, () => {
      db.insert.run('new', fresh(), 'etag', json);
    }),
    known: await pairOf(reads, readAll, readBare),
    scan: await pairOf(
      scans,
      async () => {
        for (const index of starts)
          await store.scan('Team', pkOf(index), { from: begin(index), to: 's' }, { limit: 100 });
      },
      () => {
        for (const index of starts)
          for (const row of db.scan.all(pkOf(index), begin(index), 's') as string[][]) JSON.parse(row[3] ?? '');
      },
    ),
    insert: await pairOf(
      inserts,
      async () => {
        for (const index of spots(inserts, rows)) await store.insert('Team', { pk: pkOf(index), rk: fresh(), values });
      },
      () => {
        for (const index of spots(inserts, rows)) db.insert.run(pkOf(index), fresh(), 'etag', json);
      },
    ),
    batch: await pairOf(
      batches,
      async () => {
        for (const pk of spots(batches, rows).map(pkOf))
          await store.transact(
            'Team',
            pk,
            Array.from({ length: 100 }, () => ({ do: 'insert', row: { pk, rk: fresh(), values } })),
          );
      },
      () => {
        for (const pk of spots(batches, rows).map(pkOf)) {
          db.begin();
          for (let row = 0; row < 100; row += 1) db.insert.run(pk, fresh(), 'etag', json);
          db.commit();
        }
      },
    ),
  };
};

const fill = async (store: SqliteStore, rows: number): Promise<void> => {
  for (let index = 0; index < rows; index += batch)
    await store.admin.bulkPut(
      'Team',
      Array.from({ length: Math.min(batch, rows - index) }, (_, value) => ({
        pk: pkOf(index + value),
        rk: rkOf(index + value),
        values,
      })),
    );
};

const measureWith = (rows: number): Promise<Measured> =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'rollcall.db');
    const store = openSqliteStore({ file });
    await fill(store, rows);
    const db = direct(file);
    const measured = await measure(store, db, rows);
    db.close();
    await store.close();
    return measured;
  });

/**
 * Compares the store with the driver in a file of 10,000 rows (`little`) and of 1,000,000 rows (`much`). `most` is the
 * maximum ratio of the store's time to the driver's time; null = no limit.
 */
const rowsOf = (name: string, little: Pair, much: Pair, most: number | null): Row[] => {
  const ratio = much.bare / much.own;
  const growth = little.own / much.own;
  const bareGrowth = little.bare / much.bare;
  return [
    {
      what: `embedded store, 1,000,000 rows: ${name}`,
      figure: aSecond(much.own),
      baseline: `${aSecond(much.bare)} SQLite itself`,
      ratio: `${times(ratio)} its time`,
      target: most === null ? 'no target' : `≤ ${most} ×`,
      isMet: most === null || ratio <= most,
    },
    {
      what: `– against 10,000 rows`,
      figure: `${times(growth)} the time`,
      baseline: `${times(bareGrowth)} SQLite itself`,
      target: '≤ 2 ×',
      isMet: growth <= 2 || growth <= bareGrowth * 1.25,
    },
  ];
};

export const bench: Bench = async () => {
  const little = await measureWith(10_000);
  const much = await measureWith(1_000_000);
  return [
    ...rowsOf('point read', little.point, much.point, 3),
    ...rowsOf('of a known row', little.known, much.known, null),
    ...rowsOf('insert, FULL', little.insert, much.insert, 1.5),
    ...rowsOf('scan of 100', little.scan, much.scan, null),
    ...rowsOf('batch of 100', little.batch, much.batch, null),
  ];
};
