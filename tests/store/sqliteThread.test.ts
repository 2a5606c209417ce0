import { existsSync, rmSync, statSync } from 'node:fs';
import Database from 'libsql';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { mortalWriter, openBeside } from '../support/storeWriter.ts';
import type { Beside } from '../support/storeWriter.ts';
import { useTempDir } from '../support/tempDir.ts';
import { conformance } from './conformance.ts';
import { aPartition, aRow, numbered, readRows, refusal, rowKeys } from './subject.ts';
import { acknowledgedKeys, runWriter } from './writerProcess.ts';

// The embedded store as a server runs it: what is written is committed on a thread of its own, with a connection of its own.

const path = useTempDir();
let files = 0;
const aFile = (): string => {
  files += 1;
  return path(`beside-${files}.db`);
};

describe('the embedded store, writing on a thread of its own', () => {
  let beside: Beside;
  const file = (): string => path('conformance.db');

  beforeAll(async () => {
    beside = await openBeside({ file: file() });
  });
  afterAll(async () => {
    await beside.store.close();
  });

  conformance({
    store: () => beside.store,
    // As another process has it open.
    reopen: () => Promise.resolve(openSqliteStore({ file: file() })),
    emulator: false,
  });

  it('has a whole file after all of this, and its thread never ended', () => {
    expect(beside.store.integrityCheck()).toBe('ok');
    expect([beside.begun(), beside.ends]).toEqual([1, []]);
  });
});

describe('writes beside the event loop', () => {
  let beside: Beside;
  beforeAll(async () => {
    beside = await openBeside({ file: aFile() });
  });
  afterAll(async () => {
    await beside.store.close();
  });

  it('are read by whoever has heard of them', async () => {
    const { store } = beside;
    const pk = aPartition();
    for (let n = 0; n < 50; n += 1) {
      // A read transaction of this tick is open already.
      const [, before] = await Promise.all([
        store.touch('Team', aRow(pk, 'a', { n })),
        store.get('Team', { pk, rk: 'a' }),
      ]);
      expect(before?.values).toEqual(n === 0 ? undefined : { n: n - 1 });
      expect((await store.get('Team', { pk, rk: 'a' }))?.values).toEqual({ n });
    }
  });

  it('keep the order they were called in, within a group and over many', async () => {
    const { store } = beside;
    const pk = aPartition();
    const text = 'x'.repeat(300);
    const before = store.commits();
    await Promise.all(
      Array.from({ length: 3_000 }, (_, n) =>
        n === 1_500
          ? store.transact('Team', pk, [{ do: 'touch', row: aRow(pk, 'a', { middle: n }) }])
          : store.touch('Team', aRow(pk, 'a', { n, text })),
      ),
    );
    expect(store.commits() - before).toBeGreaterThan(3);
    expect((await readRows(store, pk)).map((row) => row.values)).toEqual([{ n: 2_999, text, middle: 1_500 }]);
  });

  it('are committed together when they wait together, and one that is refused alone is undone alone', async () => {
    const { store } = beside;
    const pk = aPartition();
    await store.insert('Team', aRow(pk, '000050', { first: true }));
    const before = store.commits();
    const outcomes = await Promise.allSettled([
      ...numbered(pk, 100).map((row) => store.insert('Team', row)),
      store.transact('Team', pk, [
        { do: 'insert', row: aRow(pk, 'undone') },
        { do: 'delete', key: { pk, rk: 'absent' } },
      ]),
      store.transact('Team', pk, [{ do: 'delete', key: { pk, rk: 'absent' } }]),
    ]);
    expect(store.commits() - before).toBe(1);
    const refused = outcomes.flatMap((one, at) => (one.status === 'rejected' ? [[at, one.reason as unknown]] : []));
    expect(refused).toEqual([
      [50, expect.objectContaining({ fault: 'CONFLICT', step: undefined })],
      [100, expect.objectContaining({ fault: 'CONFLICT', step: 1 })],
      [101, expect.objectContaining({ fault: 'CONFLICT', step: 0 })],
    ]);
    expect(await rowKeys(store, pk)).toEqual(numbered(pk, 100).map((row) => row.rk));
  });

  it('are never led astray by a version that holds what parts their texts', async () => {
    const { store } = beside;
    const pk = aPartition();
    const etag = await store.insert('Team', aRow(pk, 'a'));
    const forged = `${etag}\0x\0{}\0Team\x000\0put\0${pk}\0forged\0\0e\0{}` as typeof etag;
    const outcomes = await Promise.allSettled([
      store.replace('Team', aRow(pk, 'a', { n: 2 }), forged),
      store.merge('Team', aRow(pk, 'a', { n: 2 }), forged),
      store.delete('Team', { pk, rk: 'a' }, forged),
      store.transact('Team', pk, [{ do: 'replace', row: aRow(pk, 'a', { n: 2 }), etag: forged }]),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('CONFLICT') })));
    expect((await readRows(store, pk)).map(({ rk, values }) => [rk, values])).toEqual([['a', { v: 1 }]]);
  });
});

