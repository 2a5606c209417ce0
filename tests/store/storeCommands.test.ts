import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { runAdminCommand } from '../../scripts/commands/storeAndAdminCommands.ts';
import { runVerifyStoreCommand } from '../../scripts/commands/verifyStoreCommand.ts';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { lastBackupAt } from '../../bot/src/services/operations/lastBackup.ts';
import { buildFormat, claimFormat, markFilling } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { azuriteCredential } from '../support/fakes/azurite.ts';
import { cachedProgram } from '../support/files/freePortsAndBundledPrograms.ts';
import { recordingHost } from '../support/files/recordingCommandHost.ts';
import { everything } from '../support/data/readStoreRows.ts';
import { useTempDir } from '../support/files/tempDir.ts';

// Runs the store commands: rejected calls, full disks, existing folders, and repetition.

const place = useTempDir();
let count = 0;
const fresh = (name: string): string => {
  count += 1;
  return place(`${name}-${count}`);
};

interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

const settings = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ STORE: 'sqlite', TABLES_URL: '', TABLES_KEY: '', BACKUP_URL: '' },
  ...env,
});

/** Runs a command in the process of the test. */
const run = async (
  [script, ...words]: readonly ['admin' | 'verifyStore', ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => {
  const { host, written } = recordingHost(settings(env));
  const code = await (script === 'admin' ? runAdminCommand(words, host) : runVerifyStoreCommand(host));
  return { code, output: written().both };
};

/**
 * Runs a command as a process: a restore needs a store that this process has not opened. `fileKilobytes` limits the
 * size of its files, which acts like a full disk.
 */
const runAsProcess = async (
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  fileKilobytes: number | 'unlimited' = 'unlimited',
): Promise<CommandResult> => {
  // Without this, root could write read-only files.
  const asOther = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override' : '';
  const command = `ulimit -f ${fileKilobytes} && exec ${asOther} "$0" "$@"`;
  const child = spawn(
    'bash',
    ['-c', command, process.execPath, ...cachedProgram('scripts/operate/admin.ts'), ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: settings(env),
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: text };
};

/** Returns a data folder with a store of that many rows, which no process has open. */
const aDataDir = async (
  rows: number,
  change: (store: ReturnType<typeof openSqliteStore>) => Promise<void> = (store) => claimFormat(store),
): Promise<string> => {
  const created = fresh('made');
  const store = openSqliteStore({ file: created });
  const row = (index: number) => ({ pk: `p${index % 3}`, rk: `r|${index}`, values: { v: 1, text: 'x'.repeat(1_000) } });
  await store.admin.bulkPut(
    'Team',
    Array.from({ length: rows }, (_, index) => row(index)),
  );
  await change(store);
  await store.close();
  const dataDir = fresh('data');
  mkdirSync(dataDir);
  // The driver keeps a closed file open until garbage collection. The folder gets a copy, which the driver has never
  // opened.
  copyFileSync(created, storeFile(dataDir));
  return dataDir;
};

const heldIn = async (dataDir: string): Promise<string[]> => {
  const copy = fresh('read');
  for (const end of ['', '-wal'])
    if (existsSync(`${storeFile(dataDir)}${end}`)) copyFileSync(`${storeFile(dataDir)}${end}`, `${copy}${end}`);
  const store = openSqliteStore({ file: copy });
  const all = await everything(store.admin);
  await store.close();
  return all;
};
const teamKeys = async (dataDir: string): Promise<string[]> =>
  (await heldIn(dataDir))
    .filter((line) => line.startsWith('Team '))
    .map((line) => line.slice(0, line.lastIndexOf(' ')));

const lastBackupIn = async (dataDir: string): Promise<number | undefined> => {
  const store = openSqliteStore({ file: storeFile(dataDir) });
  const at = await lastBackupAt({ store });
  await store.close();
  return at;
};

const filesIn = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => !/-(?:wal|shm)$/.test(name));

/** Result of a backup of a store that another process has locked. */
let ofLocked: Promise<CommandResult>;

// The command waits five seconds for the lock, so it runs beside the other tests.
beforeAll(async () => {
  const dataDir = await aDataDir(50);
  const writer = new Database(storeFile(dataDir));
  writer.exec('PRAGMA journal_mode = WAL');
  writer.exec('BEGIN IMMEDIATE');
  ofLocked = runAsProcess(['backup', fresh('backup')], { DATA_DIR: dataDir }).finally(() => {
    writer.exec('ROLLBACK');
    writer.close();
  });
});

const later = { format: buildFormat.format + 1, readableBy: buildFormat.format + 1 };
const newerSentence = `The store was last used by a newer version (format ${later.format})`;

describe('a store of a newer version', () => {
  it('is rejected by every command that would use it, and nothing is written', async () => {
    const newer = () => aDataDir(5, (store) => claimFormat(store, later));
    const [dataDir, restored, good] = await Promise.all([newer(), newer(), aDataDir(3)]);
    const backup = fresh('backup');
    const before = [await heldIn(dataDir), await heldIn(restored)];
    expect(await run(['admin', 'backup', backup], { DATA_DIR: good })).toMatchObject({ code: 0 });
    const refused = [fresh('refused'), fresh('refused')] as const;
    const all = await Promise.all([
      run(['admin', 'backup', refused[0]], { DATA_DIR: dataDir }),
      run(['admin', 'migrate', dataDir, refused[1]]),
      run(['admin', 'migrate', good, dataDir]),
      run(['verifyStore'], { DATA_DIR: dataDir }),
    ]);
    all.push(await runAsProcess(['restore', backup], { DATA_DIR: restored }));
    for (const { code, output: text } of all) {
      expect(text).toContain(newerSentence);
      expect(text).not.toContain(' at ');
      expect(code).toBeGreaterThan(0);
    }
    expect([await heldIn(dataDir), await heldIn(restored)]).toEqual(before);
    expect([...refused.map((text) => existsSync(text)), filesIn(dataDir), filesIn(restored)]).toEqual([
      ...[false, false],
      ...[['rollcall.db'], ['rollcall.db']],
    ]);
    // Follows the advice in the error of the newer version: restores the backup from before the upgrade.
    expect(await runAsProcess(['restore', backup, '--replace'], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    expect(await teamKeys(restored)).toHaveLength(3);
  });

  it('is not backed up from an incomplete state', async () => {
    const dataDir = await aDataDir(2, (store) => markFilling(store, 'restore x', buildFormat));
    const [backup, verify] = await Promise.all([
      run(['admin', 'backup', fresh('b')], { DATA_DIR: dataDir }),
      run(['verifyStore'], { DATA_DIR: dataDir }),
    ]);
    expect(backup).toMatchObject({ code: 1, output: expect.stringContaining('The store is half filled') as string });
    expect(verify).toMatchObject({ code: 2, output: expect.stringContaining('The store is half filled') as string });
  });
});

it('the key of an emulator is sent only to this machine, by every command', async () => {
  if (azuriteCredential.kind !== 'emulator') throw new Error('The emulator has a key.');
  const [dataDir, TABLES_KEY] = [await aDataDir(1), azuriteCredential.key];
  const azure = 'https://account.table.core.windows.net';
  const [keyed, plain] = await Promise.all([
    run(['admin', 'migrate', dataDir, azure], { TABLES_KEY }),
    run(['admin', 'migrate', 'http://account.example', dataDir]),
  ]);
  expect(keyed).toEqual({
    code: 2,
    output:
      'The settings are not usable:\n  TABLES_KEY: is only for an emulator on this machine; remove it and assign a managed identity to the app\n',
  });
  expect(plain).toEqual({ code: 2, output: 'The settings are not usable:\n  http://account.example: must be https\n' });
});

describe('a full disk or a read-only folder', () => {
  it('leaves no backup, reports where space is needed, and the next attempt succeeds', async () => {
    const dataDir = await aDataDir(400);
    const [full, sealed] = [fresh('full'), '/proc/rollcall.backup'];
    const [onFull, onSealed] = await Promise.all([
      runAsProcess(['backup', full], { DATA_DIR: dataDir }, 100),
      run(['admin', 'backup', sealed], { DATA_DIR: dataDir }),
    ]);
    const folder = path.dirname(full);
    expect(onFull).toEqual({
      code: 1,
      output: `The backup could not be written: the disk of ${folder} is full or fails; free some space and run the command again. Nothing was changed.\n`,
    });
    expect(onSealed).toEqual({
      code: 1,
      output:
        'The backup could not be written: nothing can be written in /proc; check its owner, rights and mount, and run the command again. Nothing was changed.\n',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith(path.basename(full)))).toEqual([]);
    expect(await run(['admin', 'backup', full], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(await lastBackupIn(dataDir)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('keeps the store unchanged if a restore does not fit, and the next attempt succeeds', async () => {
    const [large, dataDir] = await Promise.all([aDataDir(400), aDataDir(5)]);
    const backup = fresh('backup');
    expect(await run(['admin', 'backup', backup], { DATA_DIR: large })).toMatchObject({ code: 0 });
    const before = await heldIn(dataDir);
    const words = ['restore', backup, '--replace'];
    expect(await runAsProcess(words, { DATA_DIR: dataDir }, 100)).toEqual({
      code: 1,
      output: `The backup could not be restored: the disk of ${dataDir} is full or fails; free some space and run the command again. Nothing was changed.\n`,
    });
    expect([await heldIn(dataDir), filesIn(dataDir)]).toEqual([before, ['rollcall.db']]);
    expect(await run(['admin', ...words], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(await teamKeys(dataDir)).toHaveLength(400);
  });

  it('interrupts a move, which continues where it stopped', async () => {
    const [from, to] = [await aDataDir(2_500), fresh('moved')];
    const before = await heldIn(from);
    const broken = await runAsProcess(['migrate', from, to], {}, 1_600);
    expect(broken.output).toMatch(
      /^The move was interrupted\. The disk of DATA_DIR [^]* Then run it again\. Until it finishes, no server/,
    );
    expect(broken.code).toBe(1);
    expect(await heldIn(from)).toEqual(before);
    const done = await run(['admin', 'migrate', from, to]);
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^2500 rows, counted on both sides/) as string,
    });
    expect(await teamKeys(to)).toEqual(await teamKeys(from));
  });
});

it('a store is not replaced by itself through a link, and keeps its rows', async () => {
  const [dataDir, link] = [await aDataDir(20), fresh('link')];
  symlinkSync(dataDir, link);
  expect(await run(['admin', 'migrate', dataDir, link, '--replace'])).toEqual({
    ...{ code: 1, output: 'FROM and TO are the same store.\n' },
  });
  expect(await teamKeys(dataDir)).toHaveLength(20);
});

it('a store that rejects the mark is still backed up, and the output reports it', async () => {
  const { code, output: text } = await ofLocked;
  expect(text).toMatch(
    /51 rows, .* read back and complete\.\nThe time of this backup cannot be recorded in the store: .*\n.*End that process/,
  );
  expect(code).toBe(0);
});

it('restores a backup that is read-only', async () => {
  const [backup, dataDir] = [fresh('backup'), fresh('restored')];
  expect(await run(['admin', 'backup', backup], { DATA_DIR: await aDataDir(20) })).toMatchObject({ code: 0 });
  chmodSync(backup, 0o444);
  expect(await runAsProcess(['restore', backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(statSync(storeFile(dataDir)).mode & 0o777).toBe(0o600);
  expect(await teamKeys(dataDir)).toHaveLength(20);
});

it('a data folder that cannot be created ends a restore with an explanation', async () => {
  const backup = fresh('backup');
  writeFileSync(backup, '');
  expect(await run(['admin', 'restore', backup], { DATA_DIR: '/proc/rollcall/data' })).toEqual({
    code: 1,
    output:
      'The data folder /proc/rollcall/data cannot be created (ENOENT). Set DATA_DIR to a folder that the user of this process can create and write.\n',
  });
});

describe('vacuum', () => {
  it('reports the size before and after, and keeps every row', async () => {
    const dataDir = await aDataDir(5);
    const before = await heldIn(dataDir);
    const { code, output: text } = await run(['admin', 'vacuum'], { DATA_DIR: dataDir });
    expect(text).toMatch(/MB before, .* MB now/);
    expect(code).toBe(0);
    expect(await heldIn(dataDir)).toEqual(before);
  });

  it('is rejected without a store, with a table service and with unknown arguments', async () => {
    const dataDir = await aDataDir(1);
    const azure = { STORE: 'tables', TABLES_URL: 'https://account.table.core.windows.net' };
    const all = await Promise.all([
      run(['admin', 'vacuum'], { DATA_DIR: fresh('nothing') }),
      run(['admin', 'vacuum'], azure),
      run(['admin', 'vacuum', 'now'], { DATA_DIR: dataDir }),
      run(['admin', 'vacuum', '--replace'], { DATA_DIR: dataDir }),
    ]);
    const sentences = ['There is no store at', 'there is nothing to vacuum', 'Usage:', 'Usage:'] as const;
    for (const [index, sentence] of sentences.entries()) expect(all[index]?.output).toContain(sentence);
    expect(all.map(({ code }) => code)).toEqual([1, 1, 2, 2]);
  });
});

it.each(['constructor', 'toString', '__proto__'])('rejects %s as a command', async (word) => {
  const { code, output: text } = await run(['admin', word]);
  expect(text).toContain('Usage:');
  expect(code).toBe(2);
});
