import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { runVerifyStoreCommand } from '../../../scripts/commands/verifyStoreCommand.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { recordingHost } from '../../support/files/recordingCommandHost.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { storeDuringRun, removeRows } from '../../support/worlds/plantFaultsInStore.ts';

const inTemp = useTempDir();

const command = async (dataDir: string): Promise<{ code: number; out: string; err: string }> => {
  const { host, written } = recordingHost({ DATA_DIR: dataDir, STORE: 'sqlite' });
  const code = await runVerifyStoreCommand(host);
  const { out, err } = written();
  return { code, out, err };
};

it('as a command prints rows and findings last, and exits with 1 for findings and with 2 without a store', async () => {
  const { store: model } = await storeDuringRun();
  const folder = inTemp('command');
  mkdirSync(folder);
  const store = openSqliteStore({ file: path.join(folder, 'rollcall.db') });
  for (const table of tables) await store.admin.bulkPut(table, (await model.admin.scanAll(table)).rows);
  const sound = await command(folder);
  await removeRows(store, 'Org', /^g\|/);
  await store.close();
  const broken = await command(folder);
  const none = await command(inTemp('nothing'));
  expect(sound).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\d+ rows, 0 findings\n$/) as string });
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/^Team meeting [^\n]*: its g pointer[^\n]*\n\d+ rows, 1 findings\n$/);
  expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('There is no store') as string });
});

it('as a command rejects a file that is no store, and leaves it unchanged', async () => {
  const folders = ['empty', 'text', 'other'].map((name) => inTemp(name));
  for (const folder of folders) mkdirSync(folder);
  const [empty = '', text = '', other = ''] = folders.map((folder) => path.join(folder, 'rollcall.db'));
  writeFileSync(empty, '');
  writeFileSync(text, 'Not a store, but a letter to whoever looks for one. '.repeat(100));
  const database = new Database(other);
  database.exec('CREATE TABLE Songs (title TEXT)');
  database.close();
  for (const [index, file] of [empty, text, other].entries()) {
    const before = readFileSync(file);
    const content = await command(folders[index] ?? '');
    expect(content).toEqual({ code: 2, out: '', err: `${file} is no store. Nothing was written.\n` });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folders[index] ?? '')).toEqual(['rollcall.db']);
  }
});
