import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { orgId as orgIdSchema } from '../../bot/src/contracts/core/idDateAndZoneSchemas.ts';
import { ConfigError, readMove, readStoragePlaces, readSuperadmins } from '../../bot/src/startup/config.ts';
import type { StoragePlaces, StoreConfig } from '../../bot/src/startup/config.ts';
import { createElapsedClock } from '../../bot/src/domain/core/elapsedClock.ts';
import { noteBackup } from '../../bot/src/backup/recordBackupAndMeasureAge.ts';
import { BackupRefused } from '../../bot/src/backup/backupRefusedError.ts';
import { BlobError } from '../../bot/src/gateways/blobContainerPort.ts';
import type { BlobContainer } from '../../bot/src/gateways/blobContainerPort.ts';
import { makeFolder, NoFolderError } from '../../bot/src/startup/createDataFolder.ts';
import { openChecked, openFurtherAccounts, openStore, storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { NewerStoreError, UnfinishedStoreError } from '../../bot/src/store/storeFormatAndFillingMark.ts';
import { UnfitAccountsError } from '../../bot/src/store/placement/checkAndRegisterStorageAccounts.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import { storeTroubleOf } from '../../bot/src/store/troubleFromStoreError.ts';
import { troubles } from '../../bot/src/domain/observability/troubleNamesAndRepairHints.ts';
import type { CommandHost } from './commandHost.ts';

// The operator commands of `admin.ts`; `usage` lists them. The exit code is 1 if a command fails or is refused, and 2
// if the command line or a setting is wrong.

const usage = `Usage:
  backup FILE                    writes a backup of the embedded store; the server may run
  backup                         with STORE=tables: writes a backup of the tables to BACKUP_URL
  vacuum                         rewrites the embedded store without deleted rows, and sorted; the server must be stopped
  restore FILE [--replace]       restores the embedded store from a backup; the server must be stopped
  restore [NAME] [--replace]     with STORE=tables: restores the latest backup at BACKUP_URL, or the named one
  migrate FROM TO [--replace]    copies a store; FROM and TO are each a data folder or the URL of a table service
  move-organisation ID ACCOUNT   with STORE=tables: moves an organisation to another storage account; the servers run
  confirm-superadmin EMAIL       makes the account of an email address in SUPERADMINS a superadmin
`;

const clock = { now: (): number => Date.now() };

class AskedWrongly extends Error {}
class SuperadminRefused extends Error {}

interface Asked extends CommandHost {
  readonly places: readonly string[];
  readonly isReplacing: boolean;
  /** Prints a line, with a line end, to the standard output. */
  readonly print: (line: string) => void;
}

/** Throws if the store is a file that does not exist, because opening it would create an empty store. */
const refuseMissingFile = (store: StoreConfig): void => {
  if (store.engine === 'sqlite' && !existsSync(storeFile(store.dataDir)))
    throw new BackupRefused(`There is no store at ${storeFile(store.dataDir)}.`);
};

const blobsOf = async ({ backup }: StoragePlaces): Promise<BlobContainer> => {
  if (backup === null) throw new BackupRefused('BACKUP_URL is not set. Set it to the container of the backups.');
  const { createAzureBlobs } = await import('../../bot/src/gateways/azureBlobs/azureBlobs.ts');
  return createAzureBlobs(backup);
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Records the time of the backup, from which the server reports the age of the last backup. A failure is only printed,
 * because the backup is complete and a store on a full disk cannot record the time.
 */
const markBackup = async (config: StoreConfig, { err }: Asked): Promise<void> => {
  try {
    const { store } = await openChecked(config, clock);
    await noteBackup(store, clock.now());
    await store.close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    err(`The time of this backup cannot be recorded in the store: ${error.message}.\n${repairHintOf(error)}`);
  }
};

const backUpToFile = async (config: StoreConfig & { engine: 'sqlite' }, to: string, asked: Asked): Promise<void> => {
  const { backUpFile, checkFile } = await import('../../bot/src/backup/backUpAndRestoreStoreFile.ts');
  const file = storeFile(config.dataDir);
  checkFile(file);
  const { rows, bytes } = backUpFile(file, to, clock);
  asked.print(`${to}: ${rows} rows, ${megabytes(bytes)}, read back and complete.`);
  await markBackup(config, asked);
};

const backUpToContainer = async (places: StoragePlaces, { print }: Asked): Promise<void> => {
  const { backUpNow } = await import('../../bot/src/backup/nightlyAndManualBackup.ts');
  const blobs = await blobsOf(places);
  const { store } = await openChecked(places.store, clock);
  try {
    const { id, rows } = await backUpNow(store, blobs, clock);
    print(`${id}: ${rows} rows.`);
  } finally {
    await store.close();
  }
};

const backup = async (asked: Asked): Promise<void> => {
  const [file, ...more] = asked.places;
  const places = readStoragePlaces(asked.env);
  if (more.length > 0) throw new AskedWrongly();
  if (places.store.engine === 'tables') {
    if (file !== undefined) throw new AskedWrongly();
    return backUpToContainer(places, asked);
  }
  if (file === undefined) throw new AskedWrongly();
  return backUpToFile(places.store, file, asked);
};

const vacuum = async ({ places: named, isReplacing, env, print }: Asked): Promise<void> => {
  if (named.length > 0 || isReplacing) throw new AskedWrongly();
  const { store: config } = readStoragePlaces(env);
  if (config.engine === 'tables')
    throw new BackupRefused('A table service erases deleted rows itself: there is nothing to vacuum.');
  const { vacuumStoreFile: vacuumFile } = await import('../../bot/src/backup/vacuumStoreFile.ts');
  const { before, after } = vacuumFile(storeFile(config.dataDir));
  print(
    `${storeFile(config.dataDir)}: ${megabytes(before)} before, ${megabytes(after)} now. The file contains no deleted rows, and its rows are sorted.`,
  );
};

const restoreHint = 'All users must sign in again. Messages that were due before now are not sent.';

const restore = async ({ places: [from, ...more], isReplacing, env, print }: Asked): Promise<void> => {
  const places = readStoragePlaces(env);
  if (more.length > 0) throw new AskedWrongly();
  if (places.store.engine === 'sqlite') {
    if (from === undefined) throw new AskedWrongly();
    const { restoreFile } = await import('../../bot/src/backup/backUpAndRestoreStoreFile.ts');
    await makeFolder(places.store.dataDir);
    const done = await restoreFile({ from, file: storeFile(places.store.dataDir), isReplacing }, clock);
    print(`${done.rows} rows as of ${done.madeAt}. ${restoreHint}`);
    if (done.keptAs !== null) print(`The previous store is kept as ${done.keptAs}.`);
    return;
  }
  const { restoreFromBlobContainer: restoreFromContainer } =
    await import('../../bot/src/backup/restoreFromBlobContainer.ts');
  const blobs = await blobsOf(places);
  const { store } = await openStore(places.store, clock);
  const further = [...(await openFurtherAccounts(places.store, clock)).values()];
  try {
    const done = await restoreFromContainer({ store, blobs, clock, id: from, isReplacing, further });
    print(`${done.id}: ${done.rows} rows as of ${done.madeAt}. ${restoreHint}`);
    if (further.length > 0) print('All organisations are in the main storage account.');
  } finally {
    for (const opened of [store, ...further]) await opened.close();
  }
};

const move = async ({ places: [from, to, ...more], isReplacing, ...host }: Asked): Promise<void> => {
  if (from === undefined || to === undefined || more.length > 0 || path.resolve(from) === path.resolve(to))
    throw new AskedWrongly();
  const [source, into] = readMove(host.env, [from, to]);
  refuseMissingFile(source);
  const { migrateRowsToOtherStore: migrate } = await import('../../bot/src/backup/migrateRowsToOtherStore.ts');
  const opened = await openChecked(source, clock);
  const target = await openStore(into, clock);
  let rows = 0;
  try {
    const moved = await migrate({
      ...{ from: opened.store, to: target.store, clock, isReplacing },
      onPage: (table, count) => {
        rows += count;
        if (host.hasTerminal) host.err(`\r${table} ${rows}      `);
      },
    });
    host.print(
      `${moved} rows, counted on both sides. Configure the server for the new store, and never start a server on the old one again.`,
    );
  } finally {
    await opened.store.close();
    await target.store.close();
  }
};

/**
 * Confirms a superadmin. An address alone does not prove an identity, so the operator confirms that its account belongs
 * to the right person.
 */
const confirmSuperadmin = async ({ places: [email, ...more], env, print }: Asked): Promise<void> => {
  if (email === undefined || more.length > 0) throw new AskedWrongly();
  const places = readStoragePlaces(env);
  const superadmins = readSuperadmins(env);
  const address = email.trim().toLowerCase();
  refuseMissingFile(places.store);
  const { confirmAddress } = await import('../../bot/src/services/identity/confirmSuperadmin.ts');
  const { createUlids } = await import('../../bot/src/gateways/ulidGenerator.ts');
  const { store } = await openChecked(places.store, clock);
  try {
    const deps = { store, clock, newId: createUlids(clock), superadmins };
    const account = await confirmAddress(deps, address, 'Operator');
    if (account === undefined)
      throw new SuperadminRefused(
        superadmins.has(address)
          ? `No account has confirmed ${address}. Register with it and follow the link in the email first.`
          : `SUPERADMINS does not name ${address}.`,
      );
    print(`${account.firstName} ${account.lastName} <${address}>, registered ${account.createdOn}, is now superadmin.`);
  } finally {
    await store.close();
  }
};

const moveOrganisationTo = async (asked: Asked): Promise<void> => {
  const [id, account, ...more] = asked.places;
  const { isReplacing, env, print } = asked;
  if (id === undefined || account === undefined || more.length > 0 || isReplacing) throw new AskedWrongly();
  const places = readStoragePlaces(env);
  const orgId = orgIdSchema.safeParse(id);
  if (!orgId.success) throw new BackupRefused(`${id} is no id of an organisation.`);
  if (places.store.engine === 'sqlite')
    throw new BackupRefused('The embedded store is one file: there is no other account to move to.');
  const { moveOrganisation } = await import('../../bot/src/backup/moveOrganisation.ts');
  const { store, placed } = await openChecked(places.store, clock);
  try {
    if (placed === undefined) throw new BackupRefused('The store has no storage accounts.');
    const work = { ...placed, print, monotonic: createElapsedClock(clock), sleep: (ms: number) => sleep(ms) };
    const { counted, fencedMs } = await moveOrganisation({ ...work, owner: randomUUID() }, orgId.data, account);
    if (counted !== null)
      print(`${counted.rows} rows, counted and hashed on both sides (${counted.digest.slice(0, 16)}).`);
    if (fencedMs > 0) print(`The organisation was not available for ${(fencedMs / 1000).toFixed(1)} s.`);
    print('Finished.');
  } finally {
    await store.close();
  }
};

const repairHintOf = (error: unknown): string => {
  const trouble = error instanceof StoreError ? storeTroubleOf(error) : 'store';
  const isSentence = [NewerStoreError, UnfinishedStoreError, UnfitAccountsError, NoFolderError].some(
    (item) => error instanceof item,
  );
  return trouble === 'store' || isSentence ? '' : `${troubles[trouble].mend}\n`;
};

/**
 * Returns the stack trace of an unexpected error without the source line, because a line of the bundle is very long.
 */
const traceOf = (error: unknown): string =>
  `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;

// A map, because the name of a command must not match an inherited property of an object.
const commands = new Map<string, (request: Asked) => Promise<void>>([
  ['backup', backup],
  ['restore', restore],
  ['migrate', move],
  ['vacuum', vacuum],
  ['confirm-superadmin', confirmSuperadmin],
  ['move-organisation', moveOrganisationTo],
]);

/** Runs the command. Returns the exit code: 0, 1 for a failure or refusal, 2 for a wrong command line or setting. */
export const runAdminCommand = async (words: readonly string[], host: CommandHost): Promise<number> => {
  const [name = '', ...rest] = words;
  const places = rest.filter((text) => !text.startsWith('-'));
  const options = rest.filter((text) => text.startsWith('-'));
  const command = commands.get(name);
  try {
    if (command === undefined || options.some((option) => option !== '--replace')) throw new AskedWrongly();
    await command({
      ...{ ...host, places, isReplacing: options.includes('--replace') },
      print: (line) => {
        host.out(`${line}\n`);
      },
    });
    return 0;
  } catch (error) {
    if (error instanceof AskedWrongly) {
      host.err(usage);
      return 2;
    }
    const isSentence =
      error instanceof SuperadminRefused ||
      error instanceof BackupRefused ||
      error instanceof BlobError ||
      error instanceof ConfigError;
    if (!isSentence && !(error instanceof StoreError)) {
      host.err(traceOf(error));
      return 1;
    }
    host.err(`${error.message}\n${repairHintOf(error)}`);
    return error instanceof ConfigError ? 2 : 1;
  }
};
