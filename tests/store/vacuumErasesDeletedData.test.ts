import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { backUpFile } from '../../bot/src/backup/backUpAndRestoreStoreFile.ts';
import { vacuumStoreFile } from '../../bot/src/backup/vacuumStoreFile.ts';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { claimFormat } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { useTempDir } from '../support/files/tempDir.ts';
import { readRows } from './testedStoreRowsAndReaders.ts';

const inTemp = useTempDir();
const canary = 'Canary Qwzlast';

const holds = (folder: string): string[] =>
  readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).includes(canary));

const aFolder = (name: string): string => {
  const folder = inTemp(name);
  mkdirSync(folder);
  return folder;
};

/**
 * Copies the store file into a new folder. The driver keeps a closed file open until garbage collection, but it has
 * never opened the copy.
 */
const copyOf = (folder: string): string => {
  const copy = aFolder(`${path.basename(folder)}-copy`);
  copyFileSync(storeFile(folder), storeFile(copy));
  return copy;
};

/**
 * Writes rows of all three sizes that SQLite stores differently: within a page, as part of a page, and in overflow
 * pages.
 */
const fill = async (store: SqliteStore): Promise<void> => {
  const rows = Array.from({ length: 400 }, (_, index) => ({
    ...{ pk: `p${index % 5}`, rk: `r|${index}` },
    values: { v: 1, text: `${canary} ${'x'.repeat((index % 9) * 700)}` },
  }));
  await store.admin.bulkPut('Team', rows);
};

const timesIn = (file: string): number => readFileSync(file).toString('latin1').split(canary).length - 1;

// SQLite leaves some old cells in the gap of a rebalanced page. A vacuum must remove these too.
it('overwrites replaced and deleted rows, in free and in used pages', async () => {
  const folder = aFolder('erased');
  const store = openSqliteStore({ file: storeFile(folder) });
  await fill(store);
  expect(holds(folder)).not.toEqual([]);
  for (let index = 0; index < 400; index += 1) {
    const key = { pk: `p${index % 5}`, rk: `r|${index}` };
    const row = await store.get('Team', key);
    if (row === undefined) throw new Error('The row was written.');
    if (index % 2 === 0) await store.delete('Team', key, row.etag);
    else await store.replace('Team', { ...key, values: { v: 1, text: 'Former member' } }, row.etag);
  }
  await store.close();
  expect(timesIn(storeFile(folder))).toBeLessThanOrEqual(4);
  const copy = copyOf(folder);
  vacuumStoreFile(storeFile(copy));
  expect(holds(copy)).toEqual([]);
});

const valuesOf = (folder: string, sql: string): unknown[] => {
  const db = new Database(storeFile(folder));
  const rows = db.prepare(sql).raw(true).all() as unknown[][];
  db.close();
  return rows.flat();
};
const layoutOf = (folder: string, table: string): unknown =>
  valuesOf(folder, `SELECT sql FROM sqlite_master WHERE name = '${table}'`)[0];
const rowsIn = (folder: string, table: string): unknown => valuesOf(folder, `SELECT count(*) FROM ${table}`)[0];

