import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readMove, readStoragePlaces } from '../bot/src/config.ts';
import type { StoragePlaces, StoreConfig } from '../bot/src/config.ts';
import { noteBackup } from '../bot/src/backup/age.ts';
import { BackupRefused } from '../bot/src/backup/refused.ts';
import { BlobError } from '../bot/src/gateways/blobs.ts';
import type { BlobContainer } from '../bot/src/gateways/blobs.ts';
import { makeFolder, NoFolderError } from '../bot/src/folder.ts';
import { openChecked, openStore, storeFile } from '../bot/src/openStore.ts';
import { NewerStoreError, UnfinishedStoreError } from '../bot/src/store/format.ts';
import { StoreError } from '../bot/src/store/port.ts';
import { troubleOf } from '../bot/src/store/trouble.ts';
import { troubles } from '../bot/src/domain/troubles.ts';

// What is done to a whole store from outside the server: backup, restore, migrate. Beside the artefacts it is admin.js. Exit 1
// with a sentence when it is refused, 2 when it was asked wrongly.

const usage = `Usage:
  backup FILE                    a backup of the embedded store, while the server runs
  backup                         with STORE=tables: a backup of the tables to BACKUP_URL, now
  restore FILE [--replace]       the embedded store from a backup; the server must be stopped
  restore [NAME] [--replace]     with STORE=tables: from the last backup at BACKUP_URL, or from the one named
  migrate FROM TO [--replace]    a whole store into another one; each a data folder, or the address of a table service
`;

const clock = { now: (): number => Date.now() };
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

class AskedWrongly extends Error {}

interface Asked {
  readonly places: readonly string[];
  readonly isReplacing: boolean;
}

const blobsOf = async ({ backup }: StoragePlaces): Promise<BlobContainer> => {
  if (backup === null) throw new BackupRefused('BACKUP_URL is not set: it names the container of the backups.');
  const { createAzureBlobs } = await import('../bot/src/gateways/azureBlobs/azureBlobs.ts');
  return createAzureBlobs(backup);
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** So that the age of the last backup can be watched. The backup is whole without it: a store whose disk is full takes no mark. */
const markBackup = async (config: StoreConfig): Promise<void> => {
  try {
    const { store } = await openChecked(config, clock);
    await noteBackup(store, clock.now());
    await store.close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`The store cannot note when it was backed up: ${error.message}.\n${mendOf(error)}`);
  }
};

const backUpToFile = async (config: StoreConfig & { engine: 'sqlite' }, to: string): Promise<void> => {
  const { backUpFile, checkFile } = await import('../bot/src/backup/fileBackup.ts');
  const file = storeFile(config.dataDir);
  checkFile(file);
  const { rows, bytes } = backUpFile(file, to, clock);
  say(`${to}: ${rows} rows, ${megabytes(bytes)}, read back and whole.`);
  await markBackup(config);
};

const backUpToContainer = async (places: StoragePlaces): Promise<void> => {
  const { backUpNow } = await import('../bot/src/backup/nightly.ts');
  const blobs = await blobsOf(places);
  const { store } = await openChecked(places.store, clock);
  try {
    const { id, rows } = await backUpNow(store, blobs, clock);
    say(`${id}: ${rows} rows.`);
  } finally {
    await store.close();
  }
};

const backup = async ({ places: [file, ...more] }: Asked): Promise<void> => {
  const places = readStoragePlaces(process.env);
  if (more.length > 0) throw new AskedWrongly();
  if (places.store.engine === 'tables') {
    if (file !== undefined) throw new AskedWrongly();
    return backUpToContainer(places);
  }
  if (file === undefined) throw new AskedWrongly();
  return backUpToFile(places.store, file);
};

const restoreHint = 'Everybody signs in again. What was due before now is not sent.';

const restore = async ({ places: [from, ...more], isReplacing }: Asked): Promise<void> => {
  const places = readStoragePlaces(process.env);
  if (more.length > 0) throw new AskedWrongly();
  if (places.store.engine === 'sqlite') {
    if (from === undefined) throw new AskedWrongly();
    const { restoreFile } = await import('../bot/src/backup/fileBackup.ts');
    await makeFolder(places.store.dataDir);
    const done = await restoreFile({ from, file: storeFile(places.store.dataDir), isReplacing }, clock);
    say(`${done.rows} rows as of ${done.madeAt}. ${restoreHint}`);
    if (done.keptAs !== null) say(`The store that was there is kept as ${done.keptAs}.`);
    return;
  }
  const { restoreFromContainer } = await import('../bot/src/backup/containerRestore.ts');
  const blobs = await blobsOf(places);
  const { store } = await openStore(places.store, clock);
  try {
    const done = await restoreFromContainer({ store, blobs, clock, id: from, isReplacing });
    say(`${done.id}: ${done.rows} rows as of ${done.madeAt}. ${restoreHint}`);
  } finally {
    await store.close();
  }
};

const move = async ({ places: [from, to, ...more], isReplacing }: Asked): Promise<void> => {
  if (from === undefined || to === undefined || more.length > 0 || path.resolve(from) === path.resolve(to))
    throw new AskedWrongly();
  const [source, into] = readMove(process.env, [from, to]);
  if (source.engine === 'sqlite' && !existsSync(storeFile(source.dataDir)))
    throw new BackupRefused(`There is no store at ${storeFile(source.dataDir)}.`);
  const { migrate } = await import('../bot/src/backup/migrate.ts');
  const opened = await openChecked(source, clock);
  const target = await openStore(into, clock);
  let rows = 0;
  try {
    const moved = await migrate({
      ...{ from: opened.store, to: target.store, clock, isReplacing },
      onPage: (table, count) => {
        rows += count;
        if (process.stderr.isTTY) process.stderr.write(`\r${table} ${rows}      `);
      },
    });
    say(
      `${moved} rows, counted on both sides. Point the server at the new store, and never start one on the old again.`,
    );
  } finally {
    await opened.store.close();
    await target.store.close();
  }
};

const mendOf = (error: unknown): string => {
  const trouble = error instanceof StoreError ? troubleOf(error) : 'store';
  const isSentence = [NewerStoreError, UnfinishedStoreError, NoFolderError].some((one) => error instanceof one);
  return trouble === 'store' || isSentence ? '' : `${troubles[trouble].mend}\n`;
};

/** What is no sentence of ours: where it came from, without the line of the bundle, which is as long as a book. */
const traceOf = (error: unknown): string =>
  `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;

const commands: Readonly<Record<string, (asked: Asked) => Promise<void>>> = { backup, restore, migrate: move };

const main = async (words: readonly string[]): Promise<number> => {
  const [name = '', ...rest] = words;
  const places = rest.filter((one) => !one.startsWith('-'));
  const options = rest.filter((one) => one.startsWith('-'));
  const command = commands[name];
  try {
    if (command === undefined || options.some((one) => one !== '--replace')) throw new AskedWrongly();
    await command({ places, isReplacing: options.includes('--replace') });
    return 0;
  } catch (error) {
    if (error instanceof AskedWrongly) {
      process.stderr.write(usage);
      return 2;
    }
    const isSentence = error instanceof BackupRefused || error instanceof BlobError || error instanceof ConfigError;
    if (!isSentence && !(error instanceof StoreError)) {
      process.stderr.write(traceOf(error));
      return 1;
    }
    process.stderr.write(`${error.message}\n${mendOf(error)}`);
    return error instanceof ConfigError ? 2 : 1;
  }
};

if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await main(process.argv.slice(2));
