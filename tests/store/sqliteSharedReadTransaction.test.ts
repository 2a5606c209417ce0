import Database from 'libsql';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { aPartition, aRow, numbered, refusal } from './testedStoreRowsAndReaders.ts';

// Tests that reads of one turn of the event loop share a read transaction, and that the next turn reads the writes of
// other processes.

const path = useTempDir();
const opened: SqliteStore[] = [];
const open = (name: string): SqliteStore => {
  const store = openSqliteStore({ file: path(name) });
  opened.push(store);
  return store;
};
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
});

const nextEvent = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

it('a read returns writes of another connection from before its tick', async () => {
  const [here, there] = [open('ticks.db'), open('ticks.db')];
  const pk = aPartition();
  for (let n = 0; n < 20; n += 1) {
    await there.touch('Team', aRow(pk, 'a', { n }));
    await nextEvent();
    expect((await here.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n });
  }
});

it('a read returns writes of this store from the same tick', async () => {
  const store = open('own.db');
  const pk = aPartition();
  expect(await store.get('Team', { pk, rk: 'a' })).toBeUndefined();
  await store.insert('Team', aRow(pk, 'a', { n: 1 }));
  expect((await store.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n: 1 });
});

it('the reads of one tick agree with each other', async () => {
  const store = open('agree.db');
  const pk = aPartition();
  await store.transact('Team', pk, [
    { do: 'insert', row: aRow(pk, 'a', { n: 0 }) },
    { do: 'insert', row: aRow(pk, 'b', { n: 0 }) },
  ]);
  const other = new Database(path('agree.db'));
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await nextEvent();
  const first = await store.get('Team', { pk, rk: 'a' });
  // Another process can write between two reads of one turn. The test's write is synchronous, because the shared
  // transaction ends with the turn.
  other.exec(`UPDATE Team SET v = '{"n":1}'`);
  const second = await store.get('Team', { pk, rk: 'b' });
  expect([first?.values, second?.values]).toEqual([{ n: 0 }, { n: 0 }]);
  jest.restoreAllMocks();
  await nextEvent();
  expect((await store.get('Team', { pk, rk: 'b' }))?.values).toEqual({ n: 1 });
  other.close();
});

it('ends the snapshot of each read with its tick, so the log can be emptied', async () => {
  const store = open('log.db');
  const pk = aPartition();
  await Promise.all(numbered(pk, 50).map((row) => store.insert('Team', row)));
  await store.scan('Team', pk, { from: '', to: '~' });
  await nextEvent();
  const other = new Database(path('log.db'));
  await store.touch('Team', aRow(pk, 'again'));
  const [busy] = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw(true).get() as number[];
  expect(busy).toBe(0);
  other.close();
});

it('a store that is closed in the tick of a read ends without an error', async () => {
  const store = openSqliteStore({ file: path('closed.db') });
  const reading = store.get('Team', { pk: aPartition(), rk: 'a' });
  const closing = store.close();
  expect(await reading).toBeUndefined();
  await closing;
  await nextEvent();
});

it('a store that is closed in the tick of many reads still returns their rows', async () => {
  const store = openSqliteStore({ file: path('closed with reads.db') });
  const pk = aPartition();
  const rows = numbered(pk, 20);
  await store.transact(
    'Team',
    pk,
    rows.map((row) => ({ do: 'insert', row })),
  );
  const reading = Promise.all(rows.map(({ rk }) => store.get('Team', { pk, rk })));
  const closing = store.close();
  expect((await reading).map((row) => row?.values)).toEqual(rows.map(({ values }) => values));
  await closing;
  await expect(store.get('Team', { pk, rk: 'a' })).rejects.toEqual(refusal('UNAVAILABLE'));
});

it('returns to each of many reads of one turn its own row, known, unknown or missing', async () => {
  const store = open('together.db');
  const pk = aPartition();
  const rows = numbered(pk, 40);
  await store.transact(
    'Team',
    pk,
    rows.map((row) => ({ do: 'insert', row })),
  );
  await Promise.all(rows.slice(10, 15).map(({ rk }) => store.get('Team', { pk, rk })));
  const all = await Promise.all(
    rows.flatMap(({ rk }) => [
      store.get('Team', { pk, rk }),
      store.get('Team', { pk, rk: `${rk}!` }),
      store.get('Org', { pk, rk }),
    ]),
  );
  expect(all.map((row) => row && [row.rk, row.values])).toEqual(
    rows.flatMap(({ rk, values }) => [[rk, values], undefined, undefined]),
  );
});

