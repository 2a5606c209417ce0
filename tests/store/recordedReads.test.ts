import { areReadsUnchanged, recordReads } from '../../bot/src/store/recordedReads.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { aPartition, aRow, everything, numbered, readRows } from './testedStoreRowsAndReaders.ts';

// Tests that recorded work returns its cached result as long as its reads would return the same row versions.

const begin = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const pk = aPartition();
  for (const rk of ['a', 'b', 'c|1', 'c|2', 'd']) await store.insert('Team', aRow(pk, rk));
  return { store, pk };
};

/** Records the reads of a range, a row and a missing row. */
const read = async (store: TableStore, pk: string) => {
  const recording = recordReads(store);
  await readRows(recording.store, pk, { from: 'c|', to: 'c}' });
  await recording.store.get('Team', { pk, rk: 'a' });
  await recording.store.get('Team', { pk, rk: 'x' });
  return recording.readings() ?? [];
};

describe('recorded reads', () => {
  it('stay valid until one of their rows is written', async () => {
    const { store, pk } = await begin();
    const readings = await read(store, pk);
    expect(await areReadsUnchanged(store, readings)).toBe(true);
    // Changes only rows that were not read: another row, another partition, and the neighbours of the missing key.
    await store.touch('Team', aRow(pk, 'b', { n: 2 }));
    await store.touch('Team', aRow(aPartition(), 'a'));
    for (const rk of ['w', 'x0', 'aa']) await store.insert('Team', aRow(pk, rk));
    expect(await areReadsUnchanged(store, readings)).toBe(true);
  });

  it.each<[string, (store: TableStore, pk: string) => Promise<unknown>]>([
    ['a row of the range is written', (store, pk) => store.touch('Team', aRow(pk, 'c|2'))],
    ['one is added to it', (store, pk) => store.insert('Team', aRow(pk, 'c|3'))],
    ['one is added in front', (store, pk) => store.insert('Team', aRow(pk, 'c|0'))],
    ['one leaves it', (store, pk) => store.transact('Team', pk, [{ do: 'delete', key: { pk, rk: 'c|2' } }])],
    ['the row is written', (store, pk) => store.touch('Team', aRow(pk, 'a'))],
    ['the row is deleted', (store, pk) => store.transact('Team', pk, [{ do: 'delete', key: { pk, rk: 'a' } }])],
    ['the row that was not there is made', (store, pk) => store.insert('Team', aRow(pk, 'x'))],
    [
      'a row is deleted and made again as it was',
      async (store, pk) => {
        await store.transact('Team', pk, [{ do: 'delete', key: { pk, rk: 'a' } }]);
        await store.insert('Team', aRow(pk, 'a'));
      },
    ],
  ])('recorded reads are changed when %s', async (_what, write) => {
    const { store, pk } = await begin();
    const readings = await read(store, pk);
    await write(store, pk);
    expect(await areReadsUnchanged(store, readings)).toBe(false);
  });

  it('are checked over all of their pages', async () => {
    const { store, pk } = await begin();
    await store.admin.bulkPut('Team', numbered(pk, 1_200));
    const recording = recordReads(store);
    expect(await readRows(recording.store, pk)).toHaveLength(1_205);
    const readings = recording.readings() ?? [];
    expect(await areReadsUnchanged(store, readings)).toBe(true);
    await store.touch('Team', aRow(pk, '001199', { n: 1 }));
    expect(await areReadsUnchanged(store, readings)).toBe(false);
  });

  it('cannot be checked if only part of a range was read', async () => {
    const { store, pk } = await begin();
    const limited = recordReads(store);
    await limited.store.scan('Team', pk, everything, { limit: 2 });
    expect(limited.readings()).toBeUndefined();
    await store.admin.bulkPut('Team', numbered(pk, 1_200));
    const unfinished = recordReads(store);
    await unfinished.store.scan('Team', pk, everything);
    expect(unfinished.readings()).toBeUndefined();
  });

  it('recorded reads are read only', async () => {
    const { store, pk } = await begin();
    await expect(recordReads(store).store.insert('Team', aRow(pk, 'y'))).rejects.toThrow('writes nothing');
  });
});
