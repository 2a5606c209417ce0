import Database from 'libsql';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { useTempDir } from '../support/tempDir.ts';
import { aPartition, aRow, numbered } from './subject.ts';

// The reads of one tick share a read transaction. What is written elsewhere must be seen by the next tick all the same.

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

it('a read sees what another connection has written before its tick', async () => {
  const [here, there] = [open('ticks.db'), open('ticks.db')];
  const pk = aPartition();
  for (let n = 0; n < 20; n += 1) {
    await there.touch('Team', aRow(pk, 'a', { n }));
    await nextEvent();
    expect((await here.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n });
  }
});

it('a read sees what this store has written within the same tick', async () => {
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
  const first = store.get('Team', { pk, rk: 'a' });
  // Between two reads of one tick, as another process may.
  other.exec(`UPDATE Team SET v = '{"n":1}'`);
  const second = store.get('Team', { pk, rk: 'b' });
  expect([(await first)?.values, (await second)?.values]).toEqual([{ n: 0 }, { n: 0 }]);
  await nextEvent();
  expect((await store.get('Team', { pk, rk: 'b' }))?.values).toEqual({ n: 1 });
  other.close();
});

it('no read holds a snapshot once its tick is over: the log can be emptied', async () => {
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

it('a store that is closed in the tick of a read ends without a fault', async () => {
  const store = openSqliteStore({ file: path('closed.db') });
  const reading = store.get('Team', { pk: aPartition(), rk: 'a' });
  const closing = store.close();
  expect(await reading).toBeUndefined();
  await closing;
  await nextEvent();
});