it('reads eight rows of one turn with one statement, in whatever tables and order', async () => {
  const store = open('statements.db');
  const pk = aPartition();
  const tables = ['Usage', 'Team', 'Org'] as const;
  const rows = numbered(pk, 8);
  for (const table of tables)
    await store.transact(
      table,
      pk,
      rows.map((row) => ({ do: 'insert', row: { ...row, values: { table, rk: row.rk } } })),
    );
  await store.get('Team', { pk, rk: 'none' });
  const prepared = jest.spyOn(Database.prototype, 'prepare');
  await nextEvent();
  const wanted = rows.map(({ rk }, index) => ({ table: tables[index % 3] ?? 'Org', rk }));
  const read = (order: typeof wanted) => Promise.all(order.map(({ table, rk }) => store.get(table, { pk, rk })));
  expect((await read(wanted)).map((row) => row?.values)).toEqual(wanted);
  const other = new Database(path('statements.db'));
  other.exec(`UPDATE Team SET etag = 'changed'`);
  other.close();
  await nextEvent();
  const reversed = wanted.toReversed();
  expect((await read(reversed)).map((row) => row?.values)).toEqual(reversed);
  // Only one statement was prepared, although the second reads came in another order.
  const texts = prepared.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('SELECT'));
  expect(texts.map((sql) => sql.split('(SELECT').length - 1)).toEqual([8]);
  jest.restoreAllMocks();
});