describe('a file another process is writing', () => {
  it('is waited for by the thread, and in the end the writes fail as unavailable', async () => {
    const file = aFile();
    const { store } = await openBeside({ file, busyMs: 40 });
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const outcomes = await Promise.allSettled(
      numbered('p', 3_000, { text: 'x'.repeat(300) }).map((row) => store.insert('Team', row)),
    );
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
    const waiting = store.insert('Team', aRow('p', 'after'));
    other.exec('ROLLBACK');
    other.close();
    await waiting;
    expect(await rowKeys(store, 'p')).toEqual(['after']);
    await store.close();
  });
});

describe('closing', () => {
  it('finishes what is queued, brings the log home and ends the thread', async () => {
    const file = aFile();
    const { store, ends } = await openBeside({ file });
    const rows = numbered('p', 3_000, { text: 'x'.repeat(300) });
    const writing = Promise.all(rows.map((row) => store.insert('Team', row)));
    const closing = store.close();
    await expect(store.insert('Team', aRow('p', 'late'))).rejects.toEqual(refusal('UNAVAILABLE'));
    await Promise.all([writing, closing]);
    expect(ends).toEqual([]);
    const log = `${file}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    const again = openSqliteStore({ file });
    expect(await rowKeys(again, 'p')).toEqual(rows.map((row) => row.rk));
    await again.close();
  });

  it('does not wait for a thread that is still starting', async () => {
    const file = aFile();
    let begun = 0;
    const began = (): void => {
      begun += 1;
    };
    const ended = jest.fn();
    const store = openSqliteStore({ file, thread: { entry: mortalWriter, worthFrom: 2, began, ended } });
    await store.insert('Team', aRow('p', 'alone'));
    await Promise.all(numbered('p', 2).map((row) => store.insert('Team', row)));
    await store.close();
    expect([begun, ended.mock.calls]).toEqual([0, []]);
  });
});

describe('a thread that ends by itself', () => {
  it('leaves what it was at unavailable and undone, and the next writes are done, at last by a new thread', async () => {
    const file = aFile();
    const { store, begun, ends } = await openBeside({ file }, mortalWriter);
    await store.insert('Team', aRow('p', 'before'));
    const outcomes = await Promise.allSettled([
      store.insert('Team', aRow('p', 'beside it')),
      store.insert('Team', aRow('p', 'mortal', { text: 'die of this' })),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
    expect(ends).toEqual([expect.objectContaining({ message: 'as it was told' })]);
    for (let n = 0; begun() < 2; n += 1) await store.touch('Team', aRow('p', 'after', { n }));
    await store.touch('Team', aRow('p', 'after', { last: true }));
    expect(await rowKeys(store, 'p')).toEqual(['after', 'before']);
    expect(await rowKeys(store, 'half')).toEqual([]);
    await store.close();
    expect(ends).toHaveLength(1);
  });

  it('and never could begin is told once and done without', async () => {
    const ended = jest.fn();
    const store = openSqliteStore({
      file: aFile(),
      thread: { entry: { file: path('no such program.js') }, worthFrom: 0, ended },
    });
    for (let n = 0; ended.mock.calls.length === 0; n += 1) await store.touch('Team', aRow('p', 'a', { n }));
    await store.touch('Team', aRow('p', 'a', { last: true }));
    expect(ended).toHaveBeenCalledTimes(1);
    await store.close();
  });
});

describe('a process that writes on a thread of its own', () => {
  it('loses no acknowledged write when it is killed', async () => {
    const file = aFile();
    const lines = await runWriter({ file, name: 'w', killAfter: 1_200, isBeside: true });
    expect(lines).toContain('beside');
    const acknowledged = acknowledgedKeys(lines);
    const store = openSqliteStore({ file });
    expect(store.integrityCheck()).toBe('ok');
    const kept = new Set(await rowKeys(store, 'own'));
    await store.close();
    expect(acknowledged.filter((rk) => !kept.has(rk))).toEqual([]);
  }, 60_000);

  it('refuses writes as unavailable when the disk is full, and ends by itself', async () => {
    const file = aFile();
    const lines = await runWriter({ file, name: 'w', fileKilobytes: 2_048, isBeside: true });
    expect([lines[0], lines.at(-1)]).toEqual(['beside', 'failed UNAVAILABLE']);
    const store = openSqliteStore({ file });
    const kept = new Set(await rowKeys(store, 'own'));
    await store.close();
    expect(acknowledgedKeys(lines).filter((rk) => !kept.has(rk))).toEqual([]);
  }, 60_000);
});

describe('files removed under an open store', () => {
  it('are noticed before what the thread wrote is acknowledged', async () => {
    const file = aFile();
    const { store } = await openBeside({ file, fileCheckMs: 0 });
    const rows = numbered('p', 50);
    await Promise.all(rows.map((row) => store.insert('Team', row)));
    rmSync(`${file}-wal`);
    await expect(store.insert('Team', aRow('p', 'late'))).rejects.toEqual(refusal('UNAVAILABLE'));
    await expect(store.get('Team', { pk: 'p', rk: '000000' })).rejects.toEqual(refusal('UNAVAILABLE'));
    await store.close();
    const again = openSqliteStore({ file });
    expect(await rowKeys(again, 'p')).toEqual(expect.arrayContaining(rows.map((row) => row.rk)));
    await again.close();
  });
});