describe('vacuum', () => {
  /** Creates a store as an older build left it, which did not overwrite deleted data. */
  const oldStore = async (name: string): Promise<string> => {
    const folder = aFolder(name);
    const store = openSqliteStore({ file: storeFile(folder) });
    await claimFormat(store);
    await fill(store);
    await store.touch('Org', { pk: 'o', rk: 'org', values: { v: 1, name: 'Contoso' } });
    await store.close();
    const db = new Database(storeFile(folder));
    db.exec('PRAGMA secure_delete = OFF');
    db.exec('DELETE FROM Team');
    db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    db.close();
    return copyOf(folder);
  };

  it('rewrites the file without deleted data, and keeps every row', async () => {
    const folder = await oldStore('old');
    expect(holds(folder)).toEqual(['rollcall.db']);
    const { before, after } = vacuumStoreFile(storeFile(folder));
    expect(after).toBeLessThan(before);
    expect(holds(folder)).toEqual([]);
    const store = openSqliteStore({ file: storeFile(folder) });
    expect(store.integrityCheck()).toBe('ok');
    expect((await store.get('Org', { pk: 'o', rk: 'org' }))?.values['name']).toBe('Contoso');
    expect(await readRows(store, 'p0')).toEqual([]);
    await store.close();
  });

  it('converts a table of the earlier layout, and keeps its rows and their versions', async () => {
    const folder = aFolder('earlier');
    const db = new Database(storeFile(folder));
    db.exec(
      'CREATE TABLE Team (pk TEXT NOT NULL, rk TEXT NOT NULL, etag TEXT NOT NULL, v TEXT NOT NULL, PRIMARY KEY (pk, rk)) WITHOUT ROWID',
    );
    db.close();
    const store = openSqliteStore({ file: storeFile(folder) });
    await fill(store);
    const rowsBefore = await readRows(store, 'p3');
    await store.close();
    const copy = copyOf(folder);
    expect(layoutOf(folder, 'Team')).toContain('WITHOUT ROWID');
    vacuumStoreFile(storeFile(copy));
    expect(layoutOf(copy, 'Team')).not.toContain('WITHOUT ROWID');
    expect(layoutOf(copy, 'Outbox')).toContain('WITHOUT ROWID');
    const converted = openSqliteStore({ file: storeFile(copy) });
    expect(converted.integrityCheck()).toBe('ok');
    expect(await readRows(converted, 'p3')).toEqual(rowsBefore);
    expect(rowsBefore).toHaveLength(80);
    await converted.close();
  });

  it('leaves layout and rows as they were if a row cannot be copied', () => {
    const folder = aFolder('failing');
    const db = new Database(storeFile(folder));
    db.exec('CREATE TABLE Team (pk TEXT, rk TEXT, etag TEXT, v TEXT, PRIMARY KEY (pk, rk)) WITHOUT ROWID');
    db.exec("INSERT INTO Team VALUES ('p', 'a', 'e', '{}'), ('p', 'b', 'e', NULL)");
    db.close();
    const copy = copyOf(folder);
    expect(() => vacuumStoreFile(storeFile(copy))).toThrow('SQLITE_CONSTRAINT');
    const after = copyOf(copy);
    expect(layoutOf(after, 'Team')).toContain('WITHOUT ROWID');
    expect(rowsIn(after, 'Team')).toBe(2);
    expect(rowsIn(after, 'sqlite_master')).toBe(1);
  });

  it('writes appended rows in the order of their keys', async () => {
    const folder = aFolder('unsorted');
    const store = openSqliteStore({ file: storeFile(folder) });
    for (const rk of ['c', 'a', 'b']) await store.insert('Team', { pk: 'p', rk, values: { v: 1 } });
    await store.close();
    const copy = copyOf(folder);
    vacuumStoreFile(storeFile(copy));
    expect(valuesOf(copyOf(copy), 'SELECT rk FROM Team ORDER BY rowid')).toEqual(['a', 'b', 'c']);
  });

  it('is rejected while a server uses the store, and without a store', async () => {
    const folder = await oldStore('used');
    const store = openSqliteStore({ file: storeFile(folder) });
    await store.touch('Org', { pk: 'o', rk: 'r', values: { v: 1 } });
    expect(() => vacuumStoreFile(storeFile(folder))).toThrow('is in use. Stop the server first');
    await store.touch('Org', { pk: 'o', rk: 's', values: { v: 1 } });
    await store.close();
    expect(() => vacuumStoreFile(storeFile(aFolder('none')))).toThrow('There is no store at');
  });
});

describe('the files of the store', () => {
  const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
  const modesIn = (folder: string): Record<string, string> =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))]));
  const files = ['rollcall.db', 'rollcall.db-shm', 'rollcall.db-wal'];
  let umask = 0;
  beforeEach(() => {
    umask = process.umask(0o022);
  });
  afterEach(() => {
    process.umask(umask);
  });

  it('are readable only by the account that created them, under the usual umask', async () => {
    const folder = aFolder('new');
    const store = openSqliteStore({ file: storeFile(folder) });
    await store.touch('Org', { pk: 'o', rk: 'r', values: { v: 1 } });
    expect(modesIn(folder)).toEqual(Object.fromEntries(files.map((name) => [name, '600'])));
    backUpFile(storeFile(folder), path.join(folder, 'copy.backup'), fakeClock());
    expect(modeOf(path.join(folder, 'copy.backup'))).toBe('600');
    await store.close();
  });

  it('lose the rights of others when the server opens them', async () => {
    const folder = aFolder('open');
    writeFileSync(storeFile(folder), '');
    chmodSync(storeFile(folder), 0o644);
    const store = openSqliteStore({ file: storeFile(folder) });
    await store.touch('Org', { pk: 'o', rk: 'r', values: { v: 1 } });
    expect(modesIn(folder)).toEqual(Object.fromEntries(files.map((name) => [name, '600'])));
    await store.close();
  });
});