it('a row that another tool damaged fails only its own readers', async () => {
  const store = open('damaged.db');
  const pk = aPartition();
  for (const rk of ['a', 'b', 'c']) await store.insert('Team', aRow(pk, rk, { n: 1 }));
  const other = new Database(path('damaged.db'));
  other.exec(`UPDATE Team SET v = '{' WHERE rk = 'b'`);
  other.close();
  const results = await Promise.allSettled(['a', 'b', 'c'].map((rk) => store.get('Team', { pk, rk })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a key that no row can have fails only its own reader', async () => {
  const store = open('keys.db');
  const pk = aPartition();
  await store.insert('Team', aRow(pk, 'a', { n: 1 }));
  const results = await Promise.allSettled(['a', 'a/b', 'a'].map((rk) => store.get('Team', { pk, rk })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a store that gave up on a locked file reads later writes, and the log can be emptied', async () => {
  const here = openSqliteStore({ file: path('gave up.db'), busyMs: 40 });
  opened.push(here);
  const existing = open('gave up.db');
  const pk = aPartition();
  await here.insert('Team', aRow(pk, 'a', { n: 0 }));
  const other = new Database(path('gave up.db'));
  other.exec('BEGIN IMMEDIATE');
  await expect(here.insert('Team', aRow(pk, 'b'))).rejects.toEqual(refusal('UNAVAILABLE'));
  other.exec('ROLLBACK');
  for (let n = 1; n < 5; n += 1) {
    await existing.touch('Team', aRow(pk, 'a', { n }));
    expect((await here.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n });
    await nextEvent();
  }
  const [isBusy] = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw(true).get() as number[];
  expect(isBusy).toBe(0);
  other.close();
});

it('a store that waits for a locked file reads the current rows', async () => {
  const store = open('waits.db');
  const pk = aPartition();
  await store.insert('Team', aRow(pk, 'a', { n: 0 }));
  const other = new Database(path('waits.db'));
  other.exec('BEGIN IMMEDIATE');
  const waiting = store.insert('Team', aRow(pk, 'b'));
  await nextEvent();
  const seen: unknown[] = [];
  const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
  for (const n of numbers) {
    other.exec(`UPDATE Team SET etag = 'x${n}', v = '{"n":${n}}' WHERE rk = 'a'`);
    other.exec('COMMIT');
    other.exec('BEGIN IMMEDIATE');
    await nextEvent();
    seen.push((await store.get('Team', { pk, rk: 'a' }))?.values['n']);
  }
  other.exec('ROLLBACK');
  other.close();
  await waiting;
  expect(seen).toEqual(numbers);
});

it('a cached row answers only reads of that row’s version', async () => {
  const store = open('alone.db');
  const pk = aPartition();
  for (const rk of ['a', 'a!', 'b']) await store.insert('Team', aRow(pk, rk, { n: 1 }));
  const ranges = ['a ', '~'].map((to) => ({ from: 'a', to }));
  const asked = () =>
    Promise.all(
      ranges.flatMap((range) => [true, false].map((keysOnly) => store.scan('Team', pk, range, { keysOnly, limit: 1 }))),
    );
  const unread = await asked();
  await store.get('Team', { pk, rk: 'a' });
  expect(await asked()).toEqual(unread);
});

it('rows that another tool wrote with line breaks are readable, alone and in a page', async () => {
  const store = open('lines.db');
  const pk = aPartition();
  for (const rk of ['a', 'b', 'c']) await store.insert('Team', aRow(pk, rk, { n: 1 }));
  const other = new Database(path('lines.db'));
  other.exec(`UPDATE Team SET v = char(10) || v || char(10) WHERE rk = 'b'`);
  other.close();
  const range = { from: '', to: '~' };
  const { rows } = await store.scan('Team', pk, range);
  expect(rows.map(({ rk, values }) => [rk, values])).toEqual(['a', 'b', 'c'].map((rk) => [rk, { n: 1 }]));
  expect((await store.scan('Team', pk, range, { keysOnly: true })).rows).toHaveLength(3);
  expect((await store.get('Team', { pk, rk: 'b' }))?.values).toEqual({ n: 1 });
});

/**
 * Returns properties whose texts have 30,000 characters each, which is close to the longest text that a property may
 * have.
 */
const longText = (fields: number) =>
  Object.fromEntries(Array.from({ length: fields }, (_, index) => [`text${index}`, 'x'.repeat(30_000)]));

it('a page of long rows ends early, and the pages together contain every row once', async () => {
  const store = open('long.db');
  const pk = aPartition();
  const rks = Array.from({ length: 40 }, (_, index) => `row ${String(index).padStart(2, '0')}`);
  for (const [index, rk] of rks.entries()) await store.insert('Team', aRow(pk, rk, longText(index % 10 === 9 ? 8 : 1)));
  const matches: string[] = [];
  let continuation: string | undefined;
  do {
    const more = continuation === undefined ? {} : { continuation };
    const page = await store.scan('Team', pk, { from: '', to: '~' }, more);
    const characters = page.rows.map(({ values }) => JSON.stringify(values).length);
    expect(page.rows.length === 1 || characters.reduce((sum, character) => sum + character, 0) <= 200_000).toBe(true);
    matches.push(...page.rows.map(({ rk }) => rk));
    continuation = page.continuation;
  } while (continuation !== undefined);
  expect(matches).toEqual(rks);
});

/** Returns a list to which each later `get` or `all` of a statement adds the length of its result as JSON. */
const watchTexts = (): readonly number[] => {
  const lengths: number[] = [];
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Database.Statement;
  for (const method of ['get', 'all'] as const) {
    const original = statement[method];
    jest.spyOn(statement, method).mockImplementation(function (this: Database.Statement, ...given: unknown[]) {
      const result: unknown = original.apply(this, given);
      lengths.push(JSON.stringify(result ?? null).length);
      return result;
    });
  }
  return lengths;
};

it('reads no long text at once if many long rows follow many short ones', async () => {
  const store = open('shortThenLong.db');
  const pk = aPartition();
  for (const row of numbered(pk, 100)) await store.insert('Team', row);
  for (let index = 0; index < 60; index += 1) await store.insert('Team', aRow(pk, `z ${index}`, longText(6)));
  const lengths = watchTexts();
  let rows = 0;
  let continuation: string | undefined;
  do {
    const page = await store.scan(
      'Team',
      pk,
      { from: '', to: '~' },
      continuation === undefined ? {} : { continuation },
    );
    rows += page.rows.length;
    continuation = page.continuation;
  } while (continuation !== undefined);
  let whole: string | undefined;
  do {
    const page = await store.admin.scanAll('Team', whole === undefined ? {} : { continuation: whole });
    rows += page.rows.length;
    whole = page.continuation;
  } while (whole !== undefined);
  jest.restoreAllMocks();
  expect(rows).toBe(320);
  // A page has at most 200,000 characters, and a statement reads one row more than the page.
  expect(Math.max(...lengths)).toBeLessThan(500_000);
});
