import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import Database from 'libsql';
import type { Table, Transaction } from '../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { aPartition, aRow, numbered, readRows, refusal, rowKeys } from './testedStoreRowsAndReaders.ts';
import { acknowledgedKeys, runWriteUntilKilled } from './runWriteUntilKilled.ts';

const path = useTempDir();

const keysIn = async (file: string, pk: string): Promise<string[]> => {
  const store = openSqliteStore({ file });
  expect(store.integrityCheck()).toBe('ok');
  const keys = await rowKeys(store, pk);
  await store.close();
  return keys;
};

describe('a killed process', () => {
  it.each([1, 2, 3])('keeps every acknowledged write and a sound file: round %i', async (round) => {
    const file = path(`killed-${round}.db`);
    const killAfter = randomInt(1_000, 1_600);
    const lines = await runWriteUntilKilled({ file, name: 'w', killAfter });
    expect(lines).not.toContain('done');
    const acknowledged = acknowledgedKeys(lines);
    expect(acknowledged.length).toBeGreaterThanOrEqual(1_000);
    const kept = new Set(await keysIn(file, 'own'));
    expect(acknowledged.filter((rk) => !kept.has(rk))).toEqual([]);
  });

  it('leaves a file with which another writing process continues', async () => {
    const file = path('killed-beside.db');
    const [killed, other] = await Promise.all([
      runWriteUntilKilled({ file, name: 'killed', killAfter: 300 }),
      runWriteUntilKilled({ file, name: 'other', count: 1_500 }),
    ]);
    expect(other).toContain('done');
    const kept = new Set(await keysIn(file, 'own'));
    const acknowledged = [...acknowledgedKeys(killed), ...acknowledgedKeys(other)];
    expect(acknowledged.filter((rk) => !kept.has(rk))).toEqual([]);
  });
});

describe('two processes on one new file', () => {
  it('both write all rows, and each contested row has one winner', async () => {
    const file = path('two.db');
    const all = await Promise.all(['a', 'b'].map((name) => runWriteUntilKilled({ file, name, count: 1_000 })));
    expect(all.map((lines) => lines.at(-1))).toEqual(['done', 'done']);
    expect(all.map((lines) => acknowledgedKeys(lines).length)).toEqual([1_000, 1_000]);
    expect(await keysIn(file, 'own')).toEqual(all.flatMap(acknowledgedKeys).sort());
    const texts = all.flat();
    const won = texts.filter((line) => line.startsWith('won '));
    expect(new Set(won).size).toBe(200);
    expect(won).toHaveLength(200);
    expect(texts.filter((line) => line.startsWith('lost '))).toHaveLength(200);
    expect(await keysIn(file, 'shared')).toHaveLength(200);
  });
});

describe('a full disk', () => {
  it('rejects writes as unavailable and keeps every acknowledged one', async () => {
    const file = path('full.db');
    const lines = await runWriteUntilKilled({ file, name: 'w', fileKilobytes: 2_048 });
    expect(lines.at(-1)).toBe('failed UNAVAILABLE');
    const acknowledged = acknowledgedKeys(lines);
    expect(acknowledged.length).toBeGreaterThan(100);
    const kept = new Set(await keysIn(file, 'own'));
    expect(acknowledged.filter((rk) => !kept.has(rk))).toEqual([]);
  });
});

it('undoes an ordered write and its group after a fault of the file', async () => {
  const file = path('midst.db');
  const store = openSqliteStore({ file });
  const pk = aPartition();
  const other = new Database(file);
  other.exec('DROP TABLE Due');
  other.close();
  const insertOf = (table: Table, rk: string): Transaction => ({
    table,
    pk,
    steps: [{ do: 'insert', row: aRow(pk, rk) }],
  });
  const outcomes = await Promise.allSettled([
    store.insert('Team', aRow(pk, 'neighbour')),
    store.inOrder([insertOf('Team', 'first'), insertOf('Due', 'second'), insertOf('Team', 'third')]),
  ]);
  expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
  expect(await rowKeys(store, pk)).toEqual([]);
  await store.inOrder([insertOf('Team', 'first'), insertOf('Team', 'third')]);
  expect(await rowKeys(store, pk)).toEqual(['first', 'third']);
  await store.close();
});

describe('files removed under an open store', () => {
  it('are noticed by the next write, and acknowledged writes are in the database file', async () => {
    const file = path('removed.db');
    const store = openSqliteStore({ file, fileCheckMs: 0 });
    const pk = aPartition();
    const rows = numbered(pk, 50);
    await Promise.all(rows.map((row) => store.insert('Team', row)));
    rmSync(`${file}-wal`);
    const outcomes = await Promise.allSettled([
      store.insert('Team', aRow(pk, 'late')),
      store.touch('Team', aRow(pk, 'x')),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: refusal('UNAVAILABLE') })));
    await expect(store.get('Team', { pk, rk: '000000' })).rejects.toEqual(refusal('UNAVAILABLE'));
    await store.close();
    // The result of the late writes is unknown to the caller, so their rows may or may not exist.
    expect(await keysIn(file, pk)).toEqual(expect.arrayContaining(rows.map((row) => row.rk)));
  });

  it('make the store unavailable if the database file is missing', async () => {
    const file = path('gone.db');
    const store = openSqliteStore({ file, fileCheckMs: 0 });
    rmSync(file);
    await expect(store.insert('Team', aRow('p', 'a'))).rejects.toEqual(refusal('UNAVAILABLE'));
    await store.close();
  });

  it('cannot be opened without their folder', () => {
    expect(() => openSqliteStore({ file: path('no/such/folder.db') })).toThrow(refusal('UNAVAILABLE') as Error);
  });
});

describe('reopening', () => {
  it('finds all rows unchanged, with their versions', async () => {
    const file = path('again.db');
    const first = openSqliteStore({ file });
    await first.insert('Team', aRow('p', 'a', { text: 'é\u2028😀', n: 0.1, on: true }));
    const before = await readRows(first, 'p');
    await first.close();
    const second = openSqliteStore({ file });
    expect(await readRows(second, 'p')).toEqual(before);
    await second.close();
  });
});
