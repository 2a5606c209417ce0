import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backUpFile, restoreFile } from '../../bot/src/backup/backUpAndRestoreStoreFile.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { useTempDir } from '../support/files/tempDir.ts';

const place = useTempDir();
const rows = (text: string) =>
  Array.from({ length: 300 }, (_, index) => ({
    ...{ pk: `org ${index % 7}`, rk: `r|${String(index).padStart(5, '0')}` },
    values: { v: 1, text },
  }));

let stores = 0;
/** Opens a store with 300 rows and makes a backup of it. */
const storeWithBackup = async (): Promise<{
  readonly store: SqliteStore;
  readonly file: string;
  readonly backup: string;
}> => {
  stores += 1;
  const [file, backup] = [place(`good-${stores}.db`), place(`backup-${stores}.db`)];
  const store = openSqliteStore({ file });
  await store.admin.bulkPut('Team', rows('backup'));
  backUpFile(file, backup, fakeClock());
  return { store, file, backup };
};

const reading = `
  const Database = require('libsql');
  const db = new Database(process.argv[1]);
  const all = (sql) => db.prepare(sql).raw(true).all();
  console.log(JSON.stringify({
    check: all('PRAGMA integrity_check').flat().slice(0, 2),
    texts: Object.fromEntries(all("SELECT json_extract(v, '$.text'), count(*) FROM Team GROUP BY 1")),
    accounts: all('SELECT count(*) FROM Accounts').flat()[0],
    restores: all("SELECT count(*) FROM Sys WHERE pk = 'restored'").flat()[0],
  }));`;

/** Reads the store in another process, because this one may still have an earlier file of that name open. */
const readElsewhere = (file: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['-e', reading, file], { encoding: 'utf8' }));

const restored = { check: ['ok'], texts: { backup: 300 }, accounts: 0, restores: 1 };

describe('a restore to a place without a store', () => {
  it('does not apply the log of a killed server, and keeps the log under another name', async () => {
    const { store, file: good, backup } = await storeWithBackup();
    for (let change = 0; change < 3; change += 1) await store.admin.bulkPut('Team', rows(`after ${change}`));
    const file = place('rollcall.db');
    copyFileSync(good, file);
    copyFileSync(`${good}-wal`, `${file}-wal`);
    rmSync(file);
    await restoreFile({ from: backup, file, isReplacing: false }, fakeClock('2026-11-20T08:00:00Z'));
    expect(readElsewhere(file)).toEqual(restored);
    expect(readdirSync(path.dirname(file))).toContain('rollcall.db.replaced-20261120T080000-wal');
    await store.close();
  });

  it('refuses a server that starts meanwhile, instead of replacing its new store', async () => {
    const { store, backup } = await storeWithBackup();
    await store.close();
    const file = place('meanwhile.db');
    const starts: unknown[] = [];
    const clock = fakeClock();
    // The clock is read after the restore found no store.
    const readDuringRestore = {
      ...clock,
      now: () => {
        if (starts.length === 0 && existsSync(`${file}.restoring`))
          try {
            starts.push(openSqliteStore({ file }));
          } catch (error) {
            starts.push(error);
          }
        return clock.now();
      },
    };
    await restoreFile({ from: backup, file, isReplacing: false }, readDuringRestore);
    expect(starts).toEqual([expect.objectContaining({ fault: 'UNAVAILABLE' })]);
    expect(readElsewhere(file)).toEqual(restored);
  }, 20_000);

  it('leaves no file behind if the backup is damaged', async () => {
    const { store, backup } = await storeWithBackup();
    await store.close();
    const file = place('damaged.db');
    rmSync(backup);
    copyFileSync(import.meta.filename, backup);
    await expect(restoreFile({ from: backup, file, isReplacing: false }, fakeClock())).rejects.toThrow();
    expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith('damaged.db'))).toEqual([]);
  });
});
