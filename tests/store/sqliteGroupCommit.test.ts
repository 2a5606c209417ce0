import Database from 'libsql';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { Etag, Row, Step, Transaction } from '../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import {
  aPartition,
  aRow,
  everything,
  numbered,
  readRows,
  refusal,
  rowKeys,
  winners,
} from './testedStoreRowsAndReaders.ts';

const path = useTempDir();
let files = 0;
const opened: SqliteStore[] = [];
const aFile = (): string => {
  files += 1;
  return path(`${files}.db`);
};
const open = (file = aFile(), busyMs = 5_000): SqliteStore => {
  const store = openSqliteStore({ file, busyMs });
  opened.push(store);
  return store;
};
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
});

describe('group commit', () => {
  it('commits the writes of one turn once for any kinds and tables', async () => {
    const store = open();
    const pk = aPartition();
    const etag = await store.insert('Team', aRow(pk, 'merged'));
    const before = store.commits();
    await Promise.all([
      ...numbered(pk, 200).map((row) => store.insert('Team', row)),
      store.merge('Team', aRow(pk, 'merged', { n: 2 }), etag),
      store.touch('Due', aRow(pk, 'touched')),
      store.transact('Org', pk, [{ do: 'insert', row: aRow(pk, 'in a transaction') }]),
    ]);
    expect(store.commits() - before).toBe(1);
    expect(await readRows(store, pk)).toHaveLength(201);
  });

  it('commits an ordered write once, also with other writes and after a failure half-way', async () => {
    const store = open();
    const pk = aPartition();
    const insertOf = (rk: string): Transaction => ({
      ...{ table: 'Team', pk },
      steps: [{ do: 'insert', row: aRow(pk, rk) }],
    });
    const before = store.commits();
    await store.inOrder([insertOf('a'), insertOf('b'), insertOf('c')]);
    expect(store.commits() - before).toBe(1);
    await Promise.allSettled([
      store.inOrder([insertOf('d'), insertOf('a'), insertOf('never')]),
      store.inOrder([insertOf('e'), insertOf('f')]),
      store.insert('Team', aRow(pk, 'g')),
    ]);
    expect(store.commits() - before).toBe(2);
    expect(await rowKeys(store, pk)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('commits writes of different turns one by one', async () => {
    const store = open();
    const before = store.commits();
    for (const row of numbered(aPartition(), 5)) await store.insert('Team', row);
    expect(store.commits() - before).toBe(5);
  });

  it('undoes only the conflict, not the writes before and after it', async () => {
    const store = open();
    const pk = aPartition();
    await store.insert('Team', aRow(pk, '000050', { first: true }));
    const before = store.commits();
    const outcomes = await Promise.allSettled(numbered(pk, 100).map((row) => store.insert('Team', row)));
    expect(store.commits() - before).toBe(1);
    expect(winners(outcomes)).toBe(99);
    expect(outcomes[50]?.status).toBe('rejected');
    const rows = await readRows(store, pk);
    expect(rows).toHaveLength(100);
    expect(rows[50]?.values).toEqual({ first: true });
  });

  // Tests the merge and the touch (a write without a condition) separately, because the rollback that one of them
  // causes would hide the effects of the other.
  it.each<[string, (row: Row, etag: Etag) => Step]>([
    ['merged', (row, etag) => ({ do: 'merge', row, etag })],
    ['touched', (row) => ({ do: 'touch', row })],
  ])('undoes a transaction in which an unreadable row is %s, and keeps the other writes', async (_, stepOf) => {
    const file = aFile();
    const store = open(file);
    const pk = aPartition();
    const etag = await store.insert('Team', aRow(pk, 'poison'));
    const other = new Database(file);
    other.prepare(`UPDATE Team SET v = '{' WHERE pk = ?`).run(pk);
    other.close();
    const outcomes = await Promise.allSettled([
      store.insert('Team', aRow(pk, 'before')),
      store.transact('Team', pk, [
        { do: 'insert', row: aRow(pk, 'left behind') },
        stepOf(aRow(pk, 'poison', { n: 1 }), etag),
      ]),
      store.insert('Team', aRow(pk, 'after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const keys = await store.scan('Team', pk, everything, { keysOnly: true });
    expect(keys.rows.map(({ rk }) => rk)).toEqual(['after', 'before', 'poison']);
  });

  it('shows a write the earlier writes of its group', async () => {
    const store = open();
    const pk = aPartition();
    const [first, second] = await Promise.allSettled([
      store.insert('Team', aRow(pk, 'a')),
      store.insert('Team', aRow(pk, 'a')),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  });

  it('writes many rows of one turn as single calls would, and rejects only the conflict', async () => {
    const store = open();
    const pk = aPartition();
    const numbers = Array.from({ length: 21 }, (_, n) => n);
    const nameOf = (n: number): string => String(n).padStart(2, '0');
    const etags = await Promise.all(numbers.map((n) => store.insert('Team', aRow(pk, nameOf(n), { n }))));
    const stale = await store.insert('Team', aRow(pk, 'late'));
    await store.replace('Team', aRow(pk, 'late', { n: 0 }), stale);
    const changes = (n: number): Promise<unknown> => {
      const etag = etags[n] ?? stale;
      if (n % 3 === 0) return store.replace('Team', aRow(pk, nameOf(n), { changed: n }), etag);
      if (n % 3 === 1) return store.delete('Team', { pk, rk: nameOf(n) }, etag);
      return store.touch('Team', aRow(pk, nameOf(n), { changed: n }));
    };
    const before = store.commits();
    const outcomes = await Promise.allSettled([
      ...numbers.slice(0, 10).map(changes),
      store.delete('Team', { pk, rk: 'late' }, stale),
      ...numbers.slice(10).map(changes),
    ]);
    expect(store.commits() - before).toBe(1);
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([10]);
    const { rows } = await store.scan('Team', pk, everything);
    const expected = numbers
      .filter((n) => n % 3 !== 1)
      .map((n) => [nameOf(n), n % 3 === 0 ? { changed: n } : { n, changed: n }]);
    expect(rows.map(({ rk, values }) => [rk, values])).toEqual([...expected, ['late', { n: 0 }]]);
  });

  it('lets the first of several writers of one row in one turn win', async () => {
    const store = open();
    const pk = aPartition();
    const etag = await store.insert('Team', aRow(pk, 'a'));
    const outcomes = await Promise.allSettled([
      store.replace('Team', aRow(pk, 'a', { by: 'first' }), etag),
      store.replace('Team', aRow(pk, 'a', { by: 'second' }), etag),
      store.delete('Team', { pk, rk: 'a' }, etag),
      store.insert('Team', aRow(pk, 'b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect((await store.get('Team', { pk, rk: 'a' }))?.values).toEqual({ by: 'first' });
  });

  it('discards the cached rows of a failed group', async () => {
    const file = aFile();
    const store = open(file);
    const pk = aPartition();
    const key = { pk, rk: 'a' };
    const etag = await store.insert('Team', aRow(pk, 'a', { n: 0 }));
    await store.get('Team', key);
    const other = new Database(file);
    other.exec('ALTER TABLE Due RENAME TO Gone');
    const both = [store.replace('Team', aRow(pk, 'a', { n: 1 }), etag), store.insert('Due', aRow(pk, 'x'))];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
    other.close();
    await store.get('Team', key);
    await store.insert('Team', aRow(pk, 'b'));
    expect((await store.get('Team', key))?.values).toEqual({ n: 0 });
  });

  it('rejects an impossible touch for its own caller, not for the next writer of the row', async () => {
    const file = aFile();
    const store = open(file);
    const pk = aPartition();
    const etag = await store.insert('Team', aRow(pk, 'poison'));
    const other = new Database(file);
    other.exec(`UPDATE Team SET v = '{'`);
    other.close();
    const both = [store.touch('Team', aRow(pk, 'poison', { n: 1 })), store.delete('Team', { pk, rk: 'poison' }, etag)];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('checks long touches of one row one by one, as if they were sequential', async () => {
    const store = open();
    const pk = aPartition();
    const long = 'x'.repeat(32_700);
    const properties = Array.from({ length: 15 }, (_, n) => [`text${n}`, long] as const);
    await store.insert('Team', aRow(pk, 'a', Object.fromEntries(properties)));
    const outcomes = await Promise.allSettled([
      store.touch('Team', aRow(pk, 'a', { big: long, big2: long, mark: true })),
      store.touch('Team', aRow(pk, 'a', { big: '', big2: '' })),
    ]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: refusal('TOO_LARGE') },
      expect.objectContaining({ status: 'fulfilled' }),
    ]);
    expect((await store.get('Team', { pk, rk: 'a' }))?.values).not.toHaveProperty('mark');
  });

  it('replaces a cached row, and a touch of the same turn', async () => {
    const store = open();
    const pk = aPartition();
    const key = { pk, rk: 'a' };
    await store.insert('Team', aRow(pk, 'a', { n: 0 }));
    await store.get('Team', key);
    await store.admin.bulkPut('Team', [aRow(pk, 'a', { n: 1 })]);
    expect((await store.get('Team', key))?.values).toEqual({ n: 1 });
    const touched = store.touch('Team', aRow(pk, 'a', { m: 1 }));
    await Promise.all([touched, store.admin.bulkPut('Team', [aRow(pk, 'a', { n: 2 })])]);
    expect((await store.get('Team', key))?.values).toEqual({ n: 2 });
  });

  it('rejects an invalid row before it joins a group', async () => {
    const store = open();
    const before = store.commits();
    await expect(store.insert('Team', aRow('p', 'a', { text: '\0' }))).rejects.toEqual(refusal('INVALID'));
    expect(store.commits()).toBe(before);
  });
});

describe('the event loop', () => {
  it('runs between the groups of very many writes', async () => {
    const store = open();
    const before = store.commits();
    const turnsAt: number[] = [];
    let writing = true;
    const turn = (): void => {
      turnsAt.push(store.commits());
      if (writing) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(numbered(aPartition(), 5_000, { text: 'x'.repeat(300) }).map((row) => store.insert('Team', row)));
    writing = false;
    const groups = store.commits() - before;
    expect(groups).toBeGreaterThan(3);
    expect(groups).toBeLessThan(50);
    // Another connection saw a different number of commits in as many turns of the event loop as there were groups, so
    // no two groups were written in one turn.
    expect(new Set(turnsAt).size).toBeGreaterThanOrEqual(groups);
  });

  it('runs between very many reads', async () => {
    const store = open();
    const pk = aPartition();
    await store.admin.bulkPut('Team', numbered(pk, 1_000, { text: 'x'.repeat(300) }));
    let turns = 0;
    let reading = true;
    const turn = (): void => {
      turns += 1;
      if (reading) setImmediate(turn);
    };
    setImmediate(turn);
    const pages = await Promise.all(Array.from({ length: 30 }, () => readRows(store, pk)));
    reading = false;
    expect(pages.every((rows) => rows.length === 1_000)).toBe(true);
    expect(turns).toBeGreaterThan(5);
  });

  it('ends a page of long rows early without losing one', async () => {
    const store = open();
    const pk = aPartition();
    const rows = numbered(pk, 60, { text: 'x'.repeat(30_000) });
    await store.admin.bulkPut('Team', rows);
    const first = await store.scan('Team', pk, { from: '', to: '~' });
    expect(first.rows.length).toBeLessThan(60);
    expect(await rowKeys(store, pk)).toEqual(rows.map((row) => row.rk));
  });
});

describe('a file that another process writes', () => {
  const holdLock = (file: string): (() => void) => {
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    return () => {
      other.exec('ROLLBACK');
      other.close();
    };
  };
  const turnOnce = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  it('is awaited without blocking the event loop, and readable in the meantime', async () => {
    const file = aFile();
    const store = open(file);
    const pk = aPartition();
    await store.insert('Team', aRow(pk, 'before'));
    const release = holdLock(file);
    let done = false;
    const writing = store.insert('Team', aRow(pk, 'waits')).then(() => {
      done = true;
    });
    for (let turns = 0; turns < 20; turns += 1) await turnOnce();
    expect(done).toBe(false);
    expect(await rowKeys(store, pk)).toEqual(['before']);
    release();
    await writing;
    expect(await rowKeys(store, pk)).toEqual(['before', 'waits']);
  });

  it('fails waiting and queued writes as unavailable in the end, without a trace', async () => {
    const file = aFile();
    const store = open(file, 40);
    const pk = aPartition();
    const release = holdLock(file);
    const rows = numbered(pk, 3_000, { text: 'x'.repeat(300) });
    const outcomes = await Promise.allSettled(rows.map((row) => store.insert('Team', row)));
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
    release();
    await store.insert('Team', aRow(pk, 'after'));
    expect(await rowKeys(store, pk)).toEqual(['after']);
  });
});

describe('versions', () => {
  it('versions of two stores are never equal, also on an older copy of the same file', async () => {
    const file = aFile();
    const etags: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const store = open(file);
      for (let n = 0; n < 20; n += 1) etags.push(await store.touch('Team', aRow('p', 'a')));
      await store.close();
    }
    expect(new Set(etags).size).toBe(60);
    expect(new Set(etags.map((etag) => etag.split('.')[0])).size).toBe(3);
  });
});

describe('the file format', () => {
  it('is rejected if a newer version wrote it', async () => {
    const file = aFile();
    await open(file).close();
    const other = new Database(file);
    other.exec('PRAGMA user_version = 99');
    other.close();
    expect(() => openSqliteStore({ file })).toThrow(refusal('UNAVAILABLE') as Error);
  });

  it('can be in memory alone, shared with no other store', async () => {
    const store = open(':memory:');
    await store.insert('Team', aRow('p', 'a'));
    expect(await rowKeys(store, 'p')).toEqual(['a']);
    expect(await rowKeys(open(':memory:'), 'p')).toEqual([]);
  });
});
