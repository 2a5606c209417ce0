import { stateVersionCache } from '../../bot/src/store/stateVersionCache.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import type { StoredRow, TableStore } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { conformance } from './storeConformance.ts';
import { aPartition, aRow, everything, numbered } from './testedStoreRowsAndReaders.ts';
import type { AdminStore } from './testedStoreRowsAndReaders.ts';

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

interface Counted {
  readonly store: TableStore;
  /** Returns the number of reads that reached the engine since the last call of this function. */
  readonly reads: () => number;
}

const counted = (inner: TableStore): Counted => {
  let reads = 0;
  const store: TableStore = {
    ...inner,
    get: (...request) => {
      reads += 1;
      return inner.get(...request);
    },
    scan: (...request) => {
      reads += 1;
      return inner.scan(...request);
    },
  };
  const taken = (): number => {
    const now = reads;
    reads = 0;
    return now;
  };
  return { store, reads: taken };
};

const nextEvent = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const prove = (inner: SqliteStore): AdminStore => ({
  ...inner,
  ...stateVersionCache(inner, () => inner.state()).store,
});

describe('a store with a cache of reads', () => {
  let store: SqliteStore;
  let cachedStore: AdminStore;
  beforeAll(() => {
    store = open('conformance.db');
    cachedStore = prove(store);
  });
  conformance({
    store: () => cachedStore,
    reopen: () => Promise.resolve(prove(openSqliteStore({ file: path('conformance.db') }))),
    emulator: false,
  });
});

it('reads only what any writer changed since', async () => {
  const [here, there] = [open('read.db'), open('read.db')];
  const { store, reads } = counted(here);
  const { store: cachedStore } = stateVersionCache(store, () => here.state());
  const pk = aPartition();
  const readAll = async (): Promise<readonly (StoredRow['values'] | undefined)[]> => {
    await nextEvent();
    const row = await cachedStore.get('Team', { pk, rk: 'a' });
    const { rows } = await cachedStore.scan('Team', pk, everything);
    return [row?.values, ...rows.map((item) => item.values)];
  };
  const twice = async (): Promise<readonly (StoredRow['values'] | undefined)[]> => {
    const first = await readAll();
    expect(reads()).toBe(2);
    expect(await readAll()).toEqual(first);
    expect(reads()).toBe(0);
    return first;
  };
  expect(await twice()).toEqual([undefined]);
  await cachedStore.insert('Team', aRow(pk, 'a', { n: 1 }));
  expect(await twice()).toEqual([{ n: 1 }, { n: 1 }]);
  await here.insert('Team', aRow(pk, 'b', { n: 2 }));
  expect(await twice()).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
  await there.touch('Team', aRow(pk, 'a', { n: 3 }));
  expect(await twice()).toEqual([{ n: 3 }, { n: 3 }, { n: 2 }]);
  await there.transact('Team', pk, [{ do: 'delete', key: { pk, rk: 'a' } }]);
  expect(await twice()).toEqual([undefined, { n: 2 }]);
});

it('does not use a page of keys as a page of rows', async () => {
  const here = open('keys.db');
  const { store: cachedStore } = stateVersionCache(here, () => here.state());
  const pk = aPartition();
  await here.insert('Team', aRow(pk, 'a', { n: 1 }));
  const values = async (keysOnly: boolean): Promise<unknown> =>
    (await cachedStore.scan('Team', pk, everything, { keysOnly })).rows[0]?.values;
  expect([await values(true), await values(false), await values(true)]).toEqual([{}, { n: 1 }, {}]);
});

it('reads a page of many keys once, and one of many rows each time', async () => {
  const inner = open('pages.db');
  const { store, reads } = counted(inner);
  const cachedStore = stateVersionCache(store, () => inner.state()).store;
  const pk = aPartition();
  await cachedStore.transact(
    'Team',
    pk,
    numbered(pk, 90).map((row) => ({ do: 'insert', row })),
  );
  for (const keysOnly of [true, false]) {
    reads();
    for (let n = 0; n < 3; n += 1) {
      expect((await cachedStore.scan('Team', pk, everything, { keysOnly })).rows).toHaveLength(90);
      await nextEvent();
    }
    expect(reads()).toBe(keysOnly ? 1 : 3);
  }
});

it('rejects a read if its state version is unknown, and retries at the next call', async () => {
  const here = open('refuses.db');
  let asked = 0;
  const { store: cachedStore } = stateVersionCache(here, () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new StoreError('UNAVAILABLE', 'busy')) : here.state();
  });
  const key = { pk: aPartition(), rk: 'a' };
  await expect(cachedStore.get('Team', key)).rejects.toThrow('busy');
  expect(await cachedStore.get('Team', key)).toBeUndefined();
});

it('checks the version once for all reads of a tick, and again afterwards', async () => {
  const here = open('ticks.db');
  let asked = 0;
  const { store: cachedStore } = stateVersionCache(here, () => {
    asked += 1;
    return here.state();
  });
  const pk = aPartition();
  const five = (): Promise<unknown> =>
    Promise.all(['a', 'b', 'c', 'd', 'e'].map((rk) => cachedStore.get('Team', { pk, rk })));
  await five();
  expect(asked).toBe(1);
  await nextEvent();
  await five();
  expect(asked).toBe(2);
});

it('computes a result again after any write, and only then', async () => {
  const [here, there] = [open('derived.db'), open('derived.db')];
  const { store: cachedStore, derive } = stateVersionCache(here, () => here.state());
  const pk = aPartition();
  let worked = 0;
  const sum = async (): Promise<number> => {
    await nextEvent();
    return derive('sum', async () => {
      worked += 1;
      const { rows } = await cachedStore.scan('Team', pk, everything);
      return rows.reduce((all, row) => all + Number(row.values['n']), 0);
    });
  };
  expect([await sum(), await sum(), worked]).toEqual([0, 0, 1]);
  await cachedStore.insert('Team', aRow(pk, 'a', { n: 1 }));
  expect([await sum(), await sum(), worked]).toEqual([1, 1, 2]);
  await there.insert('Team', aRow(pk, 'b', { n: 2 }));
  expect([await sum(), await sum(), worked]).toEqual([3, 3, 3]);
});

it('does not cache a row that was read before a write and arrives after it', async () => {
  const pk = aPartition();
  const version = (n: number) => ({ ...aRow(pk, 'a', { n }), etag: String(n) }) as unknown as StoredRow;
  let state = 'one';
  let arrive: (row: StoredRow) => void = () => undefined;
  const slow = new Promise<StoredRow>((resolve) => {
    arrive = resolve;
  });
  const get = jest.fn(() => Promise.resolve(version(2))).mockReturnValueOnce(slow);
  const { store } = stateVersionCache({ get } as unknown as TableStore, () => Promise.resolve(state));
  const early = store.get('Team', { pk, rk: 'a' });
  await nextEvent();
  state = 'two';
  await store.get('Team', { pk, rk: 'b' });
  arrive(version(1));
  expect((await early)?.values).toEqual({ n: 1 });
  await nextEvent();
  expect((await store.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n: 2 });
});
