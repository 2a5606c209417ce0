import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backUpFile, restoreFile } from '../../bot/src/backup/backUpAndRestoreStoreFile.ts';
import { BackupRefused } from '../../bot/src/backup/backupRefusedError.ts';
import { claimFormat } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { outside } from '../../bot/src/store/recordKindsAndAccess.ts';
import { restored } from '../../bot/src/store/kinds/operations/backupStateAndLastRestore.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { readNote } from '../../bot/src/store/sqlite/copyAndLockStoreFiles.ts';
import { fakeClock } from '../support/data/fakeClock.ts';
import { everything, rowsOf } from '../support/data/readStoreRows.ts';
import { useTempDir } from '../support/files/tempDir.ts';

const place = useTempDir();
const clock = fakeClock();
let count = 0;
const fresh = (name: string): string => {
  count += 1;
  return place(`${name}-${count}`);
};

const row = (index: number) => ({
  pk: `org ${index % 7}`,
  rk: `r|${String(index).padStart(5, '0')}`,
  values: { v: 1, at: index },
});

const aStore = async (rows = 300): Promise<string> => {
  const file = fresh('store');
  const store = openSqliteStore({ file });
  await store.admin.bulkPut(
    'Team',
    Array.from({ length: rows }, (_, index) => row(index)),
  );
  await store.close();
  // The driver keeps a closed file open until garbage collection. A copy has a new path, so the driver must open it.
  const copy = fresh('copy');
  copyFileSync(file, copy);
  return copy;
};

const aBackup = async (): Promise<string> => {
  const to = fresh('backup');
  backUpFile(await aStore(), to, clock);
  return to;
};

const sentence = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof BackupRefused) return error.message;
    throw error;
  }
  return 'it was done';
};

const into = (from: string, file: string, isReplacing = false): Promise<string> =>
  sentence(() => restoreFile({ from, file, isReplacing }, clock));

/** Returns the names of the files that a backup or restore created next to the file, such as `x.restoring`. */
const beside = (file: string): string[] =>
  readdirSync(path.dirname(file)).filter((name) => name.startsWith(`${path.basename(file)}.`));

describe('a backup of a store file', () => {
  it('is made during writes, and contains every earlier acknowledged write', async () => {
    const file = await aStore();
    const store = openSqliteStore({ file });
    const writing = Promise.all(Array.from({ length: 50 }, (_, index) => store.insert('Usage', row(index))));
    await store.insert('Dir', row(1));
    const to = fresh('backup');
    const { rows } = backUpFile(file, to, clock);
    await writing;
    await store.close();
    expect(rows).toBeGreaterThanOrEqual(301);
    const restoredTo = fresh('restored');
    expect(await into(to, restoredTo)).toBe('it was done');
    const again = openSqliteStore({ file: restoredTo });
    expect(await rowsOf(again.admin, 'Team')).toHaveLength(300);
    expect(await rowsOf(again.admin, 'Dir')).toHaveLength(1);
    expect((await outside(again).get(restored, undefined))?.value).toEqual({
      at: '2026-11-20T08:00:00.000Z',
      from: '2026-11-20T08:00:00.000Z',
    });
    expect(again.integrityCheck()).toBe('ok');
    await again.close();
  });

  it('leaves no file where it cannot be written', async () => {
    const file = await aStore();
    const existing = fresh('there');
    writeFileSync(existing, 'something');
    expect(await sentence(() => backUpFile(file, existing, clock))).toMatch(/^There is a file at .* already/);
    expect(readFileSync(existing, 'utf8')).toBe('something');
    expect(await sentence(() => backUpFile(file, place('nowhere/backup'), clock))).toMatch(/^There is no folder/);
    expect(await sentence(() => backUpFile(place('none.db'), fresh('b'), clock))).toMatch(/^There is no store at/);
    expect(existsSync(place('none.db'))).toBe(false);
    expect(beside(existing)).toEqual([]);
  });
});

describe('a restore is rejected without a change', () => {
  /**
   * Returns the error of a refused restore, and the traces of files that the restore left, of which there must be none.
   */
  const refusalOf = async (from: string) => {
    const file = fresh('untouched');
    return { message: await into(from, file), left: [existsSync(file), ...beside(file)] };
  };
  const refusalWith = (pattern: RegExp) => ({ message: expect.stringMatching(pattern) as string, left: [false] });

  it('a restore is rejected without a change from a missing file, an invalid store, or a store that is no backup', async () => {
    expect(await refusalOf(place('nothing'))).toEqual(refusalWith(/^There is no file/));
    const text = fresh('text');
    writeFileSync(text, 'no store at all '.repeat(400));
    expect(await refusalOf(text)).toEqual(refusalWith(/^The backup is damaged/));
    expect(await refusalOf(await aStore())).toEqual(refusalWith(/^The file is not a complete backup/));
  });

  it('a restore is rejected without a change from a truncated backup or one with a missing row', async () => {
    const cut = await aBackup();
    truncateSync(cut, Math.floor(statSync(cut).size / 2));
    expect(await refusalOf(cut)).toEqual(refusalWith(/^The backup is damaged/));
    const changed = await aBackup();
    const bytes = readFileSync(changed);
    const index = bytes.indexOf('"at":123');
    bytes.write('"at":124', index);
    writeFileSync(changed, bytes);
    expect(await refusalOf(changed)).toEqual(refusalWith(/^The backup is damaged/));
  });

  it('a restore is rejected without a change from a backup of a newer version, or for newer versions only', async () => {
    const file = await aStore(3);
    const store = openSqliteStore({ file });
    await claimFormat(store, { format: 99, readableBy: 99 });
    await store.close();
    const to = fresh('newer');
    backUpFile(file, to, clock);
    expect(readNote(to)).toContain('"readableBy":99');
    expect(await refusalOf(to)).toEqual(refusalWith(/^The backup was made by a newer version/));
  });

  it('into a store that is in use, or that has data and may not be replaced', async () => {
    const [from, file] = [await aBackup(), await aStore(5)];
    expect(await into(from, file)).toMatch(/^There is a store at .* already\. Add --replace/);
    const store = openSqliteStore({ file });
    const before = await everything(store.admin);
    expect(await into(from, file, true)).toMatch(/is in use\. Stop the server first/);
    expect(await everything(store.admin)).toEqual(before);
    await store.insert('Dir', row(1));
    await store.close();
    expect(beside(file).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual([]);
  });
});

it('refuses to back up a damaged store, and names what can be done', async () => {
  const file = fresh('damaged');
  writeFileSync(file, 'no store at all '.repeat(400));
  const to = fresh('backup');
  expect(await sentence(() => backUpFile(file, to, clock))).toMatch(
    /the store is damaged; restore a backup\. If it can be opened, npm run verify-store in a clone lists its faults\. Nothing was changed\.$/,
  );
  expect(existsSync(to)).toBe(false);
});

it('a damaged store is replaced and kept, and its log is not applied to the backup', async () => {
  const [from, file] = [await aBackup(), fresh('damaged')];
  for (const end of ['', '-wal']) writeFileSync(`${file}${end}`, `no store at all${end} `.repeat(400));
  const { keptAs } = await restoreFile({ from, file, isReplacing: true }, clock);
  expect(readFileSync(keptAs ?? '', 'utf8')).toMatch(/^no store at all/);
  expect(existsSync(`${file}-wal`)).toBe(false);
  const store = openSqliteStore({ file });
  expect(await rowsOf(store.admin, 'Team')).toHaveLength(300);
  expect(store.integrityCheck()).toBe('ok');
  await store.close();
});

it('an earlier kept store is not overwritten, and a restore that fails then changes nothing', async () => {
  const [from, file] = [await aBackup(), await aStore(5)];
  const keptAs = `${file}.replaced-20261120T080000`;
  writeFileSync(keptAs, 'an earlier one');
  expect(await into(from, file, true)).toMatch(/^There is a file at .*\.replaced-20261120T080000 already/);
  expect(readFileSync(keptAs, 'utf8')).toBe('an earlier one');
  expect(beside(file)).toEqual([path.basename(keptAs)]);
  const store = openSqliteStore({ file });
  expect(await rowsOf(store.admin, 'Team')).toHaveLength(5);
  await store.close();
});

it('keeps the replaced store under another name', async () => {
  const [from, file] = [await aBackup(), await aStore(5)];
  const done = await restoreFile({ from, file, isReplacing: true }, clock);
  expect(done).toMatchObject({ rows: 300, keptAs: `${file}.replaced-20261120T080000` });
  const teamRows = async (of: string): Promise<number> => {
    const store = openSqliteStore({ file: of });
    const rows = await rowsOf(store.admin, 'Team');
    await store.close();
    return rows.length;
  };
  expect([await teamRows(done.keptAs ?? ''), await teamRows(file)]).toEqual([5, 300]);
});
